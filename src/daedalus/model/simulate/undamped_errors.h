// How much of the tolerance may one step use up?
//
// A tolerance bounds the error of a step. How these errors add up depends on the model: most models forget
// old errors. A mechanism without friction forgets nothing (causal/time_reversal.h). Over ten swings `dopri5`
// lost 30 tolerances of its energy, `bdf` 80, `radau3` 180. The steps of such a model are held to a part of
// the tolerance, which is smaller the more steps there are (expected_steps.h). The aim is an error of ten
// tolerances (decision 047 has the measurements).
#pragma once

#include "daedalus/model/compile/prepare_model.h"
#include "daedalus/numerics/integrate/integrator.h"
#include "daedalus/numerics/integrate/own/own_methods.h"

namespace daedalus::simulate {

// True if the errors of this run add up and steps can be held to less. Steps of a fixed size are not tested.
// Equations of a higher index as they stand cannot reach a share of the tolerance: their matrices are worse
// the smaller the steps are.
bool DoErrorsAddUp(const compile::PreparedModel& model, const integrate::MethodInfo& method,
                   const integrate::IntegratorOptions& options);

// The lower the order, the more steps add up. Methods of order 1 would need far too many steps.
inline bool IsHeldToAShare(const integrate::MethodInfo& method) {
  return method.max_order >= 2 || method.min_order == 0;
}

// The part of the tolerance for one step; 1: all of it.
double ShareOfStep(const compile::PreparedModel& model, const integrate::MethodInfo& method,
                   const integrate::IntegratorOptions& options);

// A further factor for a run of so many steps. All steps together may lose some tolerances, since their
// errors add up.
double ShareInRun(const integrate::MethodInfo& method, double tolerance, double share_of_step,
                  double num_steps);

integrate::Tolerances Tightened(integrate::Tolerances tolerances, double share);

}  // namespace daedalus::simulate
