// Inputs that decide nothing: neither a result, nor where the code goes on, nor whether it fails.
#pragma once

#include <vector>

#include "daedalus/system/routine/routine.h"

namespace daedalus::routine {

// By input. An input that is found unused is; where the code is hard to follow, inputs count as used.
std::vector<char> FindUnusedInputs(const Routine& routine);

}  // namespace daedalus::routine
