// The variables of all connectors get numbers, for the room connect/.
#pragma once

#include "daedalus/semantics/context.h"

namespace daedalus::semantics {

// Of all connectors below the node: every scalar, and every overdetermined record as one.
void NumberConnectorVariables(Context& context, NodeId root);

// The number of something that a statement connects; kNoVariable: it is in no connector itself, as an `outer`
// in one, which is an error (scope/check_kinds.h).
connect::VariableIndex VariableOf(const ConnectorVariables& variables, const ConnectionEnd& end);

// The variable or parameter of the System that a scalar is.
expr::ExprId ScalarExpr(Context& context, const ConnectionEnd& scalar);

}  // namespace daedalus::semantics
