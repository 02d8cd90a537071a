// A System in which nothing is held: in its equations discrete variables and relations are replaced by what
// they stand for, and only pre values, samples and initial() are left.
//
// For the start. There a held relation has no value yet; what start values say of it may be wrong, and
// equations that hold it wrongly may have no solution at all: a pump with unknown flow, all whose ends are
// taken for outlets. With the relation written out, the structure of the equations itself says what must be
// known before it.
#pragma once

#include <optional>

#include "daedalus/system/system.h"

namespace daedalus::hybrid {

// What depends on itself stays held. initial() is true.
System FreeSystem(System system);

// The equations as they are at the start: initial() is true, all else is held. A capacitor with `if initial()
// then 0 else C*der(v)` has no derivative there, so its voltage is an unknown like any other, and not a
// condition. Nothing where no equation has initial() in it.
std::optional<System> SystemAtStart(const System& system);

}  // namespace daedalus::hybrid
