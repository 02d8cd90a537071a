// Overconstrained connection graphs (Modelica 3.6, section 9.4): statements about them, roots, and the
// equations of connections that are cut.
//
// A record or type with a function `equalityConstraint` is *overdetermined*: it has more variables than
// degrees of freedom. If connections of such variables form a loop, one of them is replaced by the equations
// of that function. The graph and its trees are those of connect/spanning_forest.h.
#pragma once

#include "daedalus/language/semantics/expressions/builtin_functions.h"
#include "daedalus/language/semantics/lower_equation.h"

namespace daedalus::semantics {

// The function `equalityConstraint` of a class; invalid: it has none.
scope::EnvId EqualityConstraintOf(Context& context, scope::EnvId env);

// ---- Statements ----
// Connections.branch, root or potentialRoot.
bool IsGraphStatement(const Meaning& function);
// False after a reported mistake.
bool CollectGraphStatement(EquationScope& scope, const syntax::Equation& equation);

// ---- When all statements and the connection sets are known ----
// Makes the graph and its trees; reports parts without a root.
void FindRoots(Context& context);
// The equations of all connections of overdetermined variables.
void EmitOverdetermined(Context& context);

}  // namespace daedalus::semantics
