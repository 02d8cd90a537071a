// der() of an expression.
#pragma once

#include "daedalus/language/semantics/expressions/lowering.h"

namespace daedalus::semantics {

// The time derivative by the chain rule. A derivative inside the expression is first replaced by a variable
// that equals it, named 'der(x)', so that no derivative of order 2 appears. Its equation has the span as its
// origin.
Scalar TimeDerivative(Lowering& l, const Scalar& x, Span span);

}  // namespace daedalus::semantics
