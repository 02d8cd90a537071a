#include "daedalus/initialize/initial_values.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "daedalus/initialize/explain.h"
#include "daedalus/initialize/initial_problem.h"
#include "daedalus/integrate/consistent.h"
#include "daedalus/system/print_system.h"

namespace daedalus::initialize {
namespace {

using nonlinear::SolveOutcome;
using nonlinear::SolveStatus;

const Equation* EquationOfRow(const System& system, std::size_t row) {
  const std::size_t n = system.equations.size();
  if (row < n) return &system.equations[EquationId(row)];
  if (row - n < system.initial_equations.size()) return &system.initial_equations[EquationId(row - n)];
  return nullptr;
}

std::string NameOfUnknown(const System& system, const execute::DaeModel& dae, std::size_t unknown) {
  if (unknown < system.variables.size()) return NameOf(system, VariableId(unknown));
  std::size_t rank = unknown - system.variables.size();
  for (const VariableId v : IdRange<VariableId>(system.variables.size())) {
    if (dae.is_differential()[v.index()] && rank-- == 0) return fmt::format("der({})", NameOf(system, v));
  }
  return {};
}

Diagnostic ExplainFailure(const System& system, const execute::DaeModel& dae, const SolveOutcome& outcome,
                          const execute::EvaluationPoint& point) {
  const Equation* equation =
      outcome.row ? EquationOfRow(system, static_cast<std::size_t>(*outcome.row)) : nullptr;
  const bool not_finite =
      outcome.status == SolveStatus::kResidualFailedAtStart || outcome.status == SolveStatus::kResidualFailed;
  if (not_finite && equation) {
    const bool remembered =
        dae.last_non_finite() && dae.last_non_finite()->row == static_cast<std::size_t>(*outcome.row);
    return ExplainNonFinite(system, *equation, remembered ? dae.last_non_finite()->point : point,
                            dae.parameters(), Code::kInitialNotFinite)
        .Hint("give start values for which every equation is defined");
  }
  Diagnostic d =
      Error(Code::kInitialNotConverged, equation ? SpanOf(system, *equation) : Span{},
            "no consistent initial values were found at time = {:.9g}: {}", point.time, outcome.reason);
  if (equation) {
    d.Here(outcome.status == SolveStatus::kSingularJacobian
               ? "this equation determines nothing there"
               : "this equation is furthest from being satisfied");
    d.Note(fmt::format("flattened: {}", EquationText(system, *equation)));
    d.Note(fmt::format("with {}", ValuesIn(system, *equation, point)));
  }
  if (outcome.unknown) {
    d.Note(fmt::format("not determined: `{}`",
                       NameOfUnknown(system, dae, static_cast<std::size_t>(*outcome.unknown))));
  }
  return std::move(d).Hint("give start values nearer to the solution, or check the initial equations");
}

bool SolveByStates(execute::DaeModel& dae, const ConsistentOptions& options, InitialValues& values) {
  const auto outcome =
      integrate::CalculateConsistent(dae.Problem(), options.tolerances, options.start_time,
                                     options.start_time + options.time_scale, values.y, values.yp);
  values.newton_iterations += outcome.newton_iterations;
  return outcome.ok();
}

}  // namespace

Result<InitialValues> FindConsistentValues(const System& system, execute::DaeModel& dae,
                                           const InitialPlan& plan, const AttributeValues& attributes,
                                           const ConsistentOptions& options) {
  InitialValues values{attributes.start, std::vector<double>(system.variables.size(), 0.0), 0};
  if (plan.given_by_states && SolveByStates(dae, options, values)) return values;
  InitialProblem problem(system, dae, plan, attributes.start, options.start_time);
  std::vector<double> z = problem.Join(attributes.start, std::vector<double>(system.variables.size(), 0.0));
  const SolveOutcome outcome = nonlinear::SolveNonlinear(problem.Problem(attributes.nominal), z);
  problem.Split(z, values.y, values.yp);
  values.newton_iterations += outcome.iterations;
  if (!outcome.ok())
    return Fail(ExplainFailure(system, dae, outcome, {options.start_time, values.y, values.yp,
                                                       {dae.held().begin(), dae.held().end()}}));
  return values;
}

namespace {

// Variables from which on the simultaneous iteration comes first.
constexpr std::size_t kLargeModel = 5000;

// The start values that were left out because they follow from the others must hold as well.
Result<InitialValues> Checked(const InitialPlan& plan, const AttributeValues& attributes,
                              InitialValues values) {
  constexpr double kTolerance = 1e-6;
  std::vector<Diagnostic> violated;
  constexpr std::size_t kMostTold = 10;
  for (std::size_t i = 0; i < plan.redundant.size() && violated.size() < kMostTold; ++i) {
    const std::size_t v = plan.redundant[i].index();
    const double found = values.y[v], wanted = attributes.start[v];
    if (std::abs(found - wanted) <= kTolerance * std::max(std::abs(wanted), attributes.nominal[v])) continue;
    Diagnostic d = plan.conflicts[i];
    violated.push_back(std::move(d.Note(fmt::format("the others make it {:.9g}, which is {:.3g} off", found, found - wanted))));
  }
  if (!violated.empty()) return Failure{std::move(violated)};
  return values;
}

}  // namespace

Result<InitialValues> FindInitialValues(const System& system, execute::DaeModel& dae, const InitialPlan& plan,
                                        const AttributeValues& attributes, const ConsistentOptions& options,
                                        const std::function<const InitialProgram&()>& blocks) {
  InitialValues values;
  std::string reason;
  const auto solve_by_blocks = [&] {
    InitialProgramOutcome outcome =
        blocks().Run(attributes, dae.parameters(), options.start_time, dae.cancelled(), dae.held());
    values = {std::move(outcome.values.y), std::move(outcome.values.yp), outcome.newton_iterations};
    if (outcome.undetermined) values.warnings.push_back(*std::move(outcome.undetermined));
    reason = std::move(outcome.reason);
    return outcome.ok;
  };
  const bool blocks_first = system.variables.size() < kLargeModel;
  if (blocks_first && solve_by_blocks()) return Checked(plan, attributes, std::move(values));
  auto simultaneous = FindConsistentValues(system, dae, plan, attributes, options);
  if (simultaneous.ok()) return Checked(plan, attributes, std::move(*simultaneous));
  if (!blocks_first && solve_by_blocks()) return Checked(plan, attributes, std::move(values));
  std::vector<Diagnostic> errors = std::move(simultaneous).error();
  if (!errors.empty()) errors.front().Note(fmt::format("block by block: {}", reason));
  return Failure{std::move(errors)};
}

}  // namespace daedalus::initialize
