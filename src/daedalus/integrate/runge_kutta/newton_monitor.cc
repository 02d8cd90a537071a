#include "daedalus/integrate/runge_kutta/newton_monitor.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace daedalus::integrate {
namespace {

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
  rate_ = 0;
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

NewtonMonitor::Verdict NewtonMonitor::Note(double norm) {
  ++iterations_;
  if (!std::isfinite(norm)) return Diverged(0.5);
  if (iterations_ > 1) {
    const double ratio = norm / last_norm_;
    rate_ = iterations_ == 2 ? ratio : std::sqrt(ratio * last_ratio_);
    last_ratio_ = ratio;
    if (!(rate_ < 0.99)) return Diverged(0.5);
    eta_ = rate_ / (1 - rate_);
    const int left = max_iterations_ - iterations_;
    const double error = eta_ * norm;
    if (error > tolerance_ && error * Power(rate_, left) >= tolerance_) {
      const double excess = error * Power(rate_, left) / tolerance_;
      return Diverged(0.8 * std::pow(std::min(excess, 20.0), -1.0 / (4 + left)));
    }
  }
  last_norm_ = std::max(norm, std::numeric_limits<double>::min());
  // A rate of an earlier step is trusted only as long as no more than the tolerance of the step is at stake:
  // where F has a kink the rate is another.
  const bool may_end = iterations_ > 1 || (norm <= 1 && !distrusts_);
  if (!may_end || !(eta_ * norm <= tolerance_)) return Verdict::kContinue;
  distrusts_ = false;
  return Verdict::kConverged;
}

}  // namespace daedalus::integrate
