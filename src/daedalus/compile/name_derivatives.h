// der(v) in conditions, when-clauses and initial equations, where no equation of the run has it.
//
// Derivatives that the equations contain are unknowns like any other. One that stands only in `der(v) > 0` is
// not: nothing would ever compute it. It gets a variable of its own, `$der(v)` with the equation $der(v) =
// der(v), which makes v differentiated; index reduction does the rest.
#pragma once

#include "daedalus/system/system.h"

namespace daedalus::compile {

void NameDerivatives(System& system);

}  // namespace daedalus::compile
