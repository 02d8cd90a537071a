// The equations of a model that slides along some of its surfaces (hybrid/surface.h).
//
// Each value that a relation of such a surface decides about, `if r then a else b`, becomes
//
//   b + share * (a - b)
//
// and instead of the equation that the share is the value of the relation, the model has left = right. So the
// share is what keeps the model there: an algebraic unknown of a constraint, as a force is in a mechanism,
// and the index reduction that finds forces finds it. Where the value enters the equations linearly this is
// Filippov's motion; where it does not, it is that with the equivalent control (Utkin, "Sliding Modes in
// Control and Optimization", 1992, ch. 2), which takes the combination of what is switched, not of what
// follows from it.
#pragma once

#include <span>

#include "daedalus/diagnostics/diagnostic.h"
#include "daedalus/hybrid/surface.h"
#include "daedalus/system/system.h"

namespace daedalus::compile {

// `slides`: per surface. An error where a relation does anything but decide between two values.
Result<Unit> KeepOnSurfaces(System& system, std::span<const hybrid::Surface> surfaces,
                            std::span<const char> slides);

}  // namespace daedalus::compile
