// Functions that search: an argument decides in a loop where to go on, and never enters a result otherwise. The zero of a
// function by bisection is one, as a function of what its function depends on.
//
// Differentiated instruction by instruction such a result does not depend on the argument at all, which is wrong for a search and right for a
// step. Nothing in the code tells the two apart; the author can, by `smoothOrder` or `derivative` (Modelica 3.6, sections 18.3, 12.7).
#pragma once

#include <span>

#include "daedalus/routine/routine.h"

namespace daedalus::routine {

// `is_real` tells which inputs and which outputs are numbers that vary continuously.
bool IsSearch(const Routine& routine, std::span<const char> is_real_input, std::span<const char> is_real_output);

}  // namespace daedalus::routine
