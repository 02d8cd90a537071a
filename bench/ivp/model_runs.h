// The test problems that are also written as models (models/NAME.mo), compiled and run by the facade
// (run/simulation.h). Form and method are chosen automatically. The points at 500 intervals stay in memory.
//
// The seconds are those of the run alone: processor time of its thread from the end of the first step to the
// end of the last, extrapolated to all steps. They contain all safety nets, all variables at all points, and
// the change to machine code if a run is long enough for it. The model is compiled before, and its
// compilation to machine code runs in another thread.
#pragma once

#include "ivp/measure.h"
#include "ivp/work_precision.h"
#include "problems/ivp_problem.h"

namespace daedalus::bench {

bool HasModel(const problems::IvpProblem& problem);

Run MeasureModel(const problems::IvpProblem& problem, double relative, int intervals,
                 const MeasureOptions& options);

}  // namespace daedalus::bench
