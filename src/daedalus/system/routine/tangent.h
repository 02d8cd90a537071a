// Forward differentiation of a routine, instruction by instruction (Griewank and Walther 2008, ch. 3). Each
// register r gets a partner r' for its derivative. An instruction that changes r is preceded by code that
// computes the new r' from the old values. Jumps, subscripts and failures are those of the routine itself.
// Derivatives of an array in the arena form another array there. Registers that count have the derivative 0,
// because operations that produce whole numbers have.
#pragma once

#include <memory>

#include "daedalus/system/routine/routine.h"

namespace daedalus::routine {

// The routine of (x, dx) whose results are the derivatives of the results. Null if a called function has no
// tangent, or no tangent for the arguments that vary.
std::shared_ptr<const Routine> TangentOf(const Routine& routine);

}  // namespace daedalus::routine
