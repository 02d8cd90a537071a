// Arguments that are searched with: in a loop they decide where to go on, and they never enter a result
// otherwise. The zero of a function by bisection has one, whatever its function depends on.
//
// Differentiated instruction by instruction the results do not depend on such an argument at all, which is
// wrong for a search and right for a step, or for a tolerance. Nothing in the code tells them apart; the
// author can, by `smoothOrder` or `derivative` (Modelica 3.6, sections 18.3, 12.7), and often nothing varies
// there.
#pragma once

#include <span>
#include <vector>

#include "daedalus/system/routine/routine.h"

namespace daedalus::routine {

// The inputs, by number. The arguments list the inputs and outputs that are Reals, which can vary
// continuously.
std::vector<std::size_t> SearchedInputs(const Routine& routine, std::span<const char> is_real_input,
                                        std::span<const char> is_real_output);

}  // namespace daedalus::routine
