// Reports values that change between events and are assigned to variables that change only at events.
//
// An algorithm section evaluates such a value once, and the variable would keep it forever (Modelica 3.6,
// section 3.8: in `v := e`, e varies no more than v). An assignment in a when-clause takes the value at an
// instant, which is correct.
#pragma once

#include "daedalus/language/semantics/context.h"

namespace daedalus::semantics {

// True if the value can change between events. The branch of a condition that holds at instants only, such as
// that of a when-clause, does not count.
bool ChangesBetweenEvents(Context& context, ExprId e);

// Reports each assignment of EventState::varying for which no clock was found.
void ReportVaryingValues(Context& context);

}  // namespace daedalus::semantics
