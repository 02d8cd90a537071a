// The search for a solution of a loop of one unknown, where damped steps are stuck at a nonzero minimum of
// the residual.
//
// It searches a change of the residual's sign on both sides of the last solution, further and further away,
// and encloses it (integrate/bracket.h). The last steps are Newton steps again. This is a last resort: it
// finds another solution, unrelated to the last one.
#pragma once

#include <span>

#include "daedalus/programs/execute/loop_newton.h"

namespace daedalus::execute {

// Goes from `start` in doubling steps. False for a loop that is linear, keeps its branch, or has more
// unknowns.
bool SearchFurther(LoopNewton& newton, Workspace& workspace, std::span<const double> start);

}  // namespace daedalus::execute
