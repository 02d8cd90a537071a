// Which variables change at events only (Modelica 3.6, section 3.8): those that are no Reals, those declared
// `discrete`, and all that a when-clause assigns to.
//
// A variable that is no Real and is declared with a value which depends on parameters alone never changes: it
// leaves as a parameter. That is found out when somebody asks for it, since the value may speak of the
// variable itself: `Boolean b = pre(b) or x > 1`.
#pragma once

#include "daedalus/semantics/context.h"

namespace daedalus::semantics {

void BecomeDiscrete(Symbol& symbol);
void DecideVariability(Context& context, SymbolId id);

// Finds what the when-clauses of all instances assign to, before variables get their places. A component is
// marked as a whole, with all elements of its arrays and all fields of its records.
void MarkWhenTargets(Context& context, NodeId root);

}  // namespace daedalus::semantics
