// The equations of a model that slides along some of its surfaces (hybrid/surface.h).
//
// Each value that a relation of such a surface decides about, `if r then a else b`, becomes
//
//   b + share * (a - b)
//
// and the equation that the share is the value of the relation is replaced by left = right. So the share
// keeps the model there. It is an algebraic unknown of a constraint, like a force in a mechanism, and index
// reduction finds it in the same way. If the value enters the equations linearly, this is Filippov's motion.
// Otherwise it is the motion with the equivalent control (Utkin, "Sliding Modes in Control and Optimization",
// 1992, ch. 2). That combines what is switched, not what follows from it.
#pragma once

#include <span>

#include "daedalus/base/diagnostics/diagnostic.h"
#include "daedalus/model/hybrid/surface.h"
#include "daedalus/system/system.h"

namespace daedalus::compile {

// `slides`: for each surface. An error if a relation does anything but decide between two values.
Result<Unit> KeepOnSurfaces(System& system, std::span<const hybrid::Surface> surfaces,
                            std::span<const char> slides);

}  // namespace daedalus::compile
