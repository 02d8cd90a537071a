#include "daedalus/model/initialize/initial_values.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <optional>
#include <utility>

#include "daedalus/base/check.h"
#include "daedalus/model/initialize/all_conditions.h"
#include "daedalus/model/initialize/explain.h"
#include "daedalus/model/initialize/initial_problem.h"
#include "daedalus/model/initialize/redundant_conditions.h"
#include "daedalus/model/initialize/settle.h"
#include "daedalus/model/initialize/source_ramp.h"
#include "daedalus/numerics/integrate/consistent.h"
#include "daedalus/numerics/nonlinear/branch.h"
#include "daedalus/system/print_system.h"

namespace daedalus::initialize {
namespace {

using nonlinear::SolveOutcome;
using nonlinear::SolveStatus;

const Equation* EquationOfRow(const System& system, const InitialRow& row) {
  if (row.kind == InitialRow::Kind::kEquation) return &system.equations[row.equation];
  if (row.kind == InitialRow::Kind::kInitialEquation) return &system.initial_equations[row.equation];
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

Diagnostic ExplainFailure(const System& system, const execute::DaeModel& dae, const InitialProblem& problem,
                          const SolveOutcome& outcome, const execute::EvaluationPoint& point) {
  const Equation* equation =
      outcome.row ? EquationOfRow(system, problem.RowAt(static_cast<std::size_t>(*outcome.row))) : nullptr;
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
  InitialProblem problem(system, dae, ConditionsOf(plan), attributes.start, options.start_time);
  DAEDALUS_CHECK(problem.num_rows() == problem.size(), "the plan makes the initial problem square");
  std::vector<double> z = problem.Join(attributes.start, std::vector<double>(system.variables.size(), 0.0));
  const SolveOutcome outcome = nonlinear::SolveNonlinear(problem.Problem(attributes.nominal), z);
  problem.Split(z, values.y, values.yp);
  values.newton_iterations += outcome.iterations;
  if (!outcome.ok())
    return Fail(
        ExplainFailure(system, dae, problem, outcome,
                       {options.start_time, values.y, values.yp, {dae.held().begin(), dae.held().end()}}));
  return values;
}

namespace {

// Variables from which on the simultaneous iteration comes first.
constexpr std::size_t kLargeModel = 5000;

// The ways to consistent values, one after the other.
class StartSearch {
 public:
  StartSearch(const System& system, execute::DaeModel& dae, const InitialPlan& plan,
              const AttributeValues& attributes, const ConsistentOptions& options,
              const std::function<const InitialProgram&()>& blocks)
      : system_(system),
        dae_(dae),
        plan_(plan),
        attributes_(attributes),
        options_(options),
        blocks_(blocks) {}

  Result<InitialValues> Run() {
    const bool blocks_first = system_.variables.size() < kLargeModel;
    const bool found = blocks_first ? ByBlocks() || Simultaneously() : Simultaneously() || ByBlocks();
    if (!found && options_.is_trial) return Failure{std::move(errors_)};
    if (!found && !ByRamp() && !BySettling()) return Everything();
    auto checked = Check();
    // If the kept conditions are numerically dependent, those that were left out are needed.
    const bool in_doubt = !checked.ok() || (is_undetermined_ && !plan_.redundant.empty());
    if (!in_doubt || plan_.redundant.empty()) return checked;
    if (!WithAll()) return checked;
    return Check();
  }

 private:
  bool ByBlocks() {
    InitialProgramOutcome outcome =
        blocks_().Run(attributes_, dae_.parameters(), options_.start_time, dae_.cancelled(), dae_.held());
    values_ = {std::move(outcome.values.y), std::move(outcome.values.yp), outcome.newton_iterations};
    if (options_.explains) values_.blocks = blocks_().Describe(outcome.loops);
    is_undetermined_ = outcome.undetermined.has_value();
    if (outcome.undetermined) values_.warnings.push_back(*std::move(outcome.undetermined));
    if (outcome.ok) std::ranges::move(outcome.decided, std::back_inserter(values_.warnings));
    reason_ = std::move(outcome.reason);
    return outcome.ok;
  }

  bool Simultaneously() {
    auto found = FindConsistentValues(system_, dae_, plan_, attributes_, options_);
    if (found.ok()) {
      values_ = *std::move(found);
    } else {
      errors_ = std::move(found).error();
    }
    return errors_.empty();
  }

  bool ByRamp() {
    InitialProblem problem(system_, dae_, ConditionsOf(plan_), attributes_.start, options_.start_time);
    for (const RampWay way : {RampWay::kStraight, RampWay::kAroundFolds}) {
      for (const RampOrigin origin : {RampOrigin::kZero, RampOrigin::kStartValues}) {
        if (dae_.is_cancelled()) return false;
        RampOutcome found = FollowRamp(problem, attributes_, origin, way);
        if (!found.ok) continue;
        TakeFound(std::move(found.y), std::move(found.yp), found.iterations,
                  fmt::format("{}, in {} steps{}", NameOf(origin), found.num_solved,
                              nonlinear::TurnsText(found.num_turns)));
        return true;
      }
    }
    return false;
  }

  bool BySettling() {
    SettleOutcome found =
        SettleToRest(system_, dae_, plan_, attributes_, options_.start_time, options_.time_scale);
    if (!found.ok) return false;
    TakeFound(std::move(found.y), std::move(found.yp), found.iterations,
              fmt::format("letting the model come to rest, in {} steps", found.num_steps));
    return true;
  }

  void TakeFound(std::vector<double> y, std::vector<double> yp, std::int64_t iterations, std::string way) {
    values_ = {std::move(y), std::move(yp), values_.newton_iterations + iterations};
    Diagnostic note = Warning(Code::kInitialAssumed, {}, "initial values were found by {}", way);
    note.severity = Severity::kNote;
    values_.warnings.push_back(std::move(note));
    values_.way = std::move(way);
  }

  bool WithAll() {
    AllConditionsOutcome found = SolveAllConditions(system_, dae_, plan_, attributes_, options_.start_time);
    contradiction_ = std::move(found.why);
    if (!found.ok || dae_.is_cancelled()) return false;
    values_ = {std::move(found.y), std::move(found.yp), values_.newton_iterations + found.iterations};
    if (!found.given_up.empty()) values_.warnings.push_back(DescribeGivenUp(found.given_up));
    return true;
  }

  // The last resort.
  Result<InitialValues> Everything() {
    if (WithAll()) return Check();
    if (contradiction_ && !dae_.is_cancelled())
      return Fail(DescribeContradiction(system_, options_.start_time, *contradiction_));
    if (!errors_.empty()) errors_.front().Note(fmt::format("block by block: {}", reason_));
    return Failure{std::move(errors_)};
  }

  Result<InitialValues> Check() {
    RedundantOutcome outcome = CheckRedundant(system_, plan_, attributes_, dae_.parameters(), dae_.held(),
                                              options_.start_time, values_.y, values_.yp);
    if (!outcome.conflicts.empty()) return Failure{std::move(outcome.conflicts)};
    std::ranges::move(outcome.notes, std::back_inserter(values_.warnings));
    std::ranges::move(outcome.remarks, std::back_inserter(values_.remarks));
    return values_;
  }

  Diagnostic DescribeGivenUp(const std::vector<VariableId>& variables) const {
    Diagnostic d =
        Warning(Code::kStartChanged, {}, "{} could not be kept",
                variables.size() == 1 ? "a start value" : fmt::format("{} start values", variables.size()));
    constexpr std::size_t kMostNamed = 5;
    for (std::size_t i = 0; i < variables.size() && i < kMostNamed; ++i) {
      const Variable& variable = system_.variables[variables[i]];
      d.With(system_.declarations[variable.declaration].span,
             fmt::format("`{}` starts at {:.6g} instead of {:.6g}", NameOf(system_, variable),
                         values_.y[variables[i].index()], attributes_.start[variables[i].index()]));
    }
    return std::move(d).Note("they were not fixed, and the equations have no solution with them");
  }

  const System& system_;
  execute::DaeModel& dae_;
  const InitialPlan& plan_;
  const AttributeValues& attributes_;
  const ConsistentOptions& options_;
  const std::function<const InitialProgram&()>& blocks_;
  InitialValues values_;
  bool is_undetermined_ = false;
  std::string reason_;              // why the blocks were not solved
  std::vector<Diagnostic> errors_;  // of the simultaneous iteration
  std::optional<Contradiction> contradiction_;
};

}  // namespace

Result<InitialValues> FindInitialValues(const System& system, execute::DaeModel& dae, const InitialPlan& plan,
                                        const AttributeValues& attributes, const ConsistentOptions& options,
                                        const std::function<const InitialProgram&()>& blocks) {
  return StartSearch(system, dae, plan, attributes, options, blocks).Run();
}

}  // namespace daedalus::initialize
