// Building expressions, simplified. Everyone but tests builds through these functions.
//
// What is promised: at every point where all sub-expressions of the original are finite, the simplified
// expression has the same value up to rounding, and exactly the same where the operations are exact
// (Integers, logical values). So x - x is 0 and 0*x is 0, since x is finite; the sign of a zero is not kept;
// intermediate results may over- or underflow where they did not before, and the other way round. What could
// be undefined stays visible, so that a message can name it: x/x and x * x^(-1) are not cancelled, 0/x keeps
// its x, and a constant operation without a finite value (1/0, log(-1)) is not evaluated.
//
// The forms that come out:
// - a sum is one flat Add with at most one constant, no two terms differing only by a number;
// - a number times something is Mul(number, ...), the number first, never 1; -(a + b) is (-a) + (-b);
// - a product is one flat Mul; x*x*x is x^3: equal bases are collected where their exponents are whole and
//   of one sign;
// - a quotient stays one, since x/c and x*(1/c) round differently; a minus sign moves in front of it;
// - And, Or are flat and without repetition; not(a < b) stays, since for NaN it is not b <= a.
//
// Sums and products longer than kFlattenLimit are not dissolved into a shorter one: a long sum built by
// adding one term at a time would otherwise be copied again for every term. They stay nested, which only
// looks worse.
#pragma once

#include <span>

#include "daedalus/system/expr/graph.h"

namespace daedalus::expr {

constexpr std::size_t kFlattenLimit = 32;

// Takes O(n log n) for n terms. The empty sum is 0, the empty product 1.
ExprId Sum(Graph& g, std::span<const ExprId> terms);
ExprId Sum(Graph& g, ExprId a, ExprId b);
ExprId Difference(Graph& g, ExprId a, ExprId b);
ExprId Negate(Graph& g, ExprId x);
ExprId Product(Graph& g, std::span<const ExprId> factors);
ExprId Product(Graph& g, ExprId a, ExprId b);
ExprId Quotient(Graph& g, ExprId a, ExprId b);
ExprId Power(Graph& g, ExprId base, ExprId exponent);
ExprId Power(Graph& g, ExprId base, double exponent);

// Any operation of one or two operands, n-ary ones included.
ExprId Unary(Graph& g, Op op, ExprId x);
ExprId Binary(Graph& g, Op op, ExprId a, ExprId b);

ExprId Conditional(Graph& g, ExprId condition, ExprId then_value, ExprId else_value);
ExprId Less(Graph& g, ExprId a, ExprId b);
ExprId LessEqual(Graph& g, ExprId a, ExprId b);
ExprId Greater(Graph& g, ExprId a, ExprId b);
ExprId GreaterEqual(Graph& g, ExprId a, ExprId b);
ExprId Equal(Graph& g, ExprId a, ExprId b);
ExprId NotEqual(Graph& g, ExprId a, ExprId b);
ExprId And(Graph& g, std::span<const ExprId> operands);
ExprId And(Graph& g, ExprId a, ExprId b);
ExprId Or(Graph& g, std::span<const ExprId> operands);
ExprId Or(Graph& g, ExprId a, ExprId b);
ExprId Not(Graph& g, ExprId x);
ExprId Min(Graph& g, ExprId a, ExprId b);
ExprId Max(Graph& g, ExprId a, ExprId b);
ExprId NoEvent(Graph& g, ExprId x);

// Any operation that is not a leaf and no call.
ExprId Build(Graph& g, Op op, std::span<const ExprId> operands);
// The same operation, or a call of the same function, with other operands.
ExprId Rebuild(Graph& g, ExprId like, std::span<const ExprId> operands);

// A product as (number, the other factors): 3*x*y is (3, {x, y}), x is (1, {x}). The number of a constant is
// itself, with no factors. The span is into the graph or to `term`.
struct ScaledTerm {
  double coefficient;
  std::span<const ExprId> factors;
};
ScaledTerm SplitCoefficient(const Graph& g, const ExprId& term);

}  // namespace daedalus::expr
