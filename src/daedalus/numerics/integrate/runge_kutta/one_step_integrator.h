// The loop of attempts that one-step methods share: a step is tried, taken, or tried again with a smaller
// one.
#pragma once

#include "daedalus/numerics/integrate/integrator_base.h"

namespace daedalus::integrate {

// Dense output of methods below this order, cubic or linear, is as exact as their steps.
inline constexpr int kLeastTwinOrder = 3;

class OneStepIntegrator : public IntegratorBase {
 protected:
  using IntegratorBase::IntegratorBase;

  virtual Attempt TryStep(double h) = 0;
  // After a success: takes the new values over, proposes h_next_, and calls Accept().
  virtual StepOutcome AcceptStep(double h, double t_limit) = 0;
  virtual double StepAfterFailure(Attempt attempt, double h) = 0;
  virtual Blame FindBlame(Attempt attempt, double h) = 0;

  double h_next_ = 0;    // proposed for the next step; 0: at the start
  double h_before_ = 0;  // what it was before a restart

 private:
  StepOutcome Advance(double t_limit) final;
};

}  // namespace daedalus::integrate
