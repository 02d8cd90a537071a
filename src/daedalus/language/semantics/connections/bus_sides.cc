#include "daedalus/language/semantics/connections/bus_sides.h"

#include "daedalus/language/semantics/expressions/subscripts.h"
#include "daedalus/language/semantics/instances/component_value.h"
#include "daedalus/language/semantics/instances/instances.h"
#include "daedalus/language/semantics/instances/named_child.h"

namespace daedalus::semantics {
namespace {

using syntax::ReferencePart;

// Follows the reference as long as it leads through buses.
class SideFinder {
 public:
  SideFinder(Lowering& l, BusSide& out) : l_(l), out_(out) {}

  bool Visit(Child child, std::span<const ReferencePart> parts) {
    if (child.kind == Child::Kind::kDisabled) out_.is_disabled = true;
    if (child.kind != Child::Kind::kNode) return child.kind != Child::Kind::kBroken;
    const NodeId id = child.node();
    if (!l_.context.tree[id].is_array) return VisitOne(id, parts);
    const Dims dims = l_.context.tree[id].dims;
    const auto subscripts = l_.tree().List(parts[0].subscripts);
    if (!HasDimensionsFor(l_, dims, subscripts,
                          [&] { return fmt::format("`{}`", PathText(l_.context, id)); }))
      return false;
    const auto selection = Select(l_, dims, {}, subscripts);
    if (!selection) return false;
    for (const std::size_t offset : selection->offsets) {
      if (!VisitOne(l_.context.tree[id].elements[offset], parts)) return false;
    }
    return true;
  }

 private:
  bool VisitOne(NodeId id, std::span<const ReferencePart> parts) {
    const bool is_bus = IsBus(l_.context, l_.context.tree[id].env);
    if (parts.size() == 1) {
      if (is_bus) out_.items.push_back({BusItem::Kind::kBus, id});
      out_.has_bus = out_.has_bus || is_bus;
      return true;
    }
    const auto child = ChildOf(l_.context, id, parts[1].name);
    if (!is_bus) {
      if (child) return Visit(*child, parts.subspan(1));
      return true;  // not a bus; the ordinary way reports the mistake
    }
    out_.has_bus = true;
    const bool is_nested =
        child && child->kind == Child::Kind::kNode && IsBus(l_.context, l_.context.tree[child->node()].env);
    if (is_nested) return Visit(*child, parts.subspan(1));
    if (parts.size() == 2) return AddMember(id, parts[1], child.has_value());
    if (child) {
      out_.entered.push_back({id, parts[1].name});
      return true;
    }
    ReportNoMember(l_, l_.context.tree[id].env, fmt::format("`{}`", PathText(l_.context, id)), parts[1]);
    return false;
  }

  bool AddMember(NodeId bus, const ReferencePart& part, bool is_declared) {
    if (is_declared || part.subscripts.empty()) {
      out_.items.push_back({BusItem::Kind::kMember, bus, part.name});
      out_.is_whole = !is_declared;
      return true;
    }
    const auto elements = NamesOnBus(l_, part);
    if (!elements) return false;
    for (const syntax::NameId name : elements->names)
      out_.items.push_back({BusItem::Kind::kMember, bus, name});
    return true;
  }

  Lowering& l_;
  BusSide& out_;
};

}  // namespace

bool IsBus(Context& context, scope::EnvId env) {
  return context.envs.KindOf(env) == syntax::ClassKind::kExpandableConnector;
}

std::optional<ElementNames> NamesOnBus(Lowering& l, const ReferencePart& part) {
  std::vector<std::string> texts = {std::string(l.Text(part.name)) + "["};
  ElementNames out;
  const auto subscripts = l.tree().List(part.subscripts);
  for (std::size_t d = 0; d < subscripts.size(); ++d) {
    const Value value = LowerStructural(l, subscripts[d], "a subscript");
    if (value.IsError()) return std::nullopt;
    if (value.type != BaseType::kInteger || value.dims.size() > 1) {
      l.Error(Code::kSubscriptType, l.SpanOf(subscripts[d]), "a subscript is an Integer, but this is {}",
              l.TypeText(value));
      return std::nullopt;
    }
    if (!value.IsScalar()) out.dims.push_back(value.dims[0]);
    std::vector<std::string> longer;
    for (const std::string& text : texts) {
      for (std::size_t i = 0; i < value.size(); ++i)
        longer.push_back(fmt::format("{}{}{}", text, value[i].number, d + 1 < subscripts.size() ? "," : "]"));
    }
    texts = std::move(longer);
  }
  for (const std::string& text : texts) out.names.push_back(l.context.envs.store().names().Intern(text));
  return out;
}

std::optional<BusSide> FindBusSide(Lowering& l, syntax::ExpressionId id) {
  BusSide out;
  const syntax::Expression& e = l.tree()[id];
  if (e.kind != syntax::ExpressionKind::kReference) return out;
  const syntax::ReferenceId reference = l.tree().ReferenceIdOf(e);
  const Meaning meaning = Resolve(l, reference);
  if (meaning.kind != Meaning::Kind::kComponent || meaning.env != l.context.tree[l.scope.node].env)
    return out;
  const scope::EnvId type = l.context.envs.EnvOf(meaning.env, meaning.index);
  out.is_outside = type.IsValid() && IsConnector(l.context, type);
  const auto parts = l.tree().List(l.tree()[reference].parts).subspan(meaning.num_parts - 1);
  if (!SideFinder(l, out).Visit(NamedChild(l.context, l.scope.node, meaning.index), parts))
    return std::nullopt;
  return out;
}

}  // namespace daedalus::semantics
