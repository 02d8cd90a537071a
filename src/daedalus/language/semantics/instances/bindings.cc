#include "daedalus/language/semantics/instances/bindings.h"

#include "daedalus/language/semantics/emit.h"
#include "daedalus/language/semantics/equate.h"
#include "daedalus/language/semantics/events/acting_equation.h"
#include "daedalus/language/semantics/expressions/arithmetic.h"
#include "daedalus/language/semantics/expressions/records.h"
#include "daedalus/language/semantics/expressions/unit_check.h"
#include "daedalus/language/semantics/flat_equations.h"
#include "daedalus/language/semantics/instances/elements.h"
#include "daedalus/language/semantics/instances/instances.h"

namespace daedalus::semantics {
namespace {

// The binding over other parameters, so that these can be changed later. The symbol's present numbers are
// used in two cases: nothing in the binding can change; or it is too large, or cannot be written out (a
// function that loops until a condition holds). Its parameters then become structural.
Value SettableValue(Context& context, Symbol& symbol) {
  const Binding binding = BindingOf(context, symbol);
  const bool is_fixed = symbol.role != Role::kParameter || !binding.IsValid() || symbol.IsOverridden() ||
                        (symbol.value.variability == Variability::kConstant && symbol.value.IsConstant());
  if (is_fixed) return symbol.value;
  bool is_too_large = false;
  TextScope text = TextScopeOf(context, binding);
  Lowering l{context, text, {Mode::kSymbolic, symbol.variability, "the value of a parameter"}};
  l.is_too_large = &is_too_large;
  if (symbol.value.IsConstant()) {
    const Reporter::Silent attempt(context.reporter);
    Value value = LowerBinding(l, symbol, binding);
    if (!value.IsError() && !is_too_large) return value;
  } else {
    Value value = LowerBinding(l, symbol, binding);
    if (!is_too_large) return value;
  }
  symbol.is_structural = true;
  return symbol.value;
}

void EmitParameterValues(Context& context, Symbol& symbol) {
  Value value = symbol.takes_start ? ArrayValue(symbol.type, symbol.dims) : SettableValue(context, symbol);
  if (value.IsError()) return context.reporter.GiveUp(symbol.name_span);
  if (symbol.variability == Variability::kParameter) ApplyOverrides(context, symbol, value);
  for (std::size_t i = 0; i < value.size(); ++i) {
    if (value[i].IsUnknown()) continue;
    context.system.parameters[ParameterId(symbol.first_parameter.index() + i)].value =
        ToExpr(context, value[i]);
  }
}

// A value found at the start does not change.
void KeepFreeValues(System& system, const Symbol& symbol, ScalarName instance) {
  expr::Graph& g = system.graph;
  const auto count = static_cast<std::size_t>(NumElements(symbol.dims));
  for (std::size_t i = 0; i < count; ++i) {
    if (symbol.role == Role::kDiscrete) {
      const DiscreteVariable& kept = system.hybrid.discretes[DiscreteId(symbol.first_discrete.index() + i)];
      system.hybrid.equations.push_back(
          {g.Held(kept.value), g.Held(kept.pre), system.origins.Add({symbol.span, instance})});
    } else {
      const VariableId variable(symbol.first_variable.index() + i);
      system.equations.Add(
          MakeEquation(system, g.Variable(variable, 1), g.Constant(0.0), symbol.span, instance));
    }
  }
}

// False after a reported mistake.
bool LowerDeclaration(Context& context, const Symbol& symbol, const Binding& binding, ScalarName instance,
                      FlatEquations& flat) {
  System& system = context.system;
  expr::Graph& g = system.graph;
  TextScope text = TextScopeOf(context, binding);
  const Variability limit = symbol.IsVariable() ? Variability::kContinuous : symbol.variability;
  Lowering l{context, text, {Mode::kSymbolic, limit, "the value of a parameter"}};
  const CollectAssertions collect(context.functions, symbol.is_free ? nullptr : &system.assertions);
  const CollectEffects collect_effects(context.functions, symbol.is_free ? nullptr : &flat.effects);
  const ActingEquation acting(context, flat);
  const Value value = LowerBinding(l, symbol, binding);
  if (value.IsError()) return false;
  const bool is_field = binding.layer != nullptr && !binding.layer->fields.empty();
  const auto count = static_cast<std::size_t>(NumElements(symbol.dims));
  for (std::size_t i = 0; i < count; ++i) {
    const ExprId left =
        symbol.role == Role::kDiscrete
            ? g.Held(system.hybrid.discretes[DiscreteId(symbol.first_discrete.index() + i)].value)
            : g.Variable(VariableId(symbol.first_variable.index() + i));
    AddEquation(
        context, symbol.is_free ? Place::kInitial : Place::kEquation,
        {left, ToExpr(l, value[i]), symbol.span, instance, IsContinuous(symbol.type), true, false, is_field},
        flat);
  }
  return true;
}

void EmitDeclarationEquations(Context& context, const Symbol& symbol) {
  const Node& parent = context.tree[symbol.parent];
  const ScalarName instance{parent.path, parent.element};
  if (symbol.is_free) KeepFreeValues(context.system, symbol, instance);
  const Binding binding = BindingOf(context, symbol);
  if (!binding.IsValid()) return;
  FlatEquations flat;
  if (!LowerDeclaration(context, symbol, binding, instance, flat))
    return context.reporter.GiveUp(symbol.name_span);
  MoveInto(context.system, std::move(flat), symbol.is_free);
}

}  // namespace

Value LowerBinding(Lowering& l, const Symbol& symbol, const Binding& binding) {
  Value value = LowerLayered(l, binding);
  if (value.IsError()) return {};
  const Span span = l.SpanOf(binding.expression);
  if (!l.types().IsAssignable(symbol.type, value.type)) {
    auto error = Error(Code::kTypeMismatch, span, "`{}` is of type {}, but its value is {}",
                       l.context.NameOf(symbol), l.types().Name(symbol.type), l.TypeText(value));
    if (symbol.type == BaseType::kInteger && value.type == BaseType::kReal)
      error.Hint("`integer(...)` rounds down");
    l.context.reporter.Report(std::move(error));
    return {};
  }
  if (!AreCompatible(value.dims, symbol.dims)) {
    return l.Error(Code::kDimensionMismatch, span, "`{}` is {}, but its value is {}",
                   l.context.NameOf(symbol), l.context.TypeText(symbol.type, symbol.dims), l.TypeText(value));
  }
  CheckBinding(l, symbol, value, span);
  return Coerced(l.types(), std::move(value), symbol.type);
}

void EmitBindings(Context& context, Symbol& symbol) {
  if (symbol.role == Role::kVariable || symbol.role == Role::kDiscrete) {
    EmitDeclarationEquations(context, symbol);
  } else {
    EmitParameterValues(context, symbol);
  }
}

}  // namespace daedalus::semantics
