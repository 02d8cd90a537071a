// The unknowns for calls of clock operators (clocks/clocked_text.h).
#pragma once

#include "daedalus/language/semantics/expressions/lowering.h"

namespace daedalus::semantics {

// An internal variable without an equation. A Real or a Clock belongs to the continuous part until clocks are
// resolved.
ExprId AddUnknown(Lowering& l, Type type, Span span);

// The result of the operator. `what` has everything except argument and result. An argument that is not a
// variable gets one.
ExprId AddConversion(Lowering& l, Type type, ExprId argument, clocks::Conversion what);

// True for a variable of the model, or an internal one that represents an expression, but not for the result
// of an operator.
bool IsVariableLeaf(Lowering& l, ExprId e);

// The component whose text is being read.
ScalarName InstanceOf(const Lowering& l);

// True if the expression is a clock.
bool IsClock(Lowering& l, syntax::ExpressionId id);

}  // namespace daedalus::semantics
