// Finds the units of declarations, numbers and functions.
#include <cmath>

#include "daedalus/language/semantics/expressions/unit_check.h"
#include "daedalus/language/semantics/instances/attributes.h"
#include "daedalus/language/semantics/instances/instances.h"

namespace daedalus::semantics {

using units::UnitId;

bool ChecksUnits(const Context& context, SourceFileId file) {
  switch (context.units.check) {
    case UnitCheck::kOff:
      return false;
    case UnitCheck::kAll:
      return true;
    case UnitCheck::kOwn:
      return context.envs.store().IsGiven(file);
  }
  return false;
}

UnitId UnitOfNumber(double number) {
  constexpr double kLargest = 100.0;
  const bool is_simple = std::abs(number) <= kLargest && 4.0 * number == std::round(4.0 * number);
  return is_simple ? units::kNumber : UnitId();
}

std::optional<std::string> PlainText(const Binding& binding) {
  if (!binding.IsValid()) return std::nullopt;
  const syntax::Expression& e = (*binding.tree)[binding.expression];
  const bool is_for_parts =
      binding.layer != nullptr && (!binding.layer->subscripts.empty() || !binding.layer->fields.empty());
  if (e.kind != syntax::ExpressionKind::kString || is_for_parts) return std::nullopt;
  return binding.tree->StringValue(e);
}

UnitId UnitOfSymbol(Context& context, const Symbol& symbol) {
  if (symbol.is_unit_known || symbol.type != BaseType::kReal) return symbol.unit;
  symbol.is_unit_known = true;  // also for nested questions about it
  const Binding binding = AttributeOf(context, symbol, Attribute::kUnit);
  if (const auto text = PlainText(binding)) {
    symbol.unit = context.units.table.Of(*text);
  } else if (binding.IsValid()) {
    const Reporter::Silent attempt(context.reporter);
    const auto value = LowerAttribute(context, symbol, Attribute::kUnit, Mode::kProbe);
    bool has_text = value && value->size() > 0 && value->IsConstant();
    for (std::size_t i = 1; has_text && i < value->size(); ++i)
      has_text = (*value)[i].number == (*value)[0].number;
    if (has_text) symbol.unit = context.units.table.Of(context.strings.TextOf((*value)[0]));
  }
  const bool is_constant =
      symbol.variability == Variability::kConstant && symbol.evaluation == Progress::kDone;
  if (!symbol.unit.IsValid() && is_constant) symbol.unit = symbol.value.unit;
  return symbol.unit;
}

UnitId UnitInText(Lowering& l, const Symbol& symbol) {
  if (ChecksUnits(l)) return UnitOfSymbol(l.context, symbol);
  return symbol.variability == Variability::kConstant ? symbol.value.unit : UnitId();
}

UnitId UnitOfMember(Context& context, scope::EnvId env, std::uint32_t member) {
  const std::uint64_t key = std::uint64_t{env.value} << 32 | member;
  if (const auto at = context.units.members.find(key); at != context.units.members.end()) return at->second;
  const syntax::NameId name = context.attribute_names[static_cast<std::size_t>(Attribute::kUnit)];
  std::vector<const scope::Modifier*> modifiers = context.envs.Members(env)[member].mods;
  const scope::EnvId type = context.envs.EnvOf(env, member);
  if (type.IsValid()) {
    const auto& of_type = context.envs[type].attributes;
    modifiers.insert(modifiers.end(), of_type.begin(), of_type.end());
  }
  UnitId unit;
  for (const scope::Modifier* outer : modifiers) {
    const scope::Modifier* node = outer->Child(name);
    if (node == nullptr || !node->value.IsValid()) continue;
    const syntax::Expression& e = (*node->tree)[node->value];
    if (e.kind == syntax::ExpressionKind::kString) unit = context.units.table.Of(node->tree->StringValue(e));
    break;
  }
  return context.units.members[key] = unit;
}

UnitId CommonUnit(const Context& context, UnitId a, UnitId b) {
  if (!a.IsValid() || !b.IsValid()) return {};
  if (a == units::kNumber) return b;
  return context.units.table.AreSame(a, b) ? a : UnitId();
}

UnitId CommonUnit(const Context& context, const Value& a, const Value& b) {
  return CommonUnit(context, UnitOf(a), UnitOf(b));
}

UnitId CommonUnit(const Context& context, std::span<const Value> values) {
  if (values.empty()) return {};
  UnitId unit = UnitOf(values[0]);
  for (const Value& value : values.subspan(1)) {
    if (!unit.IsValid()) break;
    unit = CommonUnit(context, unit, UnitOf(value));
  }
  return unit;
}

}  // namespace daedalus::semantics
