// The unknowns that calls of operators of clocks become (clocks/clocked_text.h).
#pragma once

#include "daedalus/semantics/lowering.h"

namespace daedalus::semantics {

// Of ours, without an equation; a Real, or a Clock, is a variable of the continuous part until clocks are
// resolved.
ExprId AddUnknown(Lowering& l, Type type, Span span);

// The result of the operator. `what` has everything but argument and result. An argument that is no variable
// gets one.
ExprId AddConversion(Lowering& l, Type type, ExprId argument, clocks::Conversion what);

// Whether it is a variable of the model or one of ours that stands for an expression: not the result of an
// operator.
bool IsVariableLeaf(Lowering& l, ExprId e);

// The component whose text is being read.
ScalarName InstanceOf(const Lowering& l);

// Whether the expression is a clock.
bool IsClock(Lowering& l, syntax::ExpressionId id);

}  // namespace daedalus::semantics
