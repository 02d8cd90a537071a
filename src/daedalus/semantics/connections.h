// connect(a, b): collected while the equations are read, turned into equations when all are known
// (Modelica 3.6, chapter 9).
#pragma once

#include "daedalus/semantics/context.h"
#include "daedalus/semantics/lower_equation.h"

namespace daedalus::semantics {

// Finds both ends and remembers them; false after a mistake, which was reported. A connection with a component
// that is not there (its condition is false) says nothing.
bool CollectConnect(EquationScope& scope, const syntax::Equation& equation);

// The equations of all connections below the node, into the System.
void EmitConnections(Context& context, NodeId root);

}  // namespace daedalus::semantics
