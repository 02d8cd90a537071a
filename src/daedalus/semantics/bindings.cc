#include "daedalus/semantics/bindings.h"

#include "daedalus/semantics/arithmetic.h"
#include "daedalus/semantics/elements.h"
#include "daedalus/semantics/emit.h"
#include "daedalus/semantics/records.h"

namespace daedalus::semantics {
namespace {

// The binding over other parameters, so that they can be changed later. Where nothing in it can change, and
// where it is too large to be written out, the numbers that the symbol has already: then its parameters
// become structural.
Value SettableValue(Context& context, Symbol& symbol) {
  const bool is_fixed = symbol.role != Role::kParameter || !symbol.binding.IsValid() ||
                        symbol.IsOverridden() ||
                        (symbol.value.variability == Variability::kConstant && symbol.value.IsConstant());
  if (is_fixed) return symbol.value;
  bool is_too_large = false;
  TextScope text{context.tree};
  Lowering l{context, text, {Mode::kSymbolic, symbol.variability, "the value of a parameter"}};
  l.is_too_large = &is_too_large;
  Value value = LowerBinding(l, symbol);
  if (!is_too_large) return value;
  symbol.is_structural = true;
  return symbol.value;
}

void EmitParameterValues(Context& context, Symbol& symbol) {
  Value value = SettableValue(context, symbol);
  if (value.IsError()) return context.reporter.GiveUp(symbol.name_span);
  if (symbol.variability == Variability::kParameter) ApplyOverrides(context, symbol, value);
  TextScope text{context.tree};
  Lowering l{context, text};
  for (std::size_t i = 0; i < value.size(); ++i) {
    if (value[i].IsUnknown()) continue;
    context.system.parameters[ParameterId(symbol.first_parameter.index() + i)].value = ToExpr(l, value[i]);
  }
}

void EmitDeclarationEquations(Context& context, const Symbol& symbol) {
  System& system = context.system;
  expr::Graph& g = system.graph;
  TextScope text{context.tree};
  Lowering l{context, text, {Mode::kSymbolic, symbol.variability, "the value of a parameter"}};
  const auto variable = [&](std::size_t i) { return VariableId(symbol.first_variable.index() + i); };
  const auto count = static_cast<std::size_t>(NumElements(symbol.dims));
  for (std::size_t i = 0; symbol.is_free && i < count; ++i) {
    system.equations.Add(MakeEquation(system, g.Variable(variable(i), 1), g.Constant(0.0), symbol.span));
  }
  if (!symbol.binding.IsValid()) return;
  const Value value = LowerBinding(l, symbol);
  if (value.IsError()) return context.reporter.GiveUp(symbol.name_span);
  auto& equations = symbol.is_free ? system.initial_equations : system.equations;
  for (std::size_t i = 0; i < count; ++i) {
    equations.Add(MakeEquation(system, g.Variable(variable(i)), ToExpr(l, value[i]), symbol.span));
  }
}

}  // namespace

Value LowerBinding(Lowering& l, const Symbol& symbol) {
  Value value = Lower(l, symbol.binding);
  if (value.IsError()) return {};
  const Span span = l.SpanOf(symbol.binding);
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
  return Coerced(l.types(), std::move(value), symbol.type);
}

void EmitBindings(Context& context, Symbol& symbol) {
  if (symbol.role == Role::kVariable) {
    EmitDeclarationEquations(context, symbol);
  } else {
    EmitParameterValues(context, symbol);
  }
}

}  // namespace daedalus::semantics
