// Finds registers that hold only whole numbers, small enough that integers compute the same as doubles.
// Machine code keeps these registers as integers, so counters and subscripts are as fast as in C.
//
// Registers are doubles, and the text of a function rarely bounds a counter. Two things bound it:
//
// - Intervals (Cousot and Cousot 1977) over all definitions of a register at once, in any order: constants,
// sums, products, choices, quotients by constants. We repeat until nothing changes, at most kMaxRounds times.
// - Registers that still grow, and only have something bounded added to them, as in k := k + 1. They are
// assigned fewer than kMaxSteps times (run_state.h), so they stay below that many increments.
//
// Doubles represent whole numbers up to 2^53 exactly, so integers have the same values. The exception is -0,
// which integers do not have. If a product may be -0 and some use can tell (a result, an argument, a sum of
// Reals), the register stays a double. A register that may be read before it is assigned holds NaN there, so
// it stays a double as well.
#pragma once

#include <vector>

#include "daedalus/system/routine/routine.h"

namespace daedalus::routine {

// Per register. Inputs, results of calls, and array elements chosen by a subscript never count as whole
// numbers.
std::vector<char> WholeRegisters(const Routine& routine);

}  // namespace daedalus::routine
