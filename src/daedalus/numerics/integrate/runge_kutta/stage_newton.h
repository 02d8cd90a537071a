// The iteration for the stages of a fully implicit Runge-Kutta method: the simplified Newton iteration of
// stage_system.h, watched by newton_monitor.h.
//
// It stops when its error is below kNewtonUnit of the tolerance itself, or at the level of rounding. Where
// the first increment was enough and the matrices turn out to be outdated (stage_matrices.h), it goes on with
// new ones. Where the problem has constraints, each iteration is followed by one of stage_constraints.h.
#pragma once

#include <optional>
#include <span>
#include <vector>

#include "daedalus/numerics/integrate/error_norm.h"
#include "daedalus/numerics/integrate/integrator_base.h"
#include "daedalus/numerics/integrate/runge_kutta/implicit_stages.h"
#include "daedalus/numerics/integrate/runge_kutta/newton_monitor.h"
#include "daedalus/numerics/integrate/runge_kutta/stage_matrices.h"
#include "daedalus/numerics/integrate/runge_kutta/stage_step.h"

namespace daedalus::integrate {

class StageNewton {
 public:
  // `relative`: the tolerance. Steps that are fixed cannot be made smaller: there any convergence is better
  // than none. Iterations are counted in `statistics`. What is passed by reference outlives this object.
  StageNewton(StageMatrices& matrices, const DaeProblem& problem, const ErrorNorm& norm, double relative,
              bool has_fixed_step, Statistics& statistics);

  void Reset() { monitor_.Reset(); }
  // From the predicted stages, with matrices that are prepared.
  Attempt Solve(const StageStep& step, ImplicitStages& stages);
  // Iterations, rates, and the step that would have converged.
  const NewtonMonitor& monitor() const { return monitor_; }

 private:
  Attempt Iterate(const StageStep& step, ImplicitStages& stages);
  bool BeginConstraints(const StageStep& step, ImplicitStages& stages);
  // The size of this increment, with what constraints add to it; nullopt where they cannot.
  std::optional<double> Correct(const StageStep& step, ImplicitStages& stages);
  bool IsRounding(double increment, const StageStep& step);
  std::span<const double> Weights() const {
    return weights_.empty() ? norm_.weights() : std::span<const double>(weights_);
  }

  StageMatrices& matrices_;
  const ErrorNorm& norm_;
  Statistics& statistics_;
  NewtonMonitor monitor_;
  double relative_;
  bool has_fixed_step_;
  std::vector<double> weights_;  // empty: those of the norm
  std::vector<double> rounding_;
};

}  // namespace daedalus::integrate
