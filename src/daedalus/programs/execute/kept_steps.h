// Newton's iteration with factors that were made earlier (kept_factors.h).
//
// A nonlinear loop keeps the factors while each step is at most kKeptContraction of the one before, until the
// remaining error, rho / (1 - rho) |d| with the rate rho of the steps d, is below the required accuracy. A
// linear loop whose matrix is known takes one step. Without usable factors the iteration makes new ones
// first. An iteration that does not contract fails; then Newton's with a new matrix at each step begins.
#pragma once

#include <span>

#include "daedalus/programs/execute/loop_newton.h"

namespace daedalus::execute {

// From the point at the workspace, which is `start`. A failure leaves the unknowns unchanged. False at once
// for a loop that keeps no factors.
bool KeptSteps(LoopNewton& newton, Workspace& workspace, std::span<const double> start);

}  // namespace daedalus::execute
