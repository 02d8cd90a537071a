// Equations that are invariants: `Ef = 0 annotation(__Daedalus(invariant = true))`.
//
// Such an equation follows from the others, so it determines no unknown. Methods use it to correct the
// solution (integrate/projection.h, execute/least_squares_loop.h). `weight = 10` is its weight among the
// equations of an inlined step, which cannot satisfy all of them exactly.
#pragma once

#include "daedalus/language/semantics/lower_equation.h"

namespace daedalus::semantics {

// Adds the result of an equation to the invariants of `out` if it is marked as one, and to its equations
// otherwise. False after a reported mistake.
bool AddAsMarked(EquationScope& scope, const syntax::Equation& equation, FlatEquations lowered,
                 FlatEquations& out);

// True if an equation has the mark; cheap for those without it.
bool HasInvariantMark(const syntax::Tree& tree, const syntax::Equation& equation);

}  // namespace daedalus::semantics
