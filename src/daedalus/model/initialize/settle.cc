#include "daedalus/model/initialize/settle.h"

#include <optional>

#include "daedalus/numerics/nonlinear/newton.h"
#include "daedalus/system/expr/build.h"

namespace daedalus::initialize {
namespace {

constexpr int kMostEulerSteps = 400;
constexpr double kFirstStep = 1e-3, kLastStep = 1e12, kLeastStep = 1e-12;  // of the time scale
constexpr double kGrowth = 3, kShrink = 0.1;

// The variable of der(x) = 0, on either side.
std::optional<VariableId> AtRest(const System& system, const execute::DaeModel& dae, EquationId e) {
  const expr::Graph& graph = system.graph;
  const auto factors = expr::SplitCoefficient(graph, system.initial_equations[e].residual).factors;
  if (factors.size() != 1) return std::nullopt;
  const ExprId residual = factors[0];
  if (graph.op(residual) != expr::Op::kVariable || graph.derivative_order(residual) != 1) return std::nullopt;
  const VariableId v = graph.variable(residual);
  return dae.is_differential()[v.index()] ? std::optional(v) : std::nullopt;
}

StartConditions StepConditions(const System& system, const execute::DaeModel& dae, const InitialPlan& plan) {
  StartConditions out;
  out.starts = plan.start_conditions;
  for (const EquationId e : plan.initial_equations) {
    if (const auto v = AtRest(system, dae, e)) {
      out.steps.push_back(*v);
    } else {
      out.initial_equations.push_back(e);
    }
  }
  return out;
}

}  // namespace

SettleOutcome SettleToRest(const System& system, execute::DaeModel& dae, const InitialPlan& plan,
                           const AttributeValues& attributes, double start_time, double time_scale) {
  SettleOutcome out;
  StartConditions conditions = StepConditions(system, dae, plan);
  if (conditions.steps.empty()) return out;
  InitialProblem problem(system, dae, std::move(conditions), attributes.start, start_time);
  const nonlinear::NonlinearProblem numbers = problem.Problem(attributes.nominal);
  out.y = attributes.start;
  out.yp.assign(out.y.size(), 0.0);
  double h = kFirstStep * time_scale;
  while (h < kLastStep * time_scale) {
    if (out.num_steps++ == kMostEulerSteps || h < kLeastStep * time_scale || dae.is_cancelled()) return out;
    problem.SetStep(h, out.y);
    std::vector<double> z = problem.Join(out.y, out.yp);
    const nonlinear::SolveOutcome outcome = nonlinear::SolveNonlinear(numbers, z);
    out.iterations += outcome.iterations;
    h *= outcome.ok() ? kGrowth : kShrink;
    if (outcome.ok()) problem.Split(z, out.y, out.yp);
  }
  InitialProblem at_rest(system, dae, ConditionsOf(plan), attributes.start, start_time);
  std::vector<double> z = at_rest.Join(out.y, out.yp);
  const nonlinear::SolveOutcome outcome = nonlinear::SolveNonlinear(at_rest.Problem(attributes.nominal), z);
  out.iterations += outcome.iterations;
  out.ok = outcome.ok();
  at_rest.Split(z, out.y, out.yp);
  return out;
}

}  // namespace daedalus::initialize
