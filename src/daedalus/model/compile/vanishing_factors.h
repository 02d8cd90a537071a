// Removes terms whose factor is zero with the present parameter values: `R*i = v1 - v2` with R = 0 is no
// equation for i.
//
// Structure cannot see that a factor vanishes. It would solve the equation for i, and fail at the division by
// R. So factors of parameters and numbers that are zero are removed before the structural analysis. The
// result lists the parameters that decided this, since with other values the equations would be others.
//
// The same is done for a factor that is an unknown, if it is always zero (identically_zero.h) and multiplies
// a derivative: `i = c*der(v)` with a computed capacitance c that is always 0 gives no state. Before other
// unknowns such a factor stays: the numbers of a loop show what its term determines, and undetermined
// unknowns keep their values.
#pragma once

#include <span>
#include <vector>

#include "daedalus/system/system.h"

namespace daedalus::compile {

// The parameters in the removed factors, each once, in order.
std::vector<ParameterId> RemoveVanishingFactors(System& system, std::span<const double> parameters);

}  // namespace daedalus::compile
