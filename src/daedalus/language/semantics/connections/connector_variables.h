// Numbers the variables of all connectors for connect/.
#pragma once

#include "daedalus/language/semantics/context.h"

namespace daedalus::semantics {

// Numbers all connectors below the node: every scalar, and every overdetermined record as one.
void NumberConnectorVariables(Context& context, NodeId root);

// The number of something that a statement connects. kNoVariable: it is not in a connector itself, as an
// `outer` component in one, which is an error (scope/check_kinds.h).
connect::VariableIndex VariableOf(const ConnectorVariables& variables, const ConnectionEnd& end);

// The variable or parameter of the System for a scalar.
expr::ExprId ScalarExpr(Context& context, const ConnectionEnd& scalar);

}  // namespace daedalus::semantics
