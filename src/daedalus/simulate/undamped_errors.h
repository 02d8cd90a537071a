// How much of the tolerance one step may use up.
//
// A tolerance bounds the error of a step. What steps add up to is the model's affair: most models forget old errors. A mechanism without friction forgets nothing
// (causal/time_reversal.h): over ten swings `dopri5` lost 30 tolerances of its energy, `bdf` 80, `radau3` 180. Its steps are held to a part of the tolerance, so that
// ten tolerances are kept (decision 047, with what was measured).
#pragma once

#include "daedalus/compile/prepare_model.h"
#include "daedalus/integrate/integrator.h"
#include "daedalus/integrate/own/own_methods.h"

namespace daedalus::simulate {

// 1: all of it. With steps of a fixed size no error is tested.
double ShareOfStep(const compile::PreparedModel& model, const integrate::MethodInfo& method, const integrate::IntegratorOptions& options);

integrate::Tolerances Tightened(integrate::Tolerances tolerances, double share);

}  // namespace daedalus::simulate
