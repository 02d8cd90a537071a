// If-equations. A condition of parameters decides here which equations exist. One that varies keeps them all:
//
//   if c then a = b; else d = e; end if      becomes      0 = if c then a - b else d - e
//
// equation by equation, so all branches need the same number of them (Modelica 3.6, section 8.3.4). Where the
// left sides are equal, the result is `a = if c then b else e`, which can be solved for a.
#pragma once

#include "daedalus/language/semantics/lower_equation.h"

namespace daedalus::semantics {

// False after a reported mistake.
bool LowerIfEquation(EquationScope& scope, const syntax::Equation& equation, FlatEquations& out);

}  // namespace daedalus::semantics
