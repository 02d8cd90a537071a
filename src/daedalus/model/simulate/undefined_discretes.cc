#include "daedalus/model/simulate/undefined_discretes.h"

#include <fmt/format.h>

#include <cmath>

#include "daedalus/model/initialize/explain.h"
#include "daedalus/system/expr/evaluate.h"
#include "daedalus/system/print_system.h"

namespace daedalus::simulate {
namespace {

// The variable's equation, reduced to the branch that has no value: after the event the condition of a
// when-clause is false again. If the variable has only kept its value, this is the equation of the start.
std::optional<Equation> FindUndefinedBranch(const System& system, const DiscreteVariable& variable,
                                            const execute::EvaluationPoint& point,
                                            std::span<const double> parameters) {
  const expr::Graph& g = system.graph;
  const auto is_it = [&](ExprId e) {
    return g.op(e) == expr::Op::kHeld && (g.held(e) == variable.value || g.held(e) == variable.pre);
  };
  const auto is_undefined = [&](ExprId e) {
    return !std::isfinite(expr::Evaluate(g, e, {point.time, point.y, point.yp, parameters, point.held}));
  };
  for (const auto* list : {&system.hybrid.equations, &system.hybrid.initial_equations}) {
    for (const DiscreteEquation& equation : *list) {
      if (!is_it(equation.left)) continue;
      ExprId value = equation.right;
      while (g.op(value) == expr::Op::kIf)
        value = g.operand(value, is_undefined(g.operand(value, 1)) ? 1 : 2);
      if (!is_it(value)) return Equation{equation.left, value, value, equation.origin, {}};
    }
  }
  return std::nullopt;
}

}  // namespace

std::optional<DiscreteId> FindUndefinedDiscrete(const Hybrid& hybrid, std::span<const double> held) {
  for (const DiscreteId id : IdRange<DiscreteId>(hybrid.discretes.size())) {
    const DiscreteVariable& variable = hybrid.discretes[id];
    if (!variable.is_internal && !std::isfinite(held[variable.value.index()])) return id;
  }
  return std::nullopt;
}

Diagnostic ExplainUndefinedDiscrete(const System& system, DiscreteId id,
                                    const execute::EvaluationPoint& point,
                                    std::span<const double> parameters) {
  const DiscreteVariable& variable = system.hybrid.discretes[id];
  const std::string what =
      fmt::format("an event gives `{}` no finite value", system.names.Text(variable.name));
  if (const auto culprit = FindUndefinedBranch(system, variable, point, parameters))
    return initialize::ExplainNonFinite(system, *culprit, point, parameters, Code::kRunNotFinite).Note(what);
  return Error(Code::kRunNotFinite, system.declarations[variable.declaration].span, "{}, at time = {:.9g}",
               what, point.time);
}

}  // namespace daedalus::simulate
