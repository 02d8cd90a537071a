#include "daedalus/integrate/multistep/corrector.h"

#include <algorithm>
#include <cmath>

namespace daedalus::integrate {
namespace {

constexpr int kMaxCorrections = 3;
constexpr int kMaxAge = 20;           // of a Jacobian, in steps
constexpr double kWorstRate = 0.9;    // slower is no convergence
constexpr double kUnknownRate = 0.7;  // after a new matrix, so that the first correction is trusted least
constexpr double kRateMemory = 0.2;   // a good rate is believed gradually
constexpr double kRateAging = 3;      // and less with every step in which it is not measured again

}  // namespace

Corrector::Corrector(Evaluator& evaluator, linear::LinearSolverKind kind, Statistics& statistics)
    : evaluator_(evaluator),
      statistics_(statistics),
      matrix_(evaluator, kind),
      r_(evaluator.problem().size),
      step_(r_.size()),
      predicted_y_(r_.size()),
      predicted_yp_(r_.size()) {}

void Corrector::Forget() {
  has_jacobian_ = false;
  factored_c_ = 0;
}

Attempt Corrector::Solve(double t, double c, const CorrectorGoal& goal, std::span<double> y,
                         std::span<double> yp) {
  std::ranges::copy(y, predicted_y_.begin());
  std::ranges::copy(yp, predicted_yp_.begin());
  is_fresh_ = false;
  if (++age_ > kMaxAge) has_jacobian_ = false;
  for (;;) {
    Attempt attempt = AsAttempt(evaluator_.Residual(t, y, yp, r_));
    if (attempt != Attempt::kSucceeded) return attempt;
    attempt = Prepare(t, c, y, yp);
    if (attempt == Attempt::kSucceeded) attempt = Iterate(t, c, goal, y, yp);
    if (attempt == Attempt::kSucceeded) return attempt;
    has_jacobian_ = false;  // one of a point where the iteration failed is not used again (bdf_corrector.h)
    if (attempt == Attempt::kFatal || is_fresh_) return attempt;
    std::ranges::copy(predicted_y_, y.begin());
    std::ranges::copy(predicted_yp_, yp.begin());
  }
}

Attempt Corrector::Prepare(double t, double c, std::span<const double> y, std::span<const double> yp) {
  if (!has_jacobian_) {
    is_fresh_ = true;  // or fails, and a second time would be no better
    const EvalOutcome outcome = matrix_.Evaluate(t, c, y, yp, r_);
    if (outcome != EvalOutcome::kOk) return AsAttempt(outcome);
    ++num_evaluated_;
    has_jacobian_ = true;
    age_ = 0;
    factored_c_ = 0;
  }
  if (factored_c_ == c) return Attempt::kSucceeded;
  factored_c_ = 0;
  ++statistics_.factorizations;
  const Attempt attempt = AsAttempt(matrix_.Factor(1 / c, 1));
  if (attempt != Attempt::kSucceeded) return attempt;
  factored_c_ = c;
  rate_ = kUnknownRate;
  return attempt;
}

// r_ holds the residual of (y, yp).
Attempt Corrector::Iterate(double t, double c, const CorrectorGoal& goal, std::span<double> y,
                           std::span<double> yp) {
  double last_size = 0;
  for (int correction = 0;; ++correction) {
    ++statistics_.newton_iterations;
    for (std::size_t i = 0; i < step_.size(); ++i) step_[i] = -r_[i] / c;
    matrix_.Solve(step_);
    for (std::size_t i = 0; i < step_.size(); ++i) {
      y[i] += step_[i];
      yp[i] += c * step_[i];
    }
    const double size = goal.norm.Tested(step_, goal.h);
    rate_ = correction > 0 ? std::max(kRateMemory * rate_, size / last_size)
                           : std::min(kRateAging * rate_, kUnknownRate);
    if (size == 0 || size * std::min(1.0, 1.5 * rate_) <= goal.limit) return Attempt::kSucceeded;
    const bool too_slow = correction > 0 && size > kWorstRate * last_size;
    if (!std::isfinite(size) || too_slow || correction + 1 == kMaxCorrections) return Attempt::kDiverged;
    last_size = size;
    const EvalOutcome outcome = evaluator_.Residual(t, y, yp, r_);
    if (outcome != EvalOutcome::kOk) return AsAttempt(outcome);
  }
}

Blame Corrector::BlameFailure(Attempt attempt, const ErrorNorm& norm) {
  if (attempt == Attempt::kSingular) return BlameSingularity(matrix_.solver());
  if (attempt != Attempt::kDiverged) return {};
  return {.row = FindWorstResidual(matrix_.pattern(), matrix_.sum(), norm.weights(), r_).row};
}

}  // namespace daedalus::integrate
