#include "daedalus/numerics/integrate/restart.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "daedalus/numerics/integrate/integrator_base.h"

namespace daedalus::integrate {
namespace {

constexpr int kMaxSimplified = 25;
// The iteration goes on for as long as the corrections shrink, which is until roundoff, because errors are
// divided by h afterwards. The remaining correction is small enough if the differential unknowns have less
// than this of their tolerance, and all together not more than that (roundoff / h, in unknowns of index 2).
constexpr double kMaxDifferential = 1e-3;
constexpr double kMaxRoundoff = 10;

}  // namespace

TinySteps::TinySteps(DaeProblem problem, const Tolerances& tolerances)
    : evaluator_(std::move(problem), tolerances),
      matrix_(evaluator_, linear::LinearSolverKind::kAuto),
      norm_(evaluator_.problem(), tolerances, true),
      y_(evaluator_.problem().size),
      yp_(y_.size()),
      begin_(y_.size()),
      residual_(y_.size()),
      correction_(y_.size()) {}

StepOutcome TinySteps::Run(double t, double h, std::span<double> y, std::span<double> yp) {
  StepOutcome outcome{.status = StepStatus::kBadInput, .t = t};
  if (y.size() != y_.size() || yp.size() != y_.size()) {
    outcome.reason = "the sizes of y and y' are not that of the problem";
    return outcome;
  }
  if (!(h > 4 * std::numeric_limits<double>::epsilon() * std::abs(t)) || std::isinf(h)) {
    outcome.reason = "the step vanishes against the time, or is not a finite positive number";
    return outcome;
  }
  std::ranges::copy(y, y_.begin());
  norm_.SetWeights(y_);
  std::ranges::copy(yp, yp_.begin());
  for (int step = 1; step <= kTinySteps; ++step) {
    begin_ = y_;
    outcome = Solve(t + step * h, h);
    if (!outcome.ok()) return outcome;
  }
  std::ranges::copy(y_, y.begin());
  std::ranges::copy(yp_, yp.begin());
  return outcome;
}

// (1) by Newton's iteration with a new matrix each time: near a kink an old one is that of the other side.
StepOutcome TinySteps::Solve(double t, double h) {
  StepOutcome outcome{.status = StepStatus::kResidualFailed, .t = t};
  double last = std::numeric_limits<double>::infinity();
  evaluator_.ForgetFailure();
  for (int iteration = 0; iteration < kMaxSimplified; ++iteration) {
    for (std::size_t i = 0; i < y_.size(); ++i) yp_[i] = (y_[i] - begin_[i]) / h;
    if (evaluator_.Residual(t, y_, yp_, residual_) != EvalOutcome::kOk ||
        matrix_.Evaluate(t, 1 / h, y_, yp_, residual_) != EvalOutcome::kOk) {
      outcome.row = evaluator_.failure()->row;
      outcome.reason = evaluator_.failure()->message + " in a tiny step";
      return outcome;
    }
    if (matrix_.Factor(h, 1) != linear::FactorStatus::kOk) {
      const Blame blame = BlameSingularity(matrix_.solver());
      return {.status = StepStatus::kSingularJacobian,
              .t = t,
              .row = blame.row,
              .unknown = blame.unknown,
              .reason = "the Jacobian is singular in a tiny step"};
    }
    for (std::size_t i = 0; i < y_.size(); ++i) correction_[i] = -h * residual_[i];
    matrix_.Solve(correction_);
    const double size = norm_(correction_);
    const bool is_small = size <= kMaxRoundoff && norm_.Tested(correction_, 1) <= kMaxDifferential;
    if (is_small && (size >= last / 2 || size == 0 || iteration + 1 == kMaxSimplified)) {
      return {.status = StepStatus::kStepped, .t = t};
    }
    last = size;
    for (std::size_t i = 0; i < y_.size(); ++i) y_[i] += correction_[i];
  }
  outcome.status = StepStatus::kNewtonDiverged;
  outcome.row = FindWorstResidual(matrix_.pattern(), matrix_.sum(), norm_.weights(), residual_).row;
  outcome.reason = "the iteration of a tiny step does not converge";
  return outcome;
}

double TinySteps::Movement(std::span<const double> from, std::span<const double> to) {
  norm_.SetWeights(from);
  for (std::size_t i = 0; i < correction_.size(); ++i) correction_[i] = to[i] - from[i];
  std::ranges::fill(residual_, 0.0);
  AddProduct(matrix_.pattern(), matrix_.dyp(), 1, correction_, residual_);
  return FindWorstResidual(matrix_.pattern(), matrix_.dyp(), norm_.weights(), residual_).size;
}

StepOutcome FindRestartValues(const DaeProblem& problem, const Tolerances& tolerances, double t, double h,
                              std::span<double> y, std::span<double> yp) {
  if (auto error = FindInputError(problem, tolerances)) {
    return {.status = StepStatus::kBadInput, .t = t, .reason = *std::move(error)};
  }
  return TinySteps(problem, tolerances).Run(t, h, y, yp);
}

}  // namespace daedalus::integrate
