// Which modifiers reach a component, and what do they give?
#include <algorithm>
#include <utility>

#include "daedalus/language/semantics/expressions/lowering.h"
#include "daedalus/language/semantics/expressions/record_value.h"
#include "daedalus/language/semantics/instances/instances.h"
#include "daedalus/language/semantics/instances/narrow_binding.h"

namespace daedalus::semantics {
namespace {

Binding MakeBinding(const scope::Modifier& node, NodeId from, const Layer* layer) {
  Binding binding;
  binding.tree = node.tree;
  binding.expression = node.value;
  binding.scope = node.scope;
  binding.node = from;
  binding.layer = layer;
  binding.span = node.whole;
  binding.is_each = node.is_each;
  binding.is_final = node.is_final;
  return binding;
}

SharedKey KeyOf(const Lowering& l, const NarrowBinding& narrow) {
  return {&l.tree(),
          narrow.expression,
          narrow.names,
          l.scope.node,
          static_cast<std::uint8_t>(l.purpose.mode),
          static_cast<std::uint8_t>(l.purpose.limit),
          l.is_too_large != nullptr,
          l.depends_on_free != nullptr,
          l.context.functions.assertions != nullptr};
}

// A value whose parts go to the elements of an array of components, or to the fields of a record, is found
// once for all of them and not copied; null after a mistake. Otherwise a record that a function computes
// would cost a call for each field.
const Value* LowerShared(Lowering& l, const NarrowBinding& narrow) {
  const SharedKey key = KeyOf(l, narrow);
  auto at = l.context.shared.values.find(key);
  if (at == l.context.shared.values.end()) {
    SharedValue found;
    Lowering noting = l;
    if (l.is_too_large) noting.is_too_large = &found.is_too_large;
    if (l.depends_on_free) noting.depends_on_free = &found.depends_on_free;
    found.value = LowerNarrow(noting, narrow);
    if (found.is_too_large) *l.is_too_large = true;
    if (found.depends_on_free) *l.depends_on_free = true;
    if (found.value.IsError()) return nullptr;
    at = l.context.shared.values.emplace(key, std::move(found)).first;
  }
  if (at->second.is_too_large) *l.is_too_large = true;
  if (at->second.depends_on_free) *l.depends_on_free = true;
  return &at->second.value;
}

Value FieldsOf(Lowering& l, const Value& record, const NarrowBinding& narrow) {
  const Span span = l.SpanOf(narrow.expression);
  Value value = FieldAt(l, record, narrow.rest.fields[0], span);
  for (std::size_t i = 1; i < narrow.rest.fields.size() && !value.IsError(); ++i)
    value = FieldAt(l, value, narrow.rest.fields[i], span);
  return value;
}

// The part of an element of an array of components.
Value PartFor(Lowering& l, const Value& value, const NarrowBinding& narrow) {
  const Span span = l.SpanOf(narrow.expression);
  if (value.dims.size() >= narrow.rest.subscripts.size())
    return ElementAt(l, value, narrow.rest.subscripts, span);
  l.context.reporter.Report(Error(Code::kDimensionMismatch, span,
                                  "this is for the elements of an array of components, but it is {}",
                                  l.TypeText(value))
                                .Hint("`each` gives the same value to each element"));
  return {};
}

}  // namespace

std::vector<Layer> LayersOf(Context&, const Node& parent, const scope::Member& member) {
  std::vector<Layer> layers;
  // The value of a record does not apply to its constants and final members, which have their own.
  const bool has_own_value =
      std::any_of(member.mods.begin(), member.mods.end(), [](auto* node) { return node->value.IsValid(); });
  const bool is_open =
      !has_own_value || (member.variability != syntax::Variability::kConstant && !member.is_final);
  bool is_redeclared = false;
  for (const Layer& outer : parent.layers) {
    if (!outer.fields.empty()) {
      if (!is_open) continue;
      Layer deeper = outer;
      deeper.fields.push_back(member.name);
      layers.push_back(std::move(deeper));
      continue;
    }
    const scope::Modifier* node = outer.node->Child(member.name);
    // The modifiers of a redeclaration do not apply after the next one (section 7.3.2).
    const bool is_replaced =
        node != nullptr && node->redeclaration != nullptr && std::exchange(is_redeclared, true);
    if (node != nullptr && !is_replaced)
      layers.push_back({node, node->is_each ? std::vector<std::int64_t>() : outer.subscripts, {}});
    if (is_open && outer.node->value.IsValid())
      layers.push_back({outer.node, outer.subscripts, {member.name}});
  }
  for (const scope::Modifier* node : member.mods) layers.push_back({node, {}, {}});
  for (const scope::Modifier* node : member.redeclaring.outer_constraints) layers.push_back({node, {}, {}});
  return layers;
}

Binding FirstBinding(const std::vector<Layer>& layers, NodeId from) {
  for (const Layer& layer : layers) {
    if (layer.node->is_break) return {};
    if (layer.node->value.IsValid()) return MakeBinding(*layer.node, from, &layer);
  }
  return {};
}

Binding BindingOf(const Context&, const Symbol& symbol) {
  return FirstBinding(symbol.layers, symbol.parent);
}

Binding AttributeOf(const Context& context, const Symbol& symbol, Attribute attribute) {
  const syntax::NameId name = context.attribute_names[static_cast<std::size_t>(attribute)];
  for (const Layer& layer : symbol.layers) {
    if (!layer.fields.empty()) continue;
    const scope::Modifier* node = layer.node->Child(name);
    if (node == nullptr || node->is_break) continue;
    Binding binding = MakeBinding(*node, symbol.parent, node->is_each ? nullptr : &layer);
    return binding;
  }
  // Modifiers of a type apply to each component of that type.
  for (const scope::Modifier* type : context.envs[symbol.env].attributes) {
    const scope::Modifier* node = type->Child(name);
    if (node == nullptr) continue;
    Binding binding = MakeBinding(*node, symbol.parent, nullptr);
    binding.is_each = true;
    return binding;
  }
  return {};
}

bool IsSaidOfComponent(const Context& context, const Symbol& symbol, Attribute attribute) {
  const syntax::NameId name = context.attribute_names[static_cast<std::size_t>(attribute)];
  return std::ranges::any_of(symbol.layers, [&](const Layer& layer) {
    const scope::Modifier* node = layer.fields.empty() ? layer.node->Child(name) : nullptr;
    return node != nullptr && !node->is_break;
  });
}

bool MayHaveAttributes(const Context& context, const Symbol& symbol) {
  return !context.envs[symbol.env].attributes.empty() ||
         std::any_of(symbol.layers.begin(), symbol.layers.end(),
                     [](const Layer& layer) { return !layer.node->children.empty(); });
}

TextScope TextScopeOf(Context& context, const Binding& binding) {
  return {*binding.tree, FindInstance(context, binding.node, binding.scope.env), binding.scope};
}

Value LowerLayered(Lowering& l, const Binding& binding) {
  const NarrowBinding narrow = Narrowed(l, binding);
  const auto& subscripts = narrow.rest.subscripts;
  const auto& fields = narrow.rest.fields;
  if (subscripts.empty() && fields.empty()) return LowerNarrow(l, narrow);
  const Value* shared = LowerShared(l, narrow);
  if (shared == nullptr) return {};
  if (fields.empty()) return PartFor(l, *shared, narrow);
  Value field = FieldsOf(l, *shared, narrow);
  if (field.IsError() || subscripts.empty()) return field;
  return PartFor(l, field, narrow);
}

}  // namespace daedalus::semantics
