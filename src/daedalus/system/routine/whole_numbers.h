// Which registers hold whole numbers only, so small that integers compute the same as doubles: machine code
// keeps them as integers, so that counters and subscripts cost what they cost in C.
//
// Registers are doubles, and a text rarely says how far a counter goes. Two things bound it:
//
//   - Intervals (Cousot and Cousot 1977), over all definitions of a register at once, without regard to their
//     order: constants, sums, products, choices, quotients by constants. They are taken until they change no
//     more, at most kMaxRounds times.
//   - What is still growing then and only ever gets something bounded added to it, as in k := k + 1, gets
//     there fewer than kMaxSteps times (run_state.h): so it is bounded by that many times the increment.
//
// Up to 2^53 whole numbers in doubles are exact, so that integers have the same values. One thing they do not
// have, -0: where a product may be that, and where anybody could tell the difference (a result, an argument,
// a sum of Reals), the register stays a double. A register that is perhaps read before anything was assigned
// to it is NaN there, and stays a double as well.
#pragma once

#include <vector>

#include "daedalus/system/routine/routine.h"

namespace daedalus::routine {

// By register. Inputs, results of calls, elements of arrays that are chosen by a subscript, are never among
// them.
std::vector<char> WholeRegisters(const Routine& routine);

}  // namespace daedalus::routine
