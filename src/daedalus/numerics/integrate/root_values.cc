#include "daedalus/numerics/integrate/root_values.h"

#include <cmath>
#include <string>

namespace daedalus::integrate {

RootValues::RootValues(const DaeProblem& problem)
    : roots_(problem.roots), y_(problem.size), yp_(problem.size), all_(problem.num_roots) {}

bool RootValues::Evaluate(const Integrator& integrator, double t, std::span<double> g) {
  ++evaluations_;
  if (!integrator.Interpolate(t, y_, yp_)) {
    failure_ = {
        .status = StepStatus::kFatal, .t = t, .reason = "the integrator has no dense output at this time"};
    return false;
  }
  if (linear::CallGuarded([&] { return roots_(t, y_, yp_, g); }, failure_now_) != EvalOutcome::kOk) {
    const bool recoverable = failure_now_.outcome == EvalOutcome::kRecoverable;
    failure_ = {.status = recoverable ? StepStatus::kResidualFailed : StepStatus::kFatal,
                .t = t,
                .reason = "in the root functions " + failure_now_.message};
    return false;
  }
  const auto row = linear::FirstNotFinite(g);
  if (!row) return true;
  failure_ = {.status = StepStatus::kResidualFailed,
              .t = t,
              .row = row,
              .reason = "root function " + std::to_string(*row) + " is not finite"};
  return false;
}

double RootValues::EvaluateOne(const Integrator& integrator, double t, std::int32_t function) {
  return Evaluate(integrator, t, all_) ? all_[function] : std::nan("");
}

bool RootValues::TryAt(double t, std::span<const double> y, std::span<const double> yp, std::span<double> g) {
  return linear::CallGuarded([&] { return roots_(t, y, yp, g); }, failure_now_) == EvalOutcome::kOk;
}

}  // namespace daedalus::integrate
