// The test problems that are also written as models (models/NAME.mo), run by the way of the command line:
// text, compiled model, form and method chosen without a word, results at 500 intervals in a file.
//
// The seconds are those of the run alone: processor time of its thread from the end of the first step to the
// end of the last, and one step's share more. They contain the writing of one variable, and the change to
// machine code where a run is long enough for it, whose compilation goes on beside. The digits are those of a
// run that writes all variables.
#pragma once

#include "ivp/measure.h"
#include "ivp/work_precision.h"
#include "problems/ivp_problem.h"

namespace daedalus::bench {

bool HasModel(const problems::IvpProblem& problem);

Run MeasureModel(const problems::IvpProblem& problem, double relative, int intervals,
                 const MeasureOptions& options);

}  // namespace daedalus::bench
