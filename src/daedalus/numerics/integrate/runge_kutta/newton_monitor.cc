#include "daedalus/numerics/integrate/runge_kutta/newton_monitor.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace daedalus::integrate {
namespace {

// An iteration whose second increment is so many times the first one has left the place where it began.
constexpr double kExplosion = 10;
constexpr double kSlowest = 0.99;  // rate of convergence

double Power(double base, int exponent) {
  double power = 1;
  for (; exponent > 0; --exponent) power *= base;
  return power;
}

}  // namespace

void NewtonMonitor::Begin(double tolerance, int max_iterations, double growth) {
  tolerance_ = tolerance;
  max_iterations_ = max_iterations;
  iterations_ = 0;
  rate_ = last_ratio_ = 0;
  const double root = std::sqrt(std::max(eta_, std::numeric_limits<double>::epsilon()));
  eta_ = root * std::sqrt(root);
  if (growth > 1) eta_ = std::min(1.0, eta_ * growth * growth);
}

NewtonMonitor::Verdict NewtonMonitor::Diverged(double ratio) {
  step_ratio_ = ratio;
  eta_ = 1;
  distrusts_ = true;
  return Verdict::kDiverged;
}

bool NewtonMonitor::IsTooEarly(double ratio) const {
  return iterations_ == 2 && !gives_up_by_first_ratio_ && ratio < kExplosion;
}

std::optional<double> NewtonMonitor::Hopeless(double norm) {
  if (!(rate_ < kSlowest)) {
    eta_ = kSlowest / (1 - kSlowest);
    return 0.5;
  }
  eta_ = rate_ / (1 - rate_);
  const int left = max_iterations_ - iterations_;
  const double error = eta_ * norm;
  if (error <= tolerance_ || error * Power(rate_, left) < tolerance_) return std::nullopt;
  const double excess = error * Power(rate_, left) / tolerance_;
  return 0.8 * std::pow(std::min(excess, 20.0), -1.0 / (4 + left));
}

NewtonMonitor::Verdict NewtonMonitor::Note(double norm) {
  ++iterations_;
  if (!std::isfinite(norm)) return Diverged(0.5);
  if (iterations_ > 1) {
    const double ratio = norm / last_norm_;
    rate_ = last_ratio_ > 0 ? std::sqrt(ratio * last_ratio_) : ratio;
    last_ratio_ = ratio;
    if (const std::optional<double> shorter = Hopeless(norm)) {
      if (!IsTooEarly(ratio)) return Diverged(*shorter);
      last_ratio_ = 0;  // has no part in the next rate
    }
  }
  last_norm_ = std::max(norm, std::numeric_limits<double>::min());
  // A rate of an earlier step counts only while the possible error is below the tolerance of the step,
  // because a kink of F changes the rate.
  const bool may_end = iterations_ > 1 || (norm <= 1 && !distrusts_);
  if (!may_end || !(eta_ * norm <= tolerance_)) return Verdict::kContinue;
  distrusts_ = false;
  return Verdict::kConverged;
}

}  // namespace daedalus::integrate
