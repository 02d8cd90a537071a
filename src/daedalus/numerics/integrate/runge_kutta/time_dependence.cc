#include "daedalus/numerics/integrate/runge_kutta/time_dependence.h"

#include <algorithm>

namespace daedalus::integrate {
namespace {

constexpr int kQuietSteps = 10;

}  // namespace

TimeDependence::TimeDependence(Evaluator& evaluator)
    : evaluator_(evaluator), values_(evaluator.problem().size), zero_(values_.size()) {}

void TimeDependence::Reset() {
  present_ = false;
  quiet_steps_ = 0;
}

EvalOutcome TimeDependence::Evaluate(double t, double h, std::span<const double> y,
                                     std::span<const double> r) {
  if (evaluator_.problem().time_derivative) {
    const EvalOutcome outcome = evaluator_.TimeDerivative(t, h, y, zero_, r, values_);
    present_ = std::ranges::any_of(values_, [](double value) { return value != 0; });
    return outcome;
  }
  if (!present_) {
    const EvalOutcome outcome = LookForDependence(t, h, y, r);
    if (outcome != EvalOutcome::kOk || !present_) return outcome;
  }
  return evaluator_.TimeDerivative(t, h, y, zero_, r, values_);
}

EvalOutcome TimeDependence::LookForDependence(double t, double h, std::span<const double> y,
                                              std::span<const double> r) {
  if (quiet_steps_ > 0 && h <= 10 * examined_step_) {
    --quiet_steps_;
    return EvalOutcome::kOk;
  }
  quiet_steps_ = kQuietSteps;
  examined_step_ = h;
  const EvalOutcome outcome = evaluator_.Residual(t + h / 2, y, zero_, values_);
  present_ = !std::ranges::equal(values_, r);
  return outcome;
}

bool TimeDependence::NoteRejection() {
  const bool old = !present_ && !evaluator_.problem().time_derivative && quiet_steps_ < kQuietSteps;
  if (old) quiet_steps_ = 0;
  return old;
}

}  // namespace daedalus::integrate
