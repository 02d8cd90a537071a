// When-equations, written as equations that hold always (Modelica 3.6, section 8.3.5; docs/decisions/022):
//
//   when c then v = a; elsewhen d then v = b; end when
//
// becomes v = if edge(c) then a else if edge(d) then b else pre(v). What else stands in a branch (reinit,
// assert, terminate) counts while its branch is the one that is active.
#pragma once

#include "daedalus/semantics/lower_equation.h"

namespace daedalus::semantics {

// False after a mistake, which was reported.
bool LowerWhenEquation(EquationScope& scope, const syntax::Equation& equation, FlatEquations& out);

// reinit(x, value), which stands in a when-equation only.
bool LowerReinit(EquationScope& scope, const syntax::Equation& equation, FlatEquations& out);

// That two when-clauses give one variable its values; `span` is the second one.
bool TakeForWhen(Context& context, DiscreteId variable, Span span);

}  // namespace daedalus::semantics
