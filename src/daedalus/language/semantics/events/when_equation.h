// When-equations, written as equations that always hold (Modelica 3.6, section 8.3.5; docs/decisions/022):
//
//   when c then v = a; elsewhen d then v = b; end when
//
// becomes v = if edge(c) then a else if edge(d) then b else pre(v). Other equations of a branch (reinit,
// assert, terminate) count while their branch is active.
#pragma once

#include "daedalus/language/semantics/lower_equation.h"

namespace daedalus::semantics {

// False after a reported mistake.
bool LowerWhenEquation(EquationScope& scope, const syntax::Equation& equation, FlatEquations& out);

// reinit(x, value), which is allowed only in a when-equation.
bool LowerReinit(EquationScope& scope, const syntax::Equation& equation, FlatEquations& out);

// Reports that two when-clauses give one variable its values; `span` is the second one.
bool TakeForWhen(Context& context, DiscreteId variable, Span span);

}  // namespace daedalus::semantics
