#include "daedalus/language/semantics/connections/pair_connectors.h"

#include <algorithm>

#include "daedalus/language/semantics/connections/bus_sides.h"
#include "daedalus/language/semantics/connections/connection_ends.h"
#include "daedalus/language/semantics/connections/overconstrained.h"
#include "daedalus/language/semantics/instances/instances.h"

namespace daedalus::semantics {
namespace {

class Pairing {
 public:
  Pairing(Context& context, ConnectStatement& statement) : context_(context), statement_(statement) {}

  bool Pair(const ConnectionEnd& a, const ConnectionEnd& b) {
    if (a.node.IsValid() && b.node.IsValid()) return PairNodes(a.node, b.node);
    if (!a.node.IsValid() && !b.node.IsValid()) return PairScalars(a, b);
    return Refuse(a, b, fmt::format("{} and {} are not of the same kind", NameOf(a), NameOf(b)));
  }

 private:
  std::string NameOf(const ConnectionEnd& end) const { return fmt::format("`{}`", EndName(context_, end)); }
  bool Refuse(const ConnectionEnd& a, const ConnectionEnd& b, std::string message) {
    auto error = Error(Code::kBadConnection, statement_.span, "{}", message);
    for (const ConnectionEnd& end : {a, b}) {
      const Span span = DeclarationOf(context_, end);
      if (span.IsValid()) error.With(span, fmt::format("{} is declared here", NameOf(end)));
    }
    context_.reporter.Report(std::move(error));
    return false;
  }

  // Inputs match outputs, and variables without a direction match each other (section 9.3). Members of a bus
  // get their direction from their connections.
  bool HaveOtherDirections(const Symbol& left, const Symbol& right) const {
    const auto is_free = [&](const Symbol& symbol) { return symbol.causality == Causality::kLocal; };
    if (is_free(left) == is_free(right)) return false;
    return !IsBus(context_, context_.tree[left.parent].env) &&
           !IsBus(context_, context_.tree[right.parent].env) && left.IsVariable() && right.IsVariable();
  }

  bool PairScalars(const ConnectionEnd& a, const ConnectionEnd& b) {
    const Symbol& left = context_.tree[a.symbol];
    const Symbol& right = context_.tree[b.symbol];
    if (left.connection != right.connection)
      return Refuse(a, b, fmt::format("{} and {} differ in `flow` or `stream`", NameOf(a), NameOf(b)));
    if (HaveOtherDirections(left, right))
      return Refuse(
          a, b,
          fmt::format("{} and {} differ: only one of them is an input or output", NameOf(a), NameOf(b)));
    const bool is_fixed =
        !left.IsVariable() && !right.IsVariable() && !left.is_unchanging && !right.is_unchanging;
    if (is_fixed && left.variability != right.variability)
      return Refuse(
          a, b,
          fmt::format("{} and {} differ: one is a constant, the other a parameter", NameOf(a), NameOf(b)));
    const bool fits = context_.types.IsAssignable(left.type, right.type) ||
                      context_.types.IsAssignable(right.type, left.type);
    if (!fits) {
      return Refuse(a, b,
                    fmt::format("{} is a {}, but {} is a {}", NameOf(a), context_.types.Name(left.type),
                                NameOf(b), context_.types.Name(right.type)));
    }
    statement_.pairs.push_back({a, b});
    return true;
  }

  bool PairSymbols(SymbolId a, SymbolId b) {
    if (!EnsureDims(context_, a) || !EnsureDims(context_, b)) return false;
    const Dims &left = context_.tree[a].dims, &right = context_.tree[b].dims;
    if (left != right) {
      return Refuse({{}, a}, {{}, b},
                    fmt::format("`{}` has the dimensions {}, but `{}` {}", context_.NameOf(context_.tree[a]),
                                ToString(left), context_.NameOf(context_.tree[b]), ToString(right)));
    }
    if (EqualityConstraintOf(context_, context_.tree[a].env).IsValid() &&
        EqualityConstraintOf(context_, context_.tree[b].env).IsValid()) {
      statement_.pairs.push_back({{{}, a, kWholeSymbol}, {{}, b, kWholeSymbol}});
      return true;
    }
    const auto count = static_cast<std::size_t>(NumElements(left));
    for (std::size_t i = 0; i < count; ++i) {
      if (!PairScalars({{}, a, i}, {{}, b, i})) return false;
    }
    return true;
  }

  static ConnectionEnd EndOf(Child child) {
    if (child.kind == Child::Kind::kNode) return {child.node()};
    return child.kind == Child::Kind::kSymbol ? ConnectionEnd{{}, child.symbol()} : ConnectionEnd();
  }

  bool PairChildren(Child a, Child b, std::string_view name) {
    if (a.kind == Child::Kind::kBroken || b.kind == Child::Kind::kBroken) return false;
    if (a.kind == Child::Kind::kSymbol && b.kind == Child::Kind::kSymbol)
      return PairSymbols(a.symbol(), b.symbol());
    if (a.kind == Child::Kind::kNode && b.kind == Child::Kind::kNode) return PairNodes(a.node(), b.node());
    if (a.kind == Child::Kind::kDisabled && b.kind == Child::Kind::kDisabled) return true;
    return Refuse(EndOf(a), EndOf(b), fmt::format("`{}` is something else in the two connectors", name));
  }

  bool PairNodes(NodeId a, NodeId b) {
    if (context_.tree[a].is_array || context_.tree[b].is_array) {
      if (context_.tree[a].dims != context_.tree[b].dims) {
        return Refuse({a}, {b},
                      fmt::format("`{}` has the dimensions {}, but `{}` {}", PathText(context_, a),
                                  ToString(context_.tree[a].dims), PathText(context_, b),
                                  ToString(context_.tree[b].dims)));
      }
      for (std::size_t i = 0; i < context_.tree[a].elements.size(); ++i) {
        if (!PairNodes(context_.tree[a].elements[i], context_.tree[b].elements[i])) return false;
      }
      return true;
    }
    const scope::EnvId left = context_.tree[a].env, right = context_.tree[b].env;
    if (EqualityConstraintOf(context_, left).IsValid() && EqualityConstraintOf(context_, right).IsValid()) {
      statement_.pairs.push_back({{a}, {b}});
      return true;
    }
    if (IsBus(context_, left) && IsBus(context_, right)) return PairBuses(a, b);
    std::size_t count = 0;
    for (std::uint32_t i = 0; i < context_.envs.Members(left).size(); ++i) {
      const scope::Member& member = context_.envs.Members(left)[i];
      if (member.is_class) continue;
      const auto other = ChildOf(context_, b, member.name);
      if (!other) {
        return Refuse({a}, {b},
                      fmt::format("`{}` has no `{}`, which `{}` has", PathText(context_, b),
                                  context_.Text(member.name), PathText(context_, a)));
      }
      if (!PairChildren(ChildOf(context_, a, i), *other, context_.Text(member.name))) return false;
      ++count;
    }
    const auto& members = context_.envs.Members(right);
    const auto other_count = static_cast<std::size_t>(
        std::count_if(members.begin(), members.end(), [](const scope::Member& m) { return !m.is_class; }));
    if (count == other_count) return true;
    return Refuse(
        {a}, {b},
        fmt::format("`{}` has members that `{}` has not", PathText(context_, b), PathText(context_, a)));
  }

  // Both now have the same members, whichever of their classes declares them.
  bool PairBuses(NodeId a, NodeId b) {
    const auto pair = [&](Child child, syntax::NameId name) {
      if (child.kind == Child::Kind::kDisabled) return true;
      const auto other = ChildOf(context_, b, name);
      return !other || PairChildren(child, *other, context_.Text(name));
    };
    const scope::EnvId env = context_.tree[a].env;
    for (std::uint32_t i = 0; i < context_.envs.Members(env).size(); ++i) {
      const scope::Member& member = context_.envs.Members(env)[i];
      const syntax::NameId name = member.name;
      if (!member.is_class && !pair(ChildOf(context_, a, i), name)) return false;
    }
    for (std::size_t i = 0; i < context_.tree.NumAdded(a); ++i) {
      const AddedMember added = context_.tree.Added(a, i);
      if (!pair(added.child, added.name)) return false;
    }
    return true;
  }

  Context& context_;
  ConnectStatement& statement_;
};

}  // namespace

bool PairConnectors(Context& context, ConnectStatement& statement, const ConnectionEnd& a,
                    const ConnectionEnd& b) {
  return Pairing(context, statement).Pair(a, b);
}

}  // namespace daedalus::semantics
