// Equations that are invariants: `Ef = 0 annotation(__Daedalus(invariant = true))`.
//
// Such an equation follows from the others, so it counts for no unknown; methods use it to keep the solution
// where it belongs (integrate/projection.h, execute/least_squares_loop.h). `weight = 10` says how much it
// counts among the equations of an inlined step, which cannot satisfy all of them exactly.
#pragma once

#include "daedalus/semantics/lower_equation.h"

namespace daedalus::semantics {

// What an equation was lowered to goes to the invariants of `out`, where it is marked as one, and to its
// equations else. False after a mistake, which was reported.
bool AddAsMarked(EquationScope& scope, const syntax::Equation& equation, FlatEquations lowered,
                 FlatEquations& out);

// Whether an equation has the mark; cheap, for those that have none.
bool HasInvariantMark(const syntax::Tree& tree, const syntax::Equation& equation);

}  // namespace daedalus::semantics
