// Terms whose factor is zero with the parameter values at hand: `R*i = v1 - v2` with R = 0 is no equation for i.
//
// Structure cannot see that a factor vanishes: it would solve the equation for i, and fail when it comes to divide by R. So
// factors of parameters and numbers that are zero are taken out before the structure is looked at. The parameters that decided
// so are told: with other values of them the equations are others.
#pragma once

#include <span>
#include <vector>

#include "daedalus/system/system.h"

namespace daedalus::compile {

// The parameters in the factors that were taken out, each once, in order.
std::vector<ParameterId> RemoveVanishingFactors(System& system, std::span<const double> parameters);

}  // namespace daedalus::compile
