#include "daedalus/numerics/integrate/runge_kutta/stage_newton.h"

#include <algorithm>
#include <cmath>

#include "daedalus/numerics/linear/rounding.h"

namespace daedalus::integrate {
namespace {

constexpr double kNewtonUnit = 0.02;

int MaxIterations(const StageTableau& tableau, bool has_fixed_step) {
  return has_fixed_step ? 100 : 7 + std::max(0, 2 * (tableau.stages - 3));
}

}  // namespace

StageNewton::StageNewton(StageMatrices& matrices, const DaeProblem& problem, const ErrorNorm& norm,
                         double relative, bool has_fixed_step, Statistics& statistics)
    : matrices_(matrices),
      norm_(norm),
      statistics_(statistics),
      monitor_(problem.constant_mass),
      relative_(relative),
      has_fixed_step_(has_fixed_step),
      rounding_(static_cast<std::size_t>(problem.size)) {
  if (!problem.index.empty()) weights_.resize(static_cast<std::size_t>(problem.size));
}

bool StageNewton::BeginConstraints(const StageStep& step, ImplicitStages& stages) {
  StageConstraints* const constraints = matrices_.constraints();
  return !constraints || constraints->Begin({.t = step.end(),
                                             .h = step.h,
                                             .tableau = &step.tableau,
                                             .start = step.y,
                                             .weights = Weights(),
                                             .stages = stages.arrays()});
}

std::optional<double> StageNewton::Correct(const StageStep& step, ImplicitStages& stages) {
  const double increment =
      matrices_.system().Advance(step.tableau, step.h, Weights(), step.y, stages.arrays());
  StageConstraints* const constraints = matrices_.constraints();
  if (!constraints) return increment;
  constraints->Shift();
  const LeastSquaresStep::Correction more = constraints->Correct();
  return more.ok ? std::optional(std::hypot(increment, more.moved)) : std::nullopt;
}

Attempt StageNewton::Solve(const StageStep& step, ImplicitStages& stages) {
  // An unknown of index m converges as far as its error is tested ((2) of error_norm.h).
  if (!weights_.empty()) norm_.FillIndexWeights(step.h, weights_);
  if (!BeginConstraints(step, stages)) return Attempt::kSingular;
  const Attempt attempt = Iterate(step, stages);
  if (attempt != Attempt::kSucceeded || monitor_.iterations() > 1 ||
      !matrices_.IsOutdated(step, stages, Weights()))
    return attempt;
  if (const Attempt prepared = matrices_.PrepareAtEnd(step, stages); prepared != Attempt::kSucceeded)
    return prepared;
  if (!BeginConstraints(step, stages)) return Attempt::kSingular;
  monitor_.Reset();
  return Iterate(step, stages);
}

Attempt StageNewton::Iterate(const StageStep& step, ImplicitStages& stages) {
  // |y| <= 1/rtol: rounding matters where the tolerances are tight.
  const double rounding = 10 * kEpsilon < kNewtonUnit * relative_ ? 0 : 10 * kEpsilon * norm_(step.y);
  const double growth = stages.past_tableau() ? step.h / stages.past_h() : 1;
  monitor_.Begin(std::max(kNewtonUnit, rounding), MaxIterations(step.tableau, has_fixed_step_), growth);
  StageConstraints* const constraints = matrices_.constraints();
  for (;;) {
    const EvalOutcome outcome = stages.Evaluate(step);
    if (outcome != EvalOutcome::kOk) return AsAttempt(outcome);
    matrices_.system().Solve(step.tableau, stages.residuals());
    ++statistics_.newton_iterations;
    const std::optional<double> increment = Correct(step, stages);
    if (!increment) return Attempt::kDiverged;
    const NewtonMonitor::Verdict verdict = monitor_.Note(*increment);
    if (verdict == NewtonMonitor::Verdict::kContinue) continue;
    const bool is_done = verdict == NewtonMonitor::Verdict::kConverged || IsRounding(*increment, step);
    return is_done && (!constraints || constraints->Finish()) ? Attempt::kSucceeded : Attempt::kDiverged;
  }
}

// Whether an increment is but noise, and tolerable. Unknowns of index m magnify the rounding of F by h^(1-m).
// So at tight tolerances more error is left than after a good Newton iteration, at any step size.
bool StageNewton::IsRounding(double increment, const StageStep& step) {
  constexpr double kNoise = 10;
  if (!(increment < 1)) return false;
  matrices_.system().PropagateRounding(step.tableau, step.y, rounding_);
  return increment <= kNoise * norm_.ByIndex(rounding_, step.h);
}

}  // namespace daedalus::integrate
