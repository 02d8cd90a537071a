// Steps of an integrator of the library, which sees the problem of a view; or none (point_by_point.h).
#pragma once

#include <memory>

#include "daedalus/model/simulate/forms/segment_steps.h"

namespace daedalus::simulate {

class MethodSteps final : public SegmentSteps {
 public:
  MethodSteps(std::unique_ptr<integrate::Integrator> integrator, integrate::MethodChoice method,
              const IntegratorView& view)
      : SegmentSteps(std::move(integrator), std::move(method)), view_(view) {}

  // One-step methods do not know how algebraic unknowns vary inside a step.
  PointsBy points() const override;
  bool has_corrector() const override { return view_.has_all_variables(); }

 private:
  const IntegratorView& view_;
};

Result<std::unique_ptr<SegmentSteps>> MakeMethodSteps(const StepsRequest& request);

// For a model without states.
std::unique_ptr<SegmentSteps> MakeNoSteps();

}  // namespace daedalus::simulate
