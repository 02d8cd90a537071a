#include "daedalus/language/semantics/connections/connection_ends.h"

#include "daedalus/language/semantics/connections/bus_sides.h"
#include "daedalus/language/semantics/connections/overconstrained.h"
#include "daedalus/language/semantics/expressions/subscripts.h"
#include "daedalus/language/semantics/instances/component_value.h"
#include "daedalus/language/semantics/instances/instances.h"
#include "daedalus/language/semantics/instances/named_child.h"

namespace daedalus::semantics {
namespace {

using syntax::ReferencePart;

enum class Wanted : bool { kConnectors, kOverdetermined };

class EndFinder {
 public:
  EndFinder(Lowering& l, Wanted wanted, ConnectionEnds& out) : l_(l), wanted_(wanted), out_(out) {}

  bool Visit(Child child, std::span<const ReferencePart> parts, std::size_t depth) {
    switch (child.kind) {
      case Child::Kind::kDisabled:
        out_.is_disabled = true;
        return true;
      case Child::Kind::kSymbol:
        return VisitSymbol(child.symbol(), parts, depth);
      case Child::Kind::kNode:
        return VisitNode(child.node(), parts, depth);
      default:
        return false;
    }
  }

 private:
  // Dimensions come from the first element that is met at each depth; the others have the same.
  void NoteDims(const Dims& dims, std::size_t depth) {
    if (depth < num_levels_) return;
    num_levels_ = depth + 1;
    out_.dims.insert(out_.dims.end(), dims.begin(), dims.end());
  }

  bool Refuse(const std::string& name, const ReferencePart& part) {
    if (wanted_ == Wanted::kConnectors) {
      l_.Error(Code::kBadConnection, l_.tree().SpanOf(part), "`{}` is not a connector", name);
    } else {
      l_.Error(Code::kBadConnection, l_.tree().SpanOf(part),
               "`{}` is not overdetermined: its class has no function `equalityConstraint`", name);
    }
    return false;
  }

  bool VisitSymbol(SymbolId id, std::span<const ReferencePart> parts, std::size_t depth) {
    if (!EnsureDims(l_.context, id)) return false;
    const Symbol& symbol = l_.context.tree[id];
    if (parts.size() > 1) {
      ReportNoMember(l_, symbol.env, fmt::format("`{}`", l_.context.NameOf(symbol)), parts[1]);
      return false;
    }
    const auto subscripts = l_.tree().List(parts[0].subscripts);
    if (!HasDimensionsFor(l_, symbol.dims, subscripts,
                          [&] { return fmt::format("`{}`", l_.context.NameOf(symbol)); }))
      return false;
    if (wanted_ == Wanted::kOverdetermined) {
      if (!EqualityConstraintOf(l_.context, symbol.env).IsValid() || !subscripts.empty())
        return Refuse(l_.context.NameOf(symbol), parts[0]);
      out_.ends.push_back({{}, id, kWholeSymbol});
      return true;
    }
    // An expandable connector may have members that are no connectors (section 9.1.3).
    const bool is_in_bus =
        l_.context.envs.KindOf(l_.context.tree[symbol.parent].env) == syntax::ClassKind::kExpandableConnector;
    if (!IsConnector(l_.context, symbol.env) && !is_in_bus)
      return Refuse(l_.context.NameOf(symbol), parts[0]);
    const auto selection = Select(l_, symbol.dims, symbol.index_types, subscripts);
    if (!selection) return false;
    NoteDims(selection->dims, depth);
    for (const std::size_t offset : selection->offsets) out_.ends.push_back({{}, id, offset});
    return true;
  }

  bool VisitNode(NodeId id, std::span<const ReferencePart> parts, std::size_t depth) {
    const auto subscripts = l_.tree().List(parts[0].subscripts);
    const Dims dims = l_.context.tree[id].dims;
    if (!HasDimensionsFor(l_, dims, subscripts,
                          [&] { return fmt::format("`{}`", PathText(l_.context, id)); }))
      return false;
    if (!l_.context.tree[id].is_array) return VisitMember(id, parts, depth);
    const auto selection = Select(l_, dims, {}, subscripts);
    if (!selection) return false;
    NoteDims(selection->dims, depth);
    for (const std::size_t offset : selection->offsets) {
      if (!VisitMember(l_.context.tree[id].elements[offset], parts, depth + 1)) return false;
    }
    return true;
  }

  bool VisitMember(NodeId id, std::span<const ReferencePart> parts, std::size_t depth) {
    if (parts.size() == 1) {
      const scope::EnvId env = l_.context.tree[id].env;
      const bool fits = wanted_ == Wanted::kConnectors ? IsConnector(l_.context, env)
                                                       : EqualityConstraintOf(l_.context, env).IsValid();
      if (!fits) return Refuse(PathText(l_.context, id), parts[0]);
      out_.ends.push_back({id, {}, 0});
      return true;
    }
    const auto child = ChildOf(l_.context, id, parts[1].name);
    if (child) return Visit(*child, parts.subspan(1), depth + 1);
    if (IsBus(l_.context, l_.context.tree[id].env) && parts.size() == 2 && !parts[1].subscripts.empty())
      return VisitElements(id, parts[1], depth + 1);
    ReportNoMember(l_, l_.context.tree[id].env, fmt::format("`{}`", PathText(l_.context, id)), parts[1]);
    return false;
  }

  // x[1], x[2] of a bus whose class has no x.
  bool VisitElements(NodeId bus, const ReferencePart& part, std::size_t depth) {
    const auto elements = NamesOnBus(l_, part);
    if (!elements) return false;
    NoteDims(elements->dims, depth);
    for (const syntax::NameId name : elements->names) {
      const ReferencePart element{name, part.place, {}};
      const auto child = ChildOf(l_.context, bus, name);
      if (!child) {
        ReportNoMember(l_, l_.context.tree[bus].env, fmt::format("`{}`", PathText(l_.context, bus)), element);
        return false;
      }
      if (!Visit(*child, std::span(&element, 1), depth + 1)) return false;
    }
    return true;
  }

  Lowering& l_;
  Wanted wanted_;
  ConnectionEnds& out_;
  std::size_t num_levels_ = 0;
};

// A connector of the class, or of one of its components; not of a component of a component (section 9.1).
bool IsNearEnough(Lowering& l, scope::EnvId type, std::span<const ReferencePart> rest) {
  for (std::size_t i = 0; i + 1 < rest.size(); ++i) {
    const std::uint32_t member =
        type.IsValid() ? l.context.envs.FindMember(type, rest[i].name) : scope::kNoMember;
    if (member == scope::kNoMember) return true;  // reported elsewhere
    type = l.context.envs.EnvOf(type, member);
    if (!type.IsValid() || IsConnector(l.context, type)) continue;
    l.context.reporter.Report(
        Error(Code::kBadConnection, l.tree().SpanOf(rest[i]),
              "`{}` is a component of a component: its connectors are connected where it is declared",
              l.Text(rest[i].name))
            .Hint("give the enclosing component its own connector, and connect that"));
    return false;
  }
  return true;
}

std::optional<ConnectionEnds> Find(Lowering& l, syntax::ExpressionId id, Wanted wanted) {
  const syntax::Expression& e = l.tree()[id];
  if (e.kind != syntax::ExpressionKind::kReference) {
    l.Error(Code::kBadConnection, l.SpanOf(id), "a connection is between connectors");
    return std::nullopt;
  }
  const syntax::ReferenceId reference = l.tree().ReferenceIdOf(e);
  const Meaning meaning = Resolve(l, reference);
  if (meaning.kind == Meaning::Kind::kError) return std::nullopt;
  if (meaning.kind != Meaning::Kind::kComponent || meaning.env != l.context.tree[l.scope.node].env) {
    l.Error(Code::kBadConnection, l.SpanOf(id), "`{}` is not a connector of this class or of its components",
            l.tree().DottedName(reference));
    return std::nullopt;
  }
  ConnectionEnds out;
  const scope::EnvId type = l.context.envs.EnvOf(meaning.env, meaning.index);
  out.is_outside = type.IsValid() && IsConnector(l.context, type);
  const auto parts = l.tree().List(l.tree()[reference].parts).subspan(meaning.num_parts - 1);
  if (wanted == Wanted::kConnectors && !IsNearEnough(l, type, parts.subspan(1))) return std::nullopt;
  EndFinder finder(l, wanted, out);
  if (!finder.Visit(NamedChild(l.context, l.scope.node, meaning.index), parts, 0)) return std::nullopt;
  return out;
}

std::optional<ConnectionEnds> FindOne(Lowering& l, syntax::ExpressionId id, Wanted wanted) {
  auto found = Find(l, id, wanted);
  if (!found || found->is_disabled || (found->dims.empty() && found->ends.size() == 1)) return found;
  l.Error(Code::kDimensionMismatch, l.SpanOf(id), "one is wanted here, but this is an array {}",
          ToString(found->dims));
  return std::nullopt;
}

}  // namespace

bool IsConnector(Context& context, scope::EnvId env) {
  const syntax::ClassKind kind = context.envs.KindOf(env);
  return kind == syntax::ClassKind::kConnector || kind == syntax::ClassKind::kExpandableConnector;
}

std::string EndName(const Context& context, const ConnectionEnd& end) {
  return end.node.IsValid() ? PathText(context, end.node) : context.NameOf(context.tree[end.symbol]);
}

Span DeclarationOf(Context& context, const ConnectionEnd& end) {
  if (end.symbol.IsValid()) return context.tree[end.symbol].name_span;
  NodeId node = end.node;
  while (node.IsValid() && context.tree[node].is_element) node = context.tree[node].parent;
  if (!node.IsValid() || !context.tree[node].parent.IsValid()) return {};
  const NodeId parent = context.tree[node].parent;
  for (std::size_t i = 0; i < context.tree.NumAdded(parent); ++i) {
    if (context.tree.Added(parent, i).child.node() == node) return {};
  }
  return context.envs.Members(context.tree[parent].env)[context.tree[node].member].span;
}

std::optional<ConnectionEnds> FindConnectionEnds(Lowering& l, syntax::ExpressionId id) {
  return Find(l, id, Wanted::kConnectors);
}

std::optional<ConnectionEnds> FindOverdetermined(Lowering& l, syntax::ExpressionId id) {
  return FindOne(l, id, Wanted::kOverdetermined);
}

std::optional<ConnectionEnds> FindOneConnector(Lowering& l, syntax::ExpressionId id) {
  return FindOne(l, id, Wanted::kConnectors);
}

}  // namespace daedalus::semantics
