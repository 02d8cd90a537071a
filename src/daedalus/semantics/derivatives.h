// der() of an expression.
#pragma once

#include "daedalus/semantics/lowering.h"

namespace daedalus::semantics {

// By the chain rule. A derivative inside of the expression is first replaced by a variable that equals it,
// named 'der(x)', so that no derivative of order 2 comes out; its equation has the span as origin.
Scalar TimeDerivative(Lowering& l, const Scalar& x, Span span);

}  // namespace daedalus::semantics
