// Values that change between events, given to variables that change at events only.
//
// An algorithm section evaluates such a value once, and the variable would keep it forever (Modelica 3.6,
// section 3.8: in `v := e`, e varies no more than v). What a when-clause assigns is the value of an instant,
// and right.
#pragma once

#include "daedalus/semantics/context.h"

namespace daedalus::semantics {

// Whether the value can change while no event happens. The branch of a condition that holds at instants only,
// such as that of a when-clause, does not count.
bool ChangesBetweenEvents(Context& context, ExprId e);

// Reports each assignment of EventState::varying that no clock has made one of instants.
void ReportVaryingValues(Context& context);

}  // namespace daedalus::semantics
