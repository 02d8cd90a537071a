// Finds inputs without effect: on the results, on the path through the code, and on whether the function
// fails.
#pragma once

#include <vector>

#include "daedalus/system/routine/routine.h"

namespace daedalus::routine {

// Per input. An input that is reported as unused has no effect; where the code is hard to follow, inputs
// count as used.
std::vector<char> FindUnusedInputs(const Routine& routine);

}  // namespace daedalus::routine
