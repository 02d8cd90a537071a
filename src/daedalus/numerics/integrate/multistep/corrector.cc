#include "daedalus/numerics/integrate/multistep/corrector.h"

#include <algorithm>
#include <cmath>
#include <limits>

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
      outdated_(evaluator),
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

// r_ holds the residual there.
EvalOutcome Corrector::EvaluateMatrix(double t, double c, std::span<const double> y,
                                      std::span<const double> yp) {
  const EvalOutcome outcome = matrix_.Evaluate(t, c, y, yp, r_);
  has_jacobian_ = outcome == EvalOutcome::kOk;
  factored_c_ = 0;
  if (!has_jacobian_) return outcome;
  outdated_.Note({matrix_.dy(), matrix_.dyp()});
  ++num_evaluated_;
  age_ = 0;
  return outcome;
}

double Corrector::LargestResidual(double t, double c, std::span<const double> y, std::span<const double> yp,
                                  std::span<const double> weights) {
  if (evaluator_.Residual(t, y, yp, r_) != EvalOutcome::kOk ||
      EvaluateMatrix(t, c, y, yp) != EvalOutcome::kOk)
    return std::numeric_limits<double>::infinity();
  std::vector<double>& allowed = step_;
  std::ranges::fill(allowed, std::numeric_limits<double>::min());
  const SparsePattern& pattern = matrix_.pattern();
  for (std::size_t j = 0; j < r_.size(); ++j) {
    for (auto k = static_cast<std::size_t>(pattern.column_starts[j]);
         k < static_cast<std::size_t>(pattern.column_starts[j + 1]); ++k) {
      double& most = allowed[static_cast<std::size_t>(pattern.row_indices[k])];
      most = std::max(most, (std::abs(matrix_.dy()[k]) + c * std::abs(matrix_.dyp()[k])) / weights[j]);
    }
  }
  double largest = 0;
  for (std::size_t i = 0; i < r_.size(); ++i) largest = std::max(largest, std::abs(r_[i]) / allowed[i]);
  return largest;
}

Attempt Corrector::Prepare(double t, double c, std::span<const double> y, std::span<const double> yp) {
  if (!has_jacobian_) {
    is_fresh_ = true;  // or fails, and a second time would be no better
    const EvalOutcome outcome = EvaluateMatrix(t, c, y, yp);
    if (outcome != EvalOutcome::kOk) return AsAttempt(outcome);
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
    if (size == 0 || size * std::min(1.0, 1.5 * rate_) <= goal.limit) {
      // With a new matrix the caller would come to the same end, and moves of unknowns of a higher index are
      // noise.
      const bool looks = correction == 0 && !is_fresh_ && evaluator_.problem().index.empty();
      const bool is_outdated = looks && outdated_.IsOutdated({matrix_.dy(), matrix_.dyp()}, goal.from,
                                                             {t, y, yp}, r_, goal.norm.weights());
      return is_outdated ? Attempt::kDiverged : Attempt::kSucceeded;
    }
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
