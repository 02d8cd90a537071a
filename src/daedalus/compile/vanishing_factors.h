// Terms whose factor is zero with the parameter values at hand: `R*i = v1 - v2` with R = 0 is no equation for
// i.
//
// Structure cannot see that a factor vanishes: it would solve the equation for i, and fail when it comes to
// divide by R. So factors of parameters and numbers that are zero are taken out before the structure is
// looked at. The parameters that decided so are told: with other values of them the equations are others.
//
// The same with a factor that is an unknown, where it is zero all the time (identically_zero.h) and stands
// before a derivative: `i = c*der(v)` with a capacitance c that is computed, and always 0, gives no state.
// Before other unknowns such a factor stays: what its term determines is seen by the numbers of a loop, and
// left as it was where that is nothing.
#pragma once

#include <span>
#include <vector>

#include "daedalus/system/system.h"

namespace daedalus::compile {

// The parameters in the factors that were taken out, each once, in order.
std::vector<ParameterId> RemoveVanishingFactors(System& system, std::span<const double> parameters);

}  // namespace daedalus::compile
