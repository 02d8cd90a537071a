// How much of the tolerance one step may use up.
//
// A tolerance bounds the error of a step. What steps add up to is the model's affair: most models forget old
// errors. A mechanism without friction forgets nothing (causal/time_reversal.h): over ten swings `dopri5`
// lost 30 tolerances of its energy, `bdf` 80, `radau3` 180. Its steps are held to a part of the tolerance,
// the smaller the more of them there are (expected_steps.h), so that ten tolerances are kept (decision 047,
// with what was measured).
#pragma once

#include "daedalus/compile/prepare_model.h"
#include "daedalus/integrate/integrator.h"
#include "daedalus/integrate/own/own_methods.h"

namespace daedalus::simulate {

// Whether errors of this run add up. With steps of a fixed size none is tested; and the iterations of
// equations of a higher index as they stand, whose matrices are the worse the smaller the steps are, reach no
// share of the tolerance.
bool DoErrorsAddUp(const compile::PreparedModel& model, const integrate::MethodInfo& method,
                   const integrate::IntegratorOptions& options);

// The lower the order, the more steps there are to add up. With methods of order 1 there would be far too
// many.
inline bool IsHeldToAShare(const integrate::MethodInfo& method) {
  return method.max_order >= 2 || method.min_order == 0;
}

// 1: all of it.
double ShareOfStep(const compile::PreparedModel& model, const integrate::MethodInfo& method,
                   const integrate::IntegratorOptions& options);

// Of that part, what is left to each of so many steps of a run, all of them together being allowed some
// tolerances: what steps lose adds up.
double ShareInRun(const integrate::MethodInfo& method, double tolerance, double share_of_step,
                  double num_steps);

integrate::Tolerances Tightened(integrate::Tolerances tolerances, double share);

}  // namespace daedalus::simulate
