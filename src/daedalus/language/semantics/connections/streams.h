// Stream connectors (Modelica 3.6, chapter 15): what flows into a component, and the equations of mixtures.
// connect/stream_sets.h finds who sends into a connection set, and which of the closed forms holds.
//
// If several connectors send, a mixture is 0 / 0 while nothing flows. So max(x, 0) is replaced as section
// 15.2 recommends, with s the sum of all max(x, 0) and a small flow eps:
//
//   positiveMax(x, s) = alpha max(x, 0) + (1 - alpha) eps,   alpha = (s/eps)^2 (3 - 2 s/eps), 0 .. 1      (1)
//
// so that flows mix as they are if they are not small, and with equal weights if nothing flows. eps is 1e-6
// of the smallest nominal flow. The specification takes the tolerance of the run, which is not known here.
#pragma once

#include "daedalus/language/semantics/context.h"

namespace daedalus::semantics {

// Finds out who sends, once the connection sets are known. Bounds of flows that decide about it become
// structural.
void FindStreamSenders(Context& context);

// The number of the stream variable that an expression is; kNoVariable: it is not one.
std::uint32_t StreamVariableOf(const Context& context, expr::ExprId expr);
// inStream of the variable, and the flow that carries it.
expr::ExprId InStreamOf(Context& context, connect::VariableIndex stream);
expr::ExprId FlowOf(Context& context, connect::VariableIndex stream);

// h = the mixture of what the others send, for each outside connector of a set.
void EmitStreamSet(Context& context, std::size_t set);

}  // namespace daedalus::semantics
