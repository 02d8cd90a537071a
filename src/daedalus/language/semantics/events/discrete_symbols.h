// Which variables change only at events (Modelica 3.6, section 3.8)? Those that are not Reals, those declared
// `discrete`, and all that a when-clause assigns.
//
// A variable that is not a Real never changes if it is declared with a value that depends on parameters
// alone. It then becomes a parameter. This is decided when first needed, since the value may refer to the
// variable itself: `Boolean b = pre(b) or x > 1`.
#pragma once

#include "daedalus/language/semantics/context.h"

namespace daedalus::semantics {

void BecomeDiscrete(Symbol& symbol);
void DecideVariability(Context& context, SymbolId id);

// Finds the variables that when-clauses of all instances assign, before variables get their places. A
// component is marked as a whole, with all elements of its arrays and all fields of its records.
void MarkWhenTargets(Context& context, NodeId root);

}  // namespace daedalus::semantics
