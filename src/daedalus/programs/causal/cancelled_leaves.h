// Variables that occur in a combination of equations but do not matter to it.
//
// Terms of a sum of equations cancel to rounding: 2 * x - 6 * (0.333... * x) is not zero, but 1e-16 of x.
// If it stays in the sum, structural analysis counts it as an entry. A rank computation counts it as a number
// if its row has nothing larger in that column. Both would miss dependences.
//
// A variable or derivative has cancelled if, at each of some points, its partial derivative is rounding
// relative to its terms (expr/gradient_values.h). It is replaced by 0 if that does not change the sum at
// these points.
//
// Cost: an evaluation of the sum for each point and, where something has cancelled, another one.
#pragma once

#include <span>

#include "daedalus/system/expr/evaluate.h"
#include "daedalus/system/expr/graph.h"

namespace daedalus::causal {

// The expression without them. Calls of functions, whose derivatives are not known in numbers, are left as
// they are.
ExprId WithoutCancelledLeaves(expr::Graph& graph, ExprId sum, std::span<const expr::Point> points);

}  // namespace daedalus::causal
