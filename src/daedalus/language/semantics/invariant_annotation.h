// Equations that are not there to determine an unknown. An annotation of an equation marks them:
//
//   Ef = 0 annotation(__Daedalus(invariant = true))        an invariant: it follows from the others. Methods
//   use
//     it to correct the solution (integrate/projection.h, execute/least_squares_loop.h). `weight = 10` is its
//     weight among the equations of an inlined step, which cannot satisfy all of them exactly.
//   0 = w annotation(__Daedalus(atStepEnds = true))        w is evaluated at the end of each step. If it is
//     positive, an event happens there (StepEnd, system/hybrid.h).
#pragma once

#include "daedalus/language/semantics/lower_equation.h"

namespace daedalus::semantics {

// Adds the result of an equation to the part of `out` that its mark names, or to its equations if the mark
// says `false`. False after a reported mistake.
bool AddAsMarked(EquationScope& scope, const syntax::Equation& equation, FlatEquations lowered,
                 FlatEquations& out);

// True if an equation has a mark; cheap for those without it.
bool HasMark(const syntax::Tree& tree, const syntax::Equation& equation);

}  // namespace daedalus::semantics
