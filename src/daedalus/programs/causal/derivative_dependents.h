// Which algebraic variables are computed from derivatives of states?
//
// In the order of execution an algebraic variable may come before the derivatives (it is a function of states
// and time), in one block with some, or after them. Forces and accelerations of a mechanism come after them.
// A multistep method knows a derivative only up to the error of its state divided by the step size, and so it
// knows these variables.
#pragma once

#include <vector>

#include "daedalus/programs/causal/system_incidence.h"
#include "daedalus/structure/matching.h"

namespace daedalus::causal {

// Per variable; false for the differential ones. `matching` as in Solvability. Linear in the entries.
std::vector<char> DerivativeDependents(const SystemIncidence& incidence, const structure::Matching& matching);

}  // namespace daedalus::causal
