#include "daedalus/language/semantics/instances/attributes.h"

#include <algorithm>
#include <array>

#include "daedalus/language/library/annotations.h"
#include "daedalus/language/semantics/equate.h"
#include "daedalus/language/semantics/expressions/arithmetic.h"
#include "daedalus/language/semantics/expressions/rearrange.h"
#include "daedalus/language/semantics/expressions/unit_check.h"
#include "daedalus/language/semantics/instances/elements.h"
#include "daedalus/language/semantics/instances/instances.h"
#include "daedalus/system/enumeration_text.h"

namespace daedalus::semantics {
namespace {

struct AttributeInfo {
  std::string_view name;
  std::string_view what;  // for "... cannot depend on"
  Type type;              // kError: that of the component
  bool is_for_all;        // otherwise Real and perhaps Integer
  bool is_for_integer;
};

constexpr std::array<AttributeInfo, kNumAttributes> kAttributes = {{
    {"quantity", "a quantity", BaseType::kString, true, true},
    {"unit", "a unit", BaseType::kString, false, false},
    {"displayUnit", "a unit", BaseType::kString, false, false},
    {"min", "a lower bound", BaseType::kError, false, true},
    {"max", "an upper bound", BaseType::kError, false, true},
    {"start", "a start value", BaseType::kError, true, true},
    {"fixed", "`fixed`", BaseType::kBoolean, true, true},
    {"nominal", "a nominal value", BaseType::kReal, false, false},
    {"unbounded", "`unbounded`", BaseType::kBoolean, false, false},
    {"stateSelect", "`stateSelect`", kStateSelectType, false, false},
}};

const AttributeInfo& Info(Attribute attribute) {
  return kAttributes[static_cast<std::size_t>(attribute)];
}

// ---- Attributes of a Declaration, which most elements of an array share ----

// nullopt if the elements differ, which is an error.
std::optional<Scalar> Common(Context& context, const Symbol& symbol, Attribute attribute) {
  const auto value = LowerAttribute(context, symbol, attribute, Mode::kStructural);
  if (!value || value->size() == 0) return std::nullopt;
  for (std::size_t i = 1; i < value->size(); ++i) {
    if ((*value)[i].number == (*value)[0].number) continue;
    context.reporter.Report(Error(
        Code::kUnsupportedElement, AttributeOf(context, symbol, attribute).span,
        "different values of `{}` for the elements of an array are not supported yet", Name(attribute)));
    return std::nullopt;
  }
  return (*value)[0];
}

// The values per element; one for all if they are equal, none if nothing is given.
std::vector<Scalar> ValuesByElement(Context& context, const Symbol& symbol, Attribute attribute) {
  const auto value = LowerAttribute(context, symbol, attribute, Mode::kStructural);
  if (!value || value->size() == 0) return {};
  std::vector<Scalar> out;
  bool is_same = true;
  for (std::size_t i = 0; i < value->size(); ++i) {
    out.push_back((*value)[i]);
    is_same = is_same && out[i].number == out[0].number;
  }
  if (is_same) out.resize(1);
  return out;
}

std::vector<std::string> TextsByElement(Context& context, const Symbol& symbol, Attribute attribute) {
  if (auto text = PlainText(AttributeOf(context, symbol, attribute))) return {*std::move(text)};
  std::vector<std::string> out;
  for (const Scalar& text : ValuesByElement(context, symbol, attribute))
    out.emplace_back(context.strings.TextOf(text));
  return out;
}

std::string DescriptionOf(Context& context, const Symbol& symbol) {
  const scope::Member& member = MemberOf(context, symbol);
  return member.tree->DescriptionText(member.component->description);
}

// The annotation of the component; invalid if it has none.
syntax::ModificationId AnnotationOf(const scope::Member& member) {
  if (!member.component->description.IsValid()) return {};
  return (*member.tree)[member.component->description].annotation;
}

// annotation(unassignedMessage = "..."), section 18.8 of the specification.
std::string UnassignedMessageOf(Context& context, const Symbol& symbol) {
  const scope::Member& member = MemberOf(context, symbol);
  return library::FindText(*member.tree, AnnotationOf(member), "unassignedMessage").value_or("");
}

// Flat text declares variables of an enumeration as Integers (system/enumeration_text.h).
EnumerationId MarkedEnumerationOf(Context& context, const Symbol& symbol) {
  const scope::Member& member = MemberOf(context, symbol);
  const syntax::Modifier* mark = library::FindEntry(*member.tree, AnnotationOf(member), "__Daedalus");
  if (mark == nullptr) return {};
  const auto text = library::FindText(*member.tree, mark->modification, "ofEnumeration");
  auto marked = text ? ReadEnumerationText(*text) : std::nullopt;
  if (!marked) return {};
  auto& flat = context.system.enumerations;
  for (const EnumerationId id : IdRange<EnumerationId>(flat.size())) {
    if (!flat[id].is_string() && flat[id].name == marked->name) return id;
  }
  return flat.Add(*std::move(marked));
}

// The meaning of the numbers of such a variable; invalid: numbers.
EnumerationId EnumerationOf(Context& context, const Symbol& symbol) {
  const Type type = symbol.type;
  auto& flat = context.system.enumerations;
  if (type == BaseType::kString) {
    if (!context.known_types.flat_string.IsValid())
      context.known_types.flat_string = flat.Add({"String", {}, context.strings.texts});
    return context.known_types.flat_string;
  }
  if (type == BaseType::kInteger) return MarkedEnumerationOf(context, symbol);
  if (!IsEnumeration(type)) return {};
  const auto [at, is_new] = context.known_types.flat.try_emplace(type.id, EnumerationId());
  if (is_new) {
    const EnumerationType& from = context.types.Enumeration(type);
    at->second = flat.Add({from.name, from.literals});
  }
  return at->second;
}

// One for all elements, or one for each.
class Declarations {
 public:
  explicit Declarations(DeclarationId one) : one_(one) {}
  explicit Declarations(std::vector<DeclarationId> ids) : one_(ids[0]), ids_(std::move(ids)) {}
  DeclarationId operator[](std::size_t element) const { return ids_.size() <= 1 ? one_ : ids_[element]; }

 private:
  DeclarationId one_;
  std::vector<DeclarationId> ids_;
};

// The Declaration without attributes.
Declaration PlainDeclaration(Context& context, const Symbol& symbol) {
  Declaration plain;
  plain.span = symbol.span;
  plain.description = DescriptionOf(context, symbol);
  plain.unassigned_message = UnassignedMessageOf(context, symbol);
  plain.type = ToValueType(symbol.type);
  plain.enumeration = EnumerationOf(context, symbol);
  plain.causality = symbol.causality;
  return plain;
}

DeclarationId EmitPlainDeclaration(Context& context, const Symbol& symbol) {
  SharedDeclaration& shared =
      context.shared.declarations[std::uint64_t{symbol.declared_in.value} << 32 | symbol.member];
  if (!shared.id.IsValid() || shared.type != symbol.type || shared.causality != symbol.causality)
    shared = {symbol.type, symbol.causality,
              context.system.declarations.Add(PlainDeclaration(context, symbol))};
  return shared.id;
}

Declarations EmitDeclarations(Context& context, const Symbol& symbol) {
  if (!MayHaveAttributes(context, symbol)) return Declarations(EmitPlainDeclaration(context, symbol));
  const Declaration common = PlainDeclaration(context, symbol);
  const auto units = TextsByElement(context, symbol, Attribute::kUnit);
  const auto display_units = TextsByElement(context, symbol, Attribute::kDisplayUnit);
  const auto quantities = TextsByElement(context, symbol, Attribute::kQuantity);
  const auto selects = ValuesByElement(context, symbol, Attribute::kStateSelect);
  ValuesByElement(context, symbol, Attribute::kUnbounded);
  std::vector<DeclarationId> out;
  for (std::size_t i = 0;
       i < std::max({std::size_t{1}, units.size(), display_units.size(), quantities.size(), selects.size()});
       ++i) {
    const auto of = [i](const auto& values) { return values.size() <= 1 ? 0 : i; };
    Declaration declaration = common;
    if (!units.empty()) declaration.unit = units[of(units)];
    if (!display_units.empty()) declaration.display_unit = display_units[of(display_units)];
    if (!quantities.empty()) declaration.quantity = quantities[of(quantities)];
    if (!selects.empty())
      declaration.state_select = static_cast<StateSelect>(static_cast<int>(selects[of(selects)].number) - 1);
    CheckUnitTexts(context, symbol, declaration.unit, declaration.display_unit);
    out.push_back(context.system.declarations.Add(std::move(declaration)));
  }
  return Declarations(std::move(out));
}

// ---- Attributes of each element ----

// A bound depends on parameters; a parameter that becomes a variable is not allowed in it. A start value of a
// variable may contain such parameters (free_starts.h).
bool HasNoVariables(Context& context, const Value& value, std::string_view what, Span span) {
  for (std::size_t i = 0; i < value.size(); ++i) {
    if (value[i].kind != Scalar::Kind::kExpression) continue;
    const expr::Leaves& leaves = context.leaves.Collect(context.system.graph, value[i].expr);
    if (leaves.variables.empty() && leaves.held.empty()) continue;
    context.reporter.Report(Error(Code::kUnsupportedElement, span,
                                  "{} that depends on a parameter with `fixed = false` is not supported yet",
                                  what));
    return false;
  }
  return true;
}

// One value for an array, without `each`. Section 7.2.5 demands the word; libraries omit it, and the
// established tools give the value to every element.
bool LacksEach(Lowering& l, const Symbol& symbol, Attribute attribute, const Value& value, Span span) {
  if (!value.IsScalar() || symbol.dims.empty()) return false;
  l.context.reporter.Report(Warning(Code::kDimensionMismatch, span, "`{}` of `{}` is {}, but this is {}",
                                    Name(attribute), l.context.NameOf(symbol),
                                    l.context.TypeText(value.type, symbol.dims), l.TypeText(value))
                                .Note("each element gets this value")
                                .Hint(fmt::format("write `each {} = ...`", Name(attribute))));
  return true;
}

template <class Element, class Id>
void EmitElementAttribute(Context& context, const Symbol& symbol, Attribute attribute,
                          IdVector<Id, Element>& elements, Id first, ExprId Element::* member) {
  auto value = LowerAttribute(context, symbol, attribute, Mode::kSymbolic);
  const bool has_settable_start = symbol.IsVariable() || symbol.is_free;
  if (attribute == Attribute::kStart && has_settable_start && !symbol.overrides.empty()) {
    if (!value) value = ArrayValue(symbol.type, symbol.dims);
    ApplyOverrides(context, symbol, *value);
  }
  if (!value) return;
  const bool is_discrete = symbol.role == Role::kDiscrete && !symbol.is_free;
  const bool may_be_free = attribute == Attribute::kStart && (symbol.role == Role::kVariable || is_discrete);
  if (!may_be_free &&
      !HasNoVariables(context, *value, Info(attribute).what, AttributeOf(context, symbol, attribute).span))
    return;
  for (std::size_t i = 0; i < value->size(); ++i) {
    if (!(*value)[i].IsUnknown()) elements[Id(first.index() + i)].*member = ToExpr(context, (*value)[i]);
  }
}

bool IsTextOfModel(Context& context, const Binding& binding) {
  const NodeId node = FindInstance(context, binding.node, binding.scope.env);
  return node.IsValid() && !context.tree[node].parent.IsValid() && !context.tree[node].is_package;
}

StartWeight WeightOfStart(Context& context, const Symbol& symbol) {
  if (!symbol.overrides.empty()) return StartWeight::kModel;  // the user has just set it
  if (!IsSaidOfComponent(context, symbol, Attribute::kStart)) return StartWeight::kGuess;
  return IsTextOfModel(context, AttributeOf(context, symbol, Attribute::kStart)) ? StartWeight::kModel
                                                                                 : StartWeight::kDefault;
}

// A default of 0 in the class of a component is what would be assumed without it.
void EmitStartWeights(Context& context, const Symbol& symbol) {
  const StartWeight weight = WeightOfStart(context, symbol);
  const expr::Graph& g = context.system.graph;
  for (std::size_t i = 0; i < static_cast<std::size_t>(NumElements(symbol.dims)); ++i) {
    Variable& variable = context.system.variables[VariableId(symbol.first_variable.index() + i)];
    const bool is_zero =
        variable.start.IsValid() && g.IsConstant(variable.start) && g.constant_value(variable.start) == 0;
    variable.start_weight = weight == StartWeight::kDefault && is_zero ? StartWeight::kGuess : weight;
  }
}

void EmitDiscreteAttributes(Context& context, const Symbol& symbol, const Declarations& declarations) {
  auto& discretes = context.system.hybrid.discretes;
  EmitElementAttribute(context, symbol, Attribute::kStart, discretes, symbol.first_discrete,
                       &DiscreteVariable::start);
  EmitElementAttribute(context, symbol, Attribute::kMin, discretes, symbol.first_discrete,
                       &DiscreteVariable::min);
  EmitElementAttribute(context, symbol, Attribute::kMax, discretes, symbol.first_discrete,
                       &DiscreteVariable::max);
  const auto fixed = LowerAttribute(context, symbol, Attribute::kFixed, Mode::kStructural);
  for (std::size_t i = 0; i < static_cast<std::size_t>(NumElements(symbol.dims)); ++i) {
    DiscreteVariable& variable = discretes[DiscreteId(symbol.first_discrete.index() + i)];
    variable.declaration = declarations[i];
    variable.fixed = fixed && (*fixed)[i].number != 0.0;
    // An enumeration starts with its first literal, a String with the empty text; neither has the number 0.
    if (!HasValueType(symbol.type) && !variable.start.IsValid())
      variable.start = context.system.graph.Constant(1.0);
  }
}

template <class Element, class Id>
void EmitElementAttributes(Context& context, const Symbol& symbol, IdVector<Id, Element>& elements,
                           Id first) {
  EmitElementAttribute(context, symbol, Attribute::kStart, elements, first, &Element::start);
  EmitElementAttribute(context, symbol, Attribute::kMin, elements, first, &Element::min);
  EmitElementAttribute(context, symbol, Attribute::kMax, elements, first, &Element::max);
  EmitElementAttribute(context, symbol, Attribute::kNominal, elements, first, &Element::nominal);
}

}  // namespace

std::string_view Name(Attribute attribute) {
  return Info(attribute).name;
}

std::optional<Attribute> FindAttribute(Type type, std::string_view name) {
  for (std::size_t i = 0; i < kAttributes.size(); ++i) {
    if (kAttributes[i].name != name) continue;
    const bool is_order = name == "min" || name == "max";
    const bool has = kAttributes[i].is_for_all || type == BaseType::kReal ||
                     (type == BaseType::kInteger && kAttributes[i].is_for_integer) ||
                     (is_order && IsEnumeration(type));
    return has ? std::optional(static_cast<Attribute>(i)) : std::nullopt;
  }
  return std::nullopt;
}

std::optional<Value> LowerAttribute(Context& context, const Symbol& symbol, Attribute attribute, Mode mode) {
  const Binding binding = AttributeOf(context, symbol, attribute);
  if (!binding.IsValid()) return std::nullopt;
  TextScope text = TextScopeOf(context, binding);
  Lowering l{context, text, {mode, Variability::kParameter, Info(attribute).what}};
  Value value = LowerLayered(l, binding);
  if (value.IsError()) return std::nullopt;
  const Type wanted = Info(attribute).type == BaseType::kError ? symbol.type : Info(attribute).type;
  const Span span = l.SpanOf(binding.expression);
  if (!l.types().IsAssignable(wanted, value.type)) {
    l.Error(Code::kTypeMismatch, span, "`{}` is of type {}, but this is {}", Name(attribute),
            l.types().Name(wanted), l.TypeText(value));
    return std::nullopt;
  }
  // The unit, name or description of a quantity applies to all elements, also without `each`: libraries rely
  // on that.
  const bool is_text = wanted == BaseType::kString && value.IsScalar();
  const bool is_for_each = is_text || (binding.is_each && (value.IsScalar() || symbol.dims.empty())) ||
                           LacksEach(l, symbol, attribute, value, span);
  const Dims dims = is_for_each ? Dims() : symbol.dims;
  if (!AreCompatible(value.dims, dims)) {
    l.Error(Code::kDimensionMismatch, span, "`{}` of `{}` is {}, but this is {}", Name(attribute),
            l.context.NameOf(symbol), l.context.TypeText(wanted, dims), l.TypeText(value));
    return std::nullopt;
  }
  CheckAttribute(l, symbol, attribute, value, span);
  value.type = wanted;
  return is_for_each ? Repeated(value, symbol.dims) : value;
}

bool IsFree(Context& context, const Symbol& symbol) {
  const auto fixed = Common(context, symbol, Attribute::kFixed);
  return fixed && fixed->number == 0.0;
}

void CheckAttributes(Context& context, const Symbol& symbol) {
  if (!symbol.HasDims()) return;
  for (std::size_t i = 0; i < kAttributes.size(); ++i)
    LowerAttribute(context, symbol, static_cast<Attribute>(i), Mode::kStructural);
}

void EmitAttributes(Context& context, const Symbol& symbol) {
  System& system = context.system;
  const Declarations declarations = EmitDeclarations(context, symbol);
  const auto count = static_cast<std::size_t>(NumElements(symbol.dims));
  const bool has_attributes = MayHaveAttributes(context, symbol) || !symbol.overrides.empty();
  if (symbol.role == Role::kDiscrete) return EmitDiscreteAttributes(context, symbol, declarations);
  if (symbol.role != Role::kVariable) {
    for (std::size_t i = 0; i < count; ++i) {
      Parameter& parameter = system.parameters[ParameterId(symbol.first_parameter.index() + i)];
      parameter.declaration = declarations[i];
      parameter.is_constant = symbol.is_final || symbol.role == Role::kEvaluated;
    }
    if (has_attributes) EmitElementAttributes(context, symbol, system.parameters, symbol.first_parameter);
    return;
  }
  for (std::size_t i = 0; i < count; ++i) {
    system.variables[VariableId(symbol.first_variable.index() + i)].declaration = declarations[i];
  }
  if (!has_attributes) return;
  EmitElementAttributes(context, symbol, system.variables, symbol.first_variable);
  EmitStartWeights(context, symbol);
  if (!symbol.IsVariable()) return;
  if (const auto fixed = LowerAttribute(context, symbol, Attribute::kFixed, Mode::kStructural)) {
    for (std::size_t i = 0; i < count; ++i) {
      system.variables[VariableId(symbol.first_variable.index() + i)].fixed = (*fixed)[i].number != 0.0;
    }
  }
}

}  // namespace daedalus::semantics
