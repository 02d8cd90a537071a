// Handles der(v) in conditions, when-clauses and initial equations if no equation of the run contains it.
//
// Derivatives in the equations are unknowns like any other. A derivative that occurs only in `der(v) > 0` is
// not: nothing would ever compute it. It gets a variable of its own, `$der(v)`, with the equation $der(v) =
// der(v). So v becomes a differentiated variable, and index reduction does the rest.
#pragma once

#include "daedalus/system/system.h"

namespace daedalus::compile {

void NameDerivatives(System& system);

}  // namespace daedalus::compile
