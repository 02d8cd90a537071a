// An integrator whose solution is the time itself, for tests of root functions.
#pragma once

#include <algorithm>
#include <cstdint>
#include <functional>
#include <vector>

#include "daedalus/numerics/integrate/dae_problem.h"
#include "daedalus/numerics/integrate/integrator.h"

namespace daedalus::integrate {

// y = t: its dense output is exact, so g(t) can be any function of time.
class Clock final : public Integrator {
 public:
  explicit Clock(double step) : step_(step) {}
  StepOutcome Initialize(double t0, std::span<const double>, std::span<const double>) override {
    time_[0] = previous_ = t0;
    return {.t = t0};
  }
  StepOutcome Restart(double t, std::span<const double> y, std::span<const double> yp) override {
    return Initialize(t, y, yp);
  }
  StepOutcome Step(double t_limit) override {
    previous_ = time_[0];
    time_[0] = std::min(time_[0] + step_, t_limit);
    return {.status = time_[0] == t_limit ? StepStatus::kReachedLimit : StepStatus::kStepped, .t = time_[0]};
  }
  bool Interpolate(double t, std::span<double> y, std::span<double> yp) const override {
    y[0] = t;
    yp[0] = 1;
    return t >= previous_ && t <= time_[0];
  }
  double time() const override { return time_[0]; }
  double previous_time() const override { return previous_; }
  std::span<const double> y() const override { return time_; }
  std::span<const double> yp() const override { return speed_; }
  const Statistics& statistics() const override { return statistics_; }

 private:
  double step_;
  double previous_ = 0;
  double time_[1] = {0};
  double speed_[1] = {1};
  Statistics statistics_;
};

using Functions = std::vector<std::function<double(double)>>;

inline DaeProblem WithRoots(const Functions& functions) {
  DaeProblem problem;
  problem.size = 1;
  problem.constant_mass = true;
  problem.num_roots = static_cast<std::int32_t>(functions.size());
  problem.roots = [functions](double t, auto, auto, auto g) {
    for (std::size_t i = 0; i < functions.size(); ++i) g[i] = functions[i](t);
    return EvalOutcome::kOk;
  };
  return problem;
}

}  // namespace daedalus::integrate
