// Forward differentiation of a routine, instruction by instruction (Griewank and Walther 2008, ch. 3): each
// register r has another one, r', for its derivative. Before an instruction that changes r comes what gives
// r' its new value, from the values before. Jumps, subscripts and failures are those of the routine itself;
// the derivatives of an array in the arena are another array there; numbers that count have derivative 0, for
// the operations that make whole numbers have.
#pragma once

#include <memory>

#include "daedalus/system/routine/routine.h"

namespace daedalus::routine {

// The routine of (x, dx) whose results are the derivatives of the results; null: a function that is called
// has no tangent, or none for what varies.
std::shared_ptr<const Routine> TangentOf(const Routine& routine);

}  // namespace daedalus::routine
