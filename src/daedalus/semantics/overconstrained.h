// Overconstrained connection graphs (Modelica 3.6, section 9.4): statements about them, roots, and the
// equations of connections that are cut.
//
// A record or type with a function `equalityConstraint` is *overdetermined*: it has more variables than it
// has degrees of freedom. Where connections of such things close a loop, one of them says only what that
// function says. The graph and its trees are those of connect/spanning_forest.h.
#pragma once

#include "daedalus/semantics/builtin_functions.h"
#include "daedalus/semantics/lower_equation.h"

namespace daedalus::semantics {

// The function `equalityConstraint` of a class; invalid: it has none.
scope::EnvId EqualityConstraintOf(Context& context, scope::EnvId env);

// ---- Statements ----
// Connections.branch, root or potentialRoot.
bool IsGraphStatement(const Meaning& function);
// False after a mistake, which was reported.
bool CollectGraphStatement(EquationScope& scope, const syntax::Equation& equation);

// ---- When all statements and the connection sets are known ----
// Makes the graph and its trees; reports where there are none.
void FindRoots(Context& context);
// The equations of all connections of overdetermined things.
void EmitOverdetermined(Context& context);

}  // namespace daedalus::semantics
