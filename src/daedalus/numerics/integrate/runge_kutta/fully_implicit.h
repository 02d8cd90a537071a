// The method `radau` and its kin: fully implicit Runge-Kutta methods, organised as BDF is (bdf.h).
//
// A step from (t_n, y_n, y'_n) solves for the stages Z_i = Y_i - y_n with the simplified Newton iteration of
// stage_system.h, from the polynomial of the last step as prediction. It ends in y_{n+1} = y_n + Z_s,
// y'_{n+1} = K_s:
//
//   1. Prepare the matrices: evaluate J and M, and factor, where that is needed (stage_matrices.h).
//   2. Predict the stages (implicit_stages.h), and iterate (stage_newton.h).
//   3. Test the error (stage_error.h).
//   4. Choose the size and the order of the next step; or repair what failed, and try again.
#pragma once

#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "daedalus/numerics/integrate/integrator_base.h"
#include "daedalus/numerics/integrate/runge_kutta/implicit_stages.h"
#include "daedalus/numerics/integrate/runge_kutta/radau_order.h"
#include "daedalus/numerics/integrate/runge_kutta/stage_error.h"
#include "daedalus/numerics/integrate/runge_kutta/stage_matrices.h"
#include "daedalus/numerics/integrate/runge_kutta/stage_newton.h"
#include "daedalus/numerics/integrate/runge_kutta/stage_step.h"
#include "daedalus/numerics/integrate/runge_kutta/stage_tableau.h"
#include "daedalus/numerics/integrate/step_controller.h"

namespace daedalus::integrate {

class FullyImplicit final : public IntegratorBase {
 public:
  // The tableaus are in ascending order; a method with one of them keeps it. With a formula, errors are
  // estimated by two steps.
  FullyImplicit(DaeProblem problem, Tolerances tolerances, const IntegratorOptions& options,
                std::vector<StageTableau> tableaus, std::optional<theory::TwoStepFormula> two_step);

 private:
  void Start() override;
  StepOutcome Advance(double t_limit) override;
  void InterpolateInside(double t, std::span<double> y, std::span<double> yp) const override;
  std::unique_ptr<IntegratorBase> MakeTwin(const IntegratorOptions& options) const override;

  double FirstStepByIndex(double t_limit) const;
  Attempt TryStep(const StageStep& step);
  Attempt TestError(const StageStep& step);
  StepOutcome FinishStep(const StageStep& step, double t_limit);
  void ChooseNextStep(double h);
  // nullopt while there is hope.
  std::optional<StepOutcome> RepairFailure(Attempt attempt, const StageStep& step);
  Blame FindBlame(Attempt attempt, const StageStep& step);

  const StageTableau& tableau() const { return tableaus_[order_.level()]; }

  std::vector<StageTableau> tableaus_;
  StageMatrices matrices_;
  ImplicitStages stages_;
  StageNewton newton_;
  StageError estimate_;
  OrderControl order_;
  StepController controller_;
  double h_next_ = 0;
  double h_before_ = 0;    // proposed before a restart
  double error_ = 0;       // of the last attempt, in units of what is allowed
  bool first_ = true;      // no step has been made since the start
  bool rejected_ = false;  // the attempt before this one was
};

}  // namespace daedalus::integrate
