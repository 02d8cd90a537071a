// A start at rest, if the user asks for it (--steady): der(x) = 0 is an initial condition for each variable
// whose derivative occurs and whose start value is not fixed. In a model with constraints these are more
// conditions than it has states. Conditions that follow from others are left out and tested
// (docs/decisions/036).
#pragma once

#include "daedalus/system/system.h"

namespace daedalus::driver {

void AskForSteadyState(System& system);

}  // namespace daedalus::driver
