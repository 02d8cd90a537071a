// Finds arguments that are used to search: a loop compares them to decide where to go on, and they enter no
// result in any other way. A function that finds a zero by bisection has such an argument.
//
// If such a function is differentiated instruction by instruction, its results seem not to depend on the
// argument. That is wrong for a search, and right for a step function or a tolerance. The code itself does
// not show which case it is. The author can say so by `smoothOrder` or `derivative` (Modelica 3.6, sections
// 18.3, 12.7). Often the argument does not vary at all.
#pragma once

#include <span>
#include <vector>

#include "daedalus/system/routine/routine.h"

namespace daedalus::routine {

// The inputs, by number. `arguments` lists the inputs and outputs that are Reals, which can vary
// continuously.
std::vector<std::size_t> SearchedInputs(const Routine& routine, std::span<const char> is_real_input,
                                        std::span<const char> is_real_output);

}  // namespace daedalus::routine
