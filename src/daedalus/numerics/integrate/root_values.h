// The values of the root functions g(t, y(t), y'(t)) along the dense output of an integrator, and why there
// are none where they fail.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "daedalus/numerics/integrate/dae_problem.h"
#include "daedalus/numerics/integrate/integrator.h"
#include "daedalus/numerics/linear/evaluation.h"

namespace daedalus::integrate {

class RootValues {
 public:
  explicit RootValues(const DaeProblem& problem);

  // False, with failure() written, where the functions have no value.
  bool Evaluate(const Integrator& integrator, double t, std::span<double> g);
  // NaN instead of false.
  double EvaluateOne(const Integrator& integrator, double t, std::int32_t function);
  // At a point that is not on the dense output: a mere look, which is not counted, and whose failure is none.
  bool TryAt(double t, std::span<const double> y, std::span<const double> yp, std::span<double> g);

  const StepOutcome& failure() const { return failure_; }
  std::int64_t evaluations() const { return evaluations_; }

 private:
  RootFunction roots_;
  std::vector<double> y_, yp_;
  std::vector<double> all_;  // for EvaluateOne
  std::int64_t evaluations_ = 0;
  StepOutcome failure_;
  linear::EvalFailure failure_now_;  // of the call at hand; a member so that its text is allocated only once
};

}  // namespace daedalus::integrate
