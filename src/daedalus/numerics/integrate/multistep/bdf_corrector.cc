#include "daedalus/numerics/integrate/multistep/bdf_corrector.h"

#include <algorithm>
#include <cmath>

#include "daedalus/numerics/integrate/multistep/bdf_constraints.h"
#include "daedalus/numerics/integrate/multistep/block_sums.h"

namespace daedalus::integrate {
namespace {

constexpr int kMaxBdfCorrections = 4;
constexpr int kPatience = 12;         // the same where a shorter step did not help
constexpr int kOldestParts = 50;      // in steps, the first time; each time that all was well, twice as many
constexpr double kSlow = 0.9;         // such a rate is no convergence
constexpr double kRenewAbove = 0.02;  // above this rate a new Jacobian is worth its cost
constexpr double kAging = 4;          // of a remembered rate, with every step
constexpr double kLeastCertain =
    0.1;  // of a correction: what is left is not taken to be less, unless a step before has shown it
constexpr double kLeastRate = 1e-11;  // of linear problems, where only rounding is left
constexpr double kSmallEnough =
    1e-2;                             // of the tolerance: corrections so small that they may stay as they are
constexpr double kNegligible = 1e-4;  // of the tolerance: a first correction that is the last at any rate

// One pass over kLanes unknowns: y, y', their correction (from nothing if kFirst), and its size. d solves the
// linear system.
template <bool kFirst, std::size_t kLanes>
void CorrectLanes(double scale, const double* __restrict d, const double* __restrict weights,
                  double* __restrict y, double* __restrict yp, double* __restrict total, SumOfSquares& sum) {
  double step[kLanes];
  for (std::size_t i = 0; i < kLanes; ++i) {
    step[i] = scale * d[i];
    y[i] += step[i];
    yp[i] -= d[i];
    total[i] = kFirst ? step[i] : total[i] + step[i];
  }
  sum.Add(step, weights, kLanes);
}

template <bool kFirst>
double CorrectAll(const BdfPoint& at, std::span<const double> d, std::span<const double> weights) {
  constexpr std::size_t kLanes = SumOfSquares::kLanes;
  const double scale = -1 / at.c;
  const std::size_t n = at.y.size();
  SumOfSquares sum;
  std::size_t i = 0;
  for (; i + kLanes <= n; i += kLanes) {
    CorrectLanes<kFirst, kLanes>(scale, &d[i], &weights[i], &at.y[i], &at.yp[i], &at.correction[i], sum);
  }
  for (; i < n; ++i) {
    CorrectLanes<kFirst, 1>(scale, &d[i], &weights[i], &at.y[i], &at.yp[i], &at.correction[i], sum);
  }
  return sum.RootMean(n);
}

}  // namespace

BdfCorrector::BdfCorrector(Evaluator& evaluator, linear::LinearSolverKind kind, Statistics& statistics)
    : evaluator_(evaluator),
      statistics_(statistics),
      matrix_(evaluator, kind),
      residual_(evaluator.problem().size) {
  const auto& constraints = evaluator.problem().constraints;
  if (constraints) constraints_ = std::make_unique<BdfConstraints>(matrix_, *constraints, kind);
}

BdfCorrector::~BdfCorrector() = default;

Attempt BdfCorrector::Prepare(const BdfPoint& at, std::span<const double> weights) {
  was_renewed_ = is_stale_;
  if (is_stale_) {
    const EvalOutcome outcome = matrix_.Evaluate(at.t, at.c, at.y, at.yp, residual_);
    if (outcome != EvalOutcome::kOk) return AsAttempt(outcome);
    is_stale_ = false;
    age_ = 0;
    rate_is_known_ = false;
    factored_c_ = 0;
  }
  if (at.c != factored_c_) {
    factored_c_ = 0;
    ++statistics_.factorizations;
    const linear::FactorStatus status = matrix_.Factor(1 / at.c, 1);
    if (status != linear::FactorStatus::kOk) return AsAttempt(status);
    factored_c_ = at.c;
    if (constraints_) constraints_->Forget();
  }
  return !constraints_ || constraints_->Begin(at, weights) ? Attempt::kSucceeded : Attempt::kSingular;
}

std::optional<double> BdfCorrector::Correct(const BdfPoint& at, std::span<const double> weights,
                                            bool is_first) {
  const double size =
      is_first ? CorrectAll<true>(at, residual_, weights) : CorrectAll<false>(at, residual_, weights);
  if (!constraints_) return size;
  const LeastSquaresStep::Correction more = constraints_->Correct();
  return more.ok ? std::optional(std::hypot(size, more.moved)) : std::nullopt;
}

BdfCorrector::Verdict BdfCorrector::Judge(double size, double previous, int iteration, double tolerance) {
  if (!(size < 1e300)) return Verdict::kHopeless;
  if (iteration == 1) return JudgeFirst(size, tolerance) ? Verdict::kDone : Verdict::kGoOn;
  const double rate = std::max(size / previous, kLeastRate);
  rate_ = iteration == 2 ? rate : std::max(rate, rate_);
  rate_is_known_ = true;
  if (iteration == 2) measured_at_ = previous;
  // If only rounding is left, the sizes of corrections have no meaning.
  if (rate > kSlow) return size <= kSmallEnough * tolerance ? Verdict::kDone : Verdict::kHopeless;
  const double left = rate / (1 - rate) * size;
  if (std::max(left, kLeastCertain * size) <= tolerance) return Verdict::kDone;
  return iteration < most_corrections_ || left <= tolerance ? Verdict::kGoOn : Verdict::kHopeless;
}

// Whether the first correction is the last, by what is remembered.
bool BdfCorrector::JudgeFirst(double size, double tolerance) {
  if (rate_is_known_) {
    rate_ *= kAging;
    if (size > measured_at_) rate_ *= size / measured_at_;
    rate_ = std::min(rate_, kSlow);
  }
  measured_at_ = std::max(size, measured_at_);
  // rate / (1 - rate) size <= tolerance; in small problems nearly each step waits for such a division.
  return size <= kNegligible * tolerance || (rate_is_known_ && rate_ * size <= tolerance * (1 - rate_));
}

Attempt BdfCorrector::Solve(const BdfPoint& at, std::span<const double> weights, double tolerance) {
  double previous = 0;
  if (is_stale_) {
    oldest_age_ = kOldestParts;
  } else if (++age_ > oldest_age_) {
    is_stale_ = true;
    oldest_age_ *= 2;
  }
  most_corrections_ = is_stale_ && was_renewed_ ? kPatience : kMaxBdfCorrections;
  for (int iteration = 1;; ++iteration) {
    const EvalOutcome outcome = evaluator_.Residual(at.t, at.y, at.yp, residual_);
    if (iteration == 1) was_renewed_ = false;
    if (outcome != EvalOutcome::kOk) return AsAttempt(outcome);
    if (iteration == 1) {
      if (const Attempt prepared = Prepare(at, weights); prepared != Attempt::kSucceeded) return prepared;
    }
    ++statistics_.newton_iterations;
    matrix_.Solve(residual_);
    const std::optional<double> size = Correct(at, weights, iteration == 1);
    if (!size) return Attempt::kDiverged;
    const Verdict verdict = Judge(*size, previous, iteration, tolerance);
    if (verdict == Verdict::kHopeless) return Attempt::kDiverged;
    if (verdict == Verdict::kDone) {
      if (constraints_ && !constraints_->Finish()) return Attempt::kDiverged;
      if (iteration > 1 && rate_ > kRenewAbove && !was_renewed_) is_stale_ = true;
      return Attempt::kSucceeded;
    }
    previous = *size;
  }
}

Blame BdfCorrector::FindBlame(Attempt attempt, const BdfPoint& at, std::span<const double> weights) {
  if (attempt == Attempt::kSingular) return BlameSingularity(matrix_.solver());
  if (attempt != Attempt::kDiverged) return {};
  if (evaluator_.Residual(at.t, at.y, at.yp, residual_) != EvalOutcome::kOk) return {};
  return {.row = FindWorstResidual(matrix_.pattern(), matrix_.sum(), weights, residual_).row};
}

}  // namespace daedalus::integrate
