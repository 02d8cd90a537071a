// A System in which nothing is held: in its equations discrete variables and relations are replaced by their
// definitions. Only pre values, samples and initial() remain.
//
// It is for the start. There a held relation has no value yet, and the value that start values give may be
// wrong. Equations with a wrong value may have no solution at all: for example a pump with unknown flow, all
// of whose ports are taken for outlets. With the relation written out, the structure of the equations shows
// what must be known before it.
#pragma once

#include <optional>

#include "daedalus/system/system.h"

namespace daedalus::hybrid {

// Variables that depend on themselves stay held. initial() is true.
System FreeSystem(System system);

// The equations at the start: initial() is true, and everything else is held. A capacitor with `if initial()
// then 0 else C*der(v)` has no derivative there. So its voltage is an unknown like any other, and not a
// condition. nullopt if no equation contains initial().
std::optional<System> SystemAtStart(const System& system);

}  // namespace daedalus::hybrid
