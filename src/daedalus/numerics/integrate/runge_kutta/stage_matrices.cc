#include "daedalus/numerics/integrate/runge_kutta/stage_matrices.h"

#include <utility>

namespace daedalus::integrate {
namespace {

// J is kept when the iteration converged faster than this. Measured on the test set: with 0.01 instead of
// 0.001 a run needs half the Jacobians, 4/5 of the factorizations and 5 % more residuals.
double FastRate(const DaeProblem& problem) {
  constexpr std::int32_t kSmall = 100;  // below, factors cost little more than a residual
  return problem.jacobian && problem.size < kSmall ? 0.003 : 0.03;
}

}  // namespace

StageMatrices::StageMatrices(Evaluator& evaluator, linear::LinearSolverKind kind, int most_stages,
                             Statistics& statistics)
    : evaluator_(evaluator),
      statistics_(statistics),
      system_(evaluator, kind, most_stages),
      outdated_(evaluator),
      fast_rate_(FastRate(evaluator.problem())),
      residual_(static_cast<std::size_t>(evaluator.problem().size)) {
  if (const auto& constraints = evaluator.problem().constraints)
    constraints_ = std::make_unique<StageConstraints>(system_, *constraints, most_stages, kind);
}

EvalOutcome StageMatrices::EvaluateAt(double t, double h, std::span<const double> y,
                                      std::span<const double> yp) {
  EvalOutcome outcome = EvalOutcome::kOk;
  // Differences start from the residual.
  if (!evaluator_.problem().jacobian) outcome = evaluator_.Residual(t, y, yp, residual_);
  if (outcome == EvalOutcome::kOk) outcome = system_.Evaluate(t, 1 / h, y, yp, residual_);
  if (outcome != EvalOutcome::kOk) return outcome;
  outdated_.Note({system_.dy(), system_.dyp()});
  if (constraints_) constraints_->Forget();
  return outcome;
}

Attempt StageMatrices::Prepare(const StageStep& step) {
  if (!is_known_) {
    const EvalOutcome outcome = EvaluateAt(step.t, step.h, step.y, step.yp);
    if (outcome != EvalOutcome::kOk) return AsAttempt(outcome);
    is_known_ = is_current_ = true;
  }
  return Factor(step);
}

Attempt StageMatrices::Factor(const StageStep& step) {
  const std::int64_t before = system_.factorizations();
  const linear::FactorStatus status = system_.Factor(step.tableau, step.h);
  statistics_.factorizations += system_.factorizations() - before;
  return AsAttempt(status);
}

Attempt StageMatrices::PrepareAtEnd(const StageStep& step, const ImplicitStages& stages) {
  const EvalOutcome outcome =
      EvaluateAt(step.end(), step.h, stages.End(step.tableau), stages.EndSlope(step.tableau));
  if (outcome != EvalOutcome::kOk) return AsAttempt(outcome);
  is_of_end_ = true;
  return Factor(step);
}

bool StageMatrices::IsOutdated(const StageStep& step, const ImplicitStages& stages,
                               std::span<const double> weights) {
  const PointOfStep from{step.t, step.y, step.yp};
  const PointOfStep to{step.end(), stages.End(step.tableau), stages.EndSlope(step.tableau)};
  return outdated_.IsOutdated({system_.dy(), system_.dyp()}, from, to, stages.EndResidual(step.tableau),
                              weights);
}

void StageMatrices::NoteSuccess(double rate) {
  is_current_ = is_of_end_ = false;
  is_known_ = rate <= fast_rate_;
}

bool StageMatrices::DropThoseOfEnd() {
  if (!std::exchange(is_of_end_, false)) return false;
  is_known_ = is_current_ = false;
  return true;
}

bool StageMatrices::NoteFailure(bool has_diverged) {
  const bool was_renewed = DropThoseOfEnd();
  if (has_diverged && !is_current_ && !was_renewed) {
    is_known_ = false;
    return true;
  }
  is_known_ = is_current_;
  return false;
}

}  // namespace daedalus::integrate
