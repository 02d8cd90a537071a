// From the text about state machines to equations (Modelica 3.6, chapter 17): the machines themselves become
// clocked equations, and what the states contain gets guards, which clocks/merge_states.h applies.
#pragma once

#include "daedalus/language/semantics/context.h"

namespace daedalus::semantics {

// Before clocks are resolved. False after a reported mistake.
bool FinishMachines(Context& context);

}  // namespace daedalus::semantics
