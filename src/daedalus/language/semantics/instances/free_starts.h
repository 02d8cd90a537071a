// Start values that depend on parameters with `fixed = false`, which are known once the initial problem is
// solved (Modelica 3.6, section 8.6).
//
// For a variable with `fixed = true` such a start value is an initial equation. The guess is always the start
// value with the guesses of these parameters. What changes at events alone begins with its start value also
// without `fixed` (section 8.6), and so gets the equation pre(m) = start.
#pragma once

#include "daedalus/language/semantics/context.h"

namespace daedalus::semantics {

// Call when all attributes and declaration equations are in the System.
void SettleFreeStarts(Context& context);

}  // namespace daedalus::semantics
