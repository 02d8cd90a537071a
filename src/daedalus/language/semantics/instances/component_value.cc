#include "daedalus/language/semantics/instances/component_value.h"

#include <utility>

#include "daedalus/base/nearest_name.h"
#include "daedalus/language/semantics/connections/bus_sides.h"
#include "daedalus/language/semantics/events/discrete_symbols.h"
#include "daedalus/language/semantics/expressions/choose_element.h"
#include "daedalus/language/semantics/expressions/rearrange.h"
#include "daedalus/language/semantics/expressions/record_value.h"
#include "daedalus/language/semantics/expressions/subscripts.h"
#include "daedalus/language/semantics/expressions/unit_check.h"
#include "daedalus/language/semantics/expressions/value_parts.h"
#include "daedalus/language/semantics/functions/function_frame.h"
#include "daedalus/language/semantics/functions/routine_writer.h"
#include "daedalus/language/semantics/functions/run_subscripts.h"
#include "daedalus/language/semantics/functions/unassigned_local.h"
#include "daedalus/language/semantics/instances/bindings.h"
#include "daedalus/language/semantics/instances/class_types.h"
#include "daedalus/language/semantics/instances/instances.h"

namespace daedalus::semantics {
namespace {

using syntax::ReferencePart;

// ---- Scalars and arrays of scalars ----

// An external object that is made at the start of a simulation. Its value is the number of a
// routine::LateObject, found when an expression needs it.
bool IsLate(const Symbol& symbol) {
  return symbol.is_free && symbol.type == BaseType::kExternalObject;
}

Scalar ElementOf(Lowering& l, const Symbol& symbol, std::size_t element) {
  if (IsLate(symbol)) return l.purpose.mode == Mode::kSymbolic ? symbol.value[element] : Scalar();
  const bool is_value =
      symbol.role == Role::kEvaluated || l.purpose.mode != Mode::kSymbolic ||
      (symbol.is_evaluated && symbol.role == Role::kParameter && symbol.value[element].IsConstant());
  if (is_value) return symbol.IsVariable() ? Scalar() : symbol.value[element];
  if (symbol.role == Role::kParameter) {
    return Expression(l.graph().Parameter(ParameterId(symbol.first_parameter.index() + element)));
  }
  if (symbol.role == Role::kDiscrete) {
    const DiscreteId discrete(symbol.first_discrete.index() + element);
    return Expression(l.graph().Held(l.context.system.hybrid.discretes[discrete].value));
  }
  return Expression(l.graph().Variable(VariableId(symbol.first_variable.index() + element)));
}

// A structural use of something without a value is reported here, at the name.
bool HasNeededValue(Lowering& l, const Symbol& symbol, const Scalar& element, Span span) {
  // A symbol that is always evaluated has no place in the System that could wait for its value.
  const bool is_needed =
      l.purpose.mode == Mode::kStructural ||
      (l.purpose.mode == Mode::kSymbolic && symbol.role == Role::kEvaluated && !symbol.IsVariable());
  if (!is_needed || !element.IsUnknown()) return true;
  auto error = Error(Code::kNotEvaluable, span, "{} needs the value of `{}`, which has none", l.purpose.what,
                     l.context.NameOf(symbol));
  if (symbol.is_free) error.Note("with `fixed = false` its value is found at the start of a simulation only");
  l.context.reporter.Report(std::move(error).With(symbol.name_span, "declared here"));
  return false;
}

// Finds the numbers of objects that are made at the start of a simulation; false after a mistake.
bool EnsureLateObjects(Context& context, Symbol& symbol) {
  if (symbol.value.IsConstant()) return true;
  const OutsideFunctions outside(context.functions);
  expr::Graph* const graph = std::exchange(context.functions.graph, nullptr);
  const Binding binding = BindingOf(context, symbol);
  TextScope text = TextScopeOf(context, binding);
  Lowering l{context, text, {Mode::kSymbolic, Variability::kParameter, "the value of a parameter"}};
  Value value = LowerBinding(l, symbol, binding);
  context.functions.graph = graph;
  if (value.IsError() || !value.IsConstant()) return false;
  symbol.value = std::move(value);
  return true;
}

// Says again that a constant has no value: its first reading may have been an attempt without reports.
void ReportWithoutValue(Context& context, const Symbol& symbol) {
  const bool is_missing =
      symbol.variability == Variability::kConstant && !BindingOf(context, symbol).IsValid();
  if (!is_missing || context.reporter.HasErrors()) return;
  context.reporter.Report(
      Error(Code::kMissingValue, symbol.name_span, "the constant `{}` has no value", context.NameOf(symbol)));
}

// Finds dimensions and, if needed, the value; false after a mistake.
bool Prepare(Lowering& l, SymbolId id, Span span) {
  Symbol& symbol = l.context.tree[id];
  if (IsSizingItself(l.context, id)) {
    l.ErrorOfOwnSize(span, symbol);
    return false;
  }
  if (!EnsureDims(l.context, id)) return false;
  DecideVariability(l.context, id);
  if (symbol.variability > l.purpose.limit)
    return IsAllowed(l, l.context.NameOf(symbol), symbol.variability, span);
  const bool is_declared_variable = l.purpose.is_by_declaration && symbol.is_unchanging;
  if (is_declared_variable && !IsAllowed(l, l.context.NameOf(symbol), Variability::kDiscrete, span))
    return false;
  if (!symbol.IsVariable() && !EnsureValue(l.context, id)) {
    ReportWithoutValue(l.context, symbol);
    return false;
  }
  if (symbol.IsVariable() && l.context.tree[symbol.parent].is_package) {
    l.Error(Code::kTooVariable, span, "`{}` is a variable of a class that is not instantiated here",
            l.context.NameOf(symbol));
    return false;
  }
  // Its type was refused.
  const bool has_no_place = symbol.role == Role::kDiscrete && !symbol.first_discrete.IsValid();
  if (has_no_place && l.purpose.mode == Mode::kSymbolic) return false;
  const bool is_late = IsLate(symbol);
  if (is_late && l.purpose.mode == Mode::kSymbolic && !EnsureLateObjects(l.context, symbol)) return false;
  const bool is_found_at_start =
      !symbol.IsVariable() && (symbol.role == Role::kVariable || symbol.role == Role::kDiscrete || is_late);
  if (is_found_at_start && l.depends_on_free != nullptr) *l.depends_on_free = true;
  // `Evaluate` is impossible if the value is found only at the start.
  const bool is_evaluated = symbol.role == Role::kEvaluated || (symbol.is_evaluated && !is_found_at_start);
  if (l.purpose.mode == Mode::kStructural || is_evaluated) symbol.is_structural = true;
  return true;
}

Value LowerSymbolAsItIs(Lowering& l, SymbolId id, const ReferencePart& part) {
  const Span span = l.tree().SpanOf(part);
  if (!Prepare(l, id, span)) return {};
  const Symbol& symbol = l.context.tree[id];
  const auto subscripts = l.tree().List(part.subscripts);
  const auto quoted = [&] { return fmt::format("`{}`", l.context.NameOf(symbol)); };
  if (!HasDimensionsFor(l, symbol.dims, subscripts, quoted)) return {};
  if (l.writer() != nullptr && l.purpose.mode == Mode::kSymbolic && !subscripts.empty()) {
    Value whole = ArrayValue(symbol.type, symbol.dims, symbol.variability);
    for (std::size_t i = 0; i < whole.size(); ++i) whole[i] = ElementOf(l, symbol, i);
    if (auto loaded = LoadPart(l, whole, 0, subscripts)) return std::move(*loaded);
  }
  const auto element_of = [&](std::size_t offset) { return ElementOf(l, symbol, offset); };
  const ChoosableArray array{symbol.type, symbol.dims, symbol.index_types, symbol.variability, element_of};
  if (auto chosen = ChooseElement(l, array, subscripts)) return std::move(*chosen);
  bool failed = false;
  if (const auto offset = ScalarOffset(l, symbol.dims, symbol.index_types, subscripts, &failed)) {
    const Scalar element = ElementOf(l, symbol, *offset);
    if (!HasNeededValue(l, symbol, element, span)) return {};
    return ScalarValue(symbol.type, element, symbol.variability);
  }
  if (failed) return {};
  const auto selection = Select(l, symbol.dims, symbol.index_types, subscripts);
  if (!selection) return {};
  Value value = ArrayValue(symbol.type, selection->dims, symbol.variability);
  for (std::size_t i = 0; i < selection->offsets.size(); ++i) {
    value[i] = ElementOf(l, symbol, selection->offsets[i]);
    if (!HasNeededValue(l, symbol, value[i], span)) return {};
  }
  return value;
}

Value LowerSymbol(Lowering& l, SymbolId id, const ReferencePart& part) {
  Value value = LowerSymbolAsItIs(l, id, part);
  if (value.type == BaseType::kReal) value.unit = UnitInText(l, l.context.tree[id]);
  return value;
}

// ---- Components with members ----

Value LowerMember(Lowering& l, NodeId id, std::span<const ReferencePart> parts);

// All members of the component.
Value WholeRecord(Lowering& l, NodeId id, const ReferencePart& part) {
  const scope::EnvId env = l.context.tree[id].env;
  std::vector<Value> fields;
  Variability variability = Variability::kConstant;
  for (std::uint32_t i = 0; i < l.context.envs.Members(env).size(); ++i) {
    const scope::Member& member = l.context.envs.Members(env)[i];
    if (member.is_class) continue;
    // The member as if only its name had been written.
    const ReferencePart name{member.name, part.place, {}};
    Value field = LowerComponent(l, ChildOf(l.context, id, i), std::span(&name, 1));
    if (field.IsError()) return {};
    variability = std::max(variability, field.variability);
    fields.push_back(std::move(field));
  }
  return RecordOf(TypeOfClass(l.context, env), std::move(fields), variability);
}

// It is not declared, but connections have added its elements to the bus, as separate members (bus_sides.h).
Value LowerBusElements(Lowering& l, NodeId bus, std::span<const ReferencePart> parts) {
  const auto elements = NamesOnBus(l, parts[1]);
  if (!elements) return {};
  std::vector<Value> values;
  for (const syntax::NameId name : elements->names) {
    std::vector<ReferencePart> below = {{name, parts[1].place, {}}};
    below.insert(below.end(), parts.begin() + 2, parts.end());
    const auto child = ChildOf(l.context, bus, name);
    if (!child) {
      ReportNoMember(l, l.context.tree[bus].env, fmt::format("`{}`", PathText(l.context, bus)), below[0]);
      return {};
    }
    values.push_back(LowerComponent(l, *child, below));
    if (values.back().IsError()) return {};
  }
  if (elements->dims.empty()) return std::move(values[0]);
  return Stacked(l, elements->dims, std::move(values), l.tree().SpanOf(parts[1]));
}

Value LowerMember(Lowering& l, NodeId id, std::span<const ReferencePart> parts) {
  if (parts.size() == 1) return WholeRecord(l, id, parts[0]);
  const scope::EnvId env = l.context.tree[id].env;
  const std::uint32_t member = l.context.envs.FindMember(env, parts[1].name);
  if (member != scope::kNoMember && !MayBeUsed(l, l.context.envs.Members(env)[member], parts[1])) return {};
  const auto child = ChildOf(l.context, id, parts[1].name);
  if (child) return LowerComponent(l, *child, parts.subspan(1));
  if (IsBus(l.context, env) && !parts[1].subscripts.empty()) return LowerBusElements(l, id, parts);
  ReportNoMember(l, l.context.tree[id].env, fmt::format("`{}`", PathText(l.context, id)), parts[1]);
  return {};
}

// The value of names that lead into an array of components without elements: it is empty, with a type from
// its class. There is no report about arrays and records in it.
std::optional<Value> NoElements(Lowering& l, scope::EnvId env, std::span<const ReferencePart> names,
                                const Dims& dims) {
  bool is_scalar = !names.empty();
  for (const ReferencePart& part : names) {
    const std::uint32_t member = l.context.envs.FindMember(env, part.name);
    if (member == scope::kNoMember || l.context.envs.Members(env)[member].is_class) return std::nullopt;
    is_scalar = is_scalar && l.context.envs.Members(env)[member].dimensions.empty();
    env = l.context.envs.EnvOf(env, member);
    if (!env.IsValid()) return std::nullopt;
    is_scalar = is_scalar && l.context.envs[env].dimensions.empty();
  }
  const Type type = TypeOfClass(l.context, env);
  if (!is_scalar || type == BaseType::kRecord || type == BaseType::kError) return std::nullopt;
  return ArrayValue(type, dims);
}

// If a subscript has no value here, one element represents all.
Value AnyElement(Lowering& l, NodeId id, std::span<const ReferencePart> parts, Dims dims) {
  if (l.context.tree[id].elements.empty()) {
    return NoElements(l, l.context.tree[id].env, parts.subspan(1), dims).value_or(Value());
  }
  const Value first = LowerMember(l, l.context.tree[id].elements[0], parts);
  if (first.IsError()) return {};
  dims.insert(dims.end(), first.dims.begin(), first.dims.end());
  return Blank(first, dims);
}

Value LowerNode(Lowering& l, NodeId id, std::span<const ReferencePart> parts) {
  const auto subscripts = l.tree().List(parts[0].subscripts);
  const Dims dims = l.context.tree[id].dims;
  if (!HasDimensionsFor(l, dims, subscripts, [&] { return fmt::format("`{}`", PathText(l.context, id)); }))
    return {};
  if (!l.context.tree[id].is_array) return LowerMember(l, id, parts);
  // s[i].y with an i that changes at events is an element of s.y (section 10.5).
  if (HasChosenSubscript(l, dims, {}, subscripts)) {
    std::vector<ReferencePart> all(parts.begin(), parts.end());
    all[0].subscripts = {};
    const Value array = LowerNode(l, id, all);
    if (array.IsError()) return {};
    if (auto chosen = ChooseElement(l, array, subscripts)) return std::move(*chosen);
  }
  const auto selection = Select(l, dims, {}, subscripts);
  if (!selection) return {};
  if (selection->is_known && selection->offsets.empty()) {
    if (auto none = NoElements(l, l.context.tree[id].env, parts.subspan(1), selection->dims))
      return std::move(*none);
  }
  if (!selection->is_known) return AnyElement(l, id, parts, selection->dims);
  std::vector<Value> values;
  for (const std::size_t offset : selection->offsets) {
    values.push_back(LowerMember(l, l.context.tree[id].elements[offset], parts));
    if (values.back().IsError()) return {};
  }
  if (selection->dims.empty()) return std::move(values[0]);
  return Stacked(l, selection->dims, std::move(values), l.tree().SpanOf(parts[0]));
}

}  // namespace

std::string AllowedUpTo(Variability limit) {
  return limit == Variability::kConstant ? "only constants are allowed here"
                                         : "only constants and parameters are allowed here";
}

bool IsAllowed(Lowering& l, std::string_view name, Variability variability, Span span) {
  if (variability <= l.purpose.limit) return true;
  l.context.reporter.Report(Error(Code::kTooVariable, span, "{} cannot depend on the {} `{}`", l.purpose.what,
                                  Name(variability), name)
                                .Note(AllowedUpTo(l.purpose.limit)));
  return false;
}

bool MayBeUsed(Lowering& l, const scope::Member& member, const ReferencePart& part) {
  if (!member.condition.expression.IsValid()) return true;
  l.context.reporter.Report(
      Error(Code::kDisabledComponent, l.tree().SpanOf(part),
            "`{}` exists only under a condition: it can be connected, but not be used in an expression",
            l.Text(part.name))
          .With(member.tree->SpanOf(member.condition.expression), "the condition")
          .Hint("connect it to something that is always there, and use that"));
  return false;
}

void ReportNoMember(Lowering& l, scope::EnvId env, std::string_view what, const ReferencePart& part) {
  const std::string_view name = l.Text(part.name);
  NearestName nearest(name);
  for (const scope::Member& member : l.context.envs.Members(env)) nearest.Offer(l.Text(member.name));
  l.context.reporter.Report(
      Error(Code::kUnknownName, l.tree().SpanOf(part), "{} has no `{}` in it", what, name)
          .Hint(nearest.Hint()));
}

Value LowerComponent(Lowering& l, Child child, std::span<const ReferencePart> parts) {
  switch (child.kind) {
    case Child::Kind::kSymbol: {
      if (parts.size() == 1) return LowerSymbol(l, child.symbol(), parts[0]);
      const Symbol& symbol = l.context.tree[child.symbol()];
      return l.Error(Code::kUnknownName, l.tree().SpanOf(parts[1]), "`{}` is a {} and has no `{}` in it",
                     l.context.NameOf(symbol), l.types().Name(symbol.type), l.Text(parts[1].name));
    }
    case Child::Kind::kNode:
      return LowerNode(l, child.node(), parts);
    case Child::Kind::kDisabled:
      return l.Error(Code::kDisabledComponent, l.tree().SpanOf(parts[0]),
                     "`{}` does not exist: its condition is false", l.Text(parts[0].name));
    default:
      return {};
  }
}

// Only some of the earlier branches gave it a value. A routine can check during the run whether one of them
// was taken: if not, the value is not a number.
Value LowerPerhaps(Lowering& l, Local local, std::span<const ReferencePart> parts) {
  if (l.writer() == nullptr || !local.first_register) {
    l.Refuse(l.tree().SpanOf(parts[0]), "`{}` may have no value here", l.Text(parts[0].name));
    return {};
  }
  l.writer()->Forget(local);
  return PartOf(l, local.value, parts, fmt::format("`{}`", l.Text(parts[0].name)), local.index_types);
}

Value LowerLocal(Lowering& l, std::uint32_t member, std::span<const ReferencePart> parts) {
  FunctionFrame& frame = *l.scope.frame;
  if (!EnsureLocal(l.context, frame, member)) return {};
  const Local& local = frame.locals[member];
  if (!local.is_assigned && local.may_be_assigned && l.purpose.mode == Mode::kSymbolic) {
    return LowerPerhaps(l, local, parts);
  }
  std::optional<Value> unassigned;
  if (!local.is_assigned && !local.may_be_assigned && l.purpose.mode != Mode::kCheck) {
    if (frame.reads_nothing != nullptr) *frame.reads_nothing = true;
    if (frame.reads_nothing != nullptr) return {};
    unassigned = ReadUnassigned(l, member, l.tree().SpanOf(parts[0]));
    if (!unassigned)
      return l.Error(Code::kFunctionFailed, l.tree().SpanOf(parts[0]), "`{}` has no value yet",
                     l.Text(parts[0].name));
  }
  const Value& read = unassigned ? *unassigned : local.value;
  const bool is_whole = parts.size() == 1 && parts[0].subscripts.empty();
  Value value =
      is_whole ? read : PartOf(l, read, parts, fmt::format("`{}`", l.Text(parts[0].name)), local.index_types);
  if (value.type == BaseType::kReal && parts.size() == 1 && ChecksUnits(l)) {
    const units::UnitId declared = UnitOfMember(l.context, frame.env, member);
    if (declared.IsValid()) value.unit = declared;
  }
  return value;
}

}  // namespace daedalus::semantics
