// The equations and operators of state machines in the text (Modelica 3.6, section 17.1).
#pragma once

#include "daedalus/language/semantics/expressions/builtin_functions.h"
#include "daedalus/language/semantics/lower_equation.h"

namespace daedalus::semantics {

// True for transition() and initialState().
bool IsStateStatement(const Meaning& function);

// Notes which components are states; connections need to know it before equations are read. False after a
// reported mistake.
bool CollectStates(EquationScope& scope, const syntax::Equation& equation);

// Adds a transition or an initial state. False after a reported mistake.
bool LowerStateStatement(EquationScope& scope, const syntax::Equation& equation);

// The unknown Boolean that activeState() is for the component; `span` asks for it.
ExprId ActiveLeaf(Lowering& l, NodeId state, Span span);

// The innermost state that contains the component, or is it; invalid: none does.
NodeId StateAround(const Context& context, NodeId node);

}  // namespace daedalus::semantics
