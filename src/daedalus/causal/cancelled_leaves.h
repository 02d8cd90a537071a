// Variables that stand in a combination of equations and do not matter to it.
//
// What cancels in a sum of equations cancels to rounding: 2 * x - 6 * (0.333... * x) is no zero, but some
// 1e-16 of x. Left in the sum it looks like an unknown to whoever counts entries, and like a number to
// whoever takes ranks, once its row has nothing larger in that column: dependences that are behind it are not
// found.
//
// A variable or derivative has cancelled if the partial derivative is rounding beside the terms that it was
// added up from (expr/gradient_values.h), at each of some points. It is replaced by 0, if that leaves the
// value of the sum what it was at these points.
//
// Cost: an evaluation of the sum for each point and, where something has cancelled, another one.
#pragma once

#include <span>

#include "daedalus/expr/evaluate.h"
#include "daedalus/expr/graph.h"

namespace daedalus::causal {

// The expression without them. Calls of functions, whose derivatives are not known in numbers, are left as
// they are.
ExprId WithoutCancelledLeaves(expr::Graph& graph, ExprId sum, std::span<const expr::Point> points);

}  // namespace daedalus::causal
