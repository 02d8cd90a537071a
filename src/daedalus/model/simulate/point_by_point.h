// Replaces an integrator if there is nothing to integrate. A model without states is a function of time. It
// is computed only at the points that are asked for. Jumps between them are not noticed, and a fast source
// costs nothing.
#pragma once

#include "daedalus/numerics/integrate/integrator.h"

namespace daedalus::simulate {

class PointByPoint final : public integrate::Integrator {
 public:
  static constexpr std::string_view kName = "none";

  integrate::StepOutcome Initialize(double t0, std::span<const double> y,
                                    std::span<const double> yp) override {
    statistics_ = {};
    return Restart(t0, y, yp);
  }
  integrate::StepOutcome Restart(double t, std::span<const double>, std::span<const double>) override {
    time_ = previous_time_ = t;
    return {.status = integrate::StepStatus::kStepped, .t = t};
  }
  // Steps to the limit at once.
  integrate::StepOutcome Step(double t_limit) override {
    previous_time_ = time_;
    time_ = t_limit;
    ++statistics_.steps;
    return {.status = integrate::StepStatus::kReachedLimit, .t = t_limit};
  }
  bool Interpolate(double t, std::span<double>, std::span<double>) const override {
    return t >= previous_time_ && t <= time_;
  }

  double time() const override { return time_; }
  double previous_time() const override { return previous_time_; }
  std::span<const double> y() const override { return {}; }
  std::span<const double> yp() const override { return {}; }
  const integrate::Statistics& statistics() const override { return statistics_; }

 private:
  double time_ = 0, previous_time_ = 0;
  integrate::Statistics statistics_;
};

}  // namespace daedalus::simulate
