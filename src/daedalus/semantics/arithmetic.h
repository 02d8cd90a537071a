// Operations on scalars and Values whose operands are already lowered. Constants are folded by the
// definitions of expr/apply.h; everything else is built by expr/build.h.
//
// Functions that take a Span check types and dimensions and report there; an operand of type kError makes the
// result one. Those on Scalars check nothing.
#pragma once

#include <span>

#include "daedalus/semantics/lowering.h"

namespace daedalus::semantics {

expr::ExprId ToExpr(Context& context, const Scalar& scalar);
inline expr::ExprId ToExpr(Lowering& l, const Scalar& scalar) {
  return ToExpr(l.context, scalar);
}

Scalar Apply(Lowering& l, expr::Op op, const Scalar& a);
Scalar Apply(Lowering& l, expr::Op op, const Scalar& a, const Scalar& b);
Scalar SumOf(Lowering& l, std::span<const Scalar> terms);
Scalar ProductOf(Lowering& l, std::span<const Scalar> factors);
Scalar Difference(Lowering& l, const Scalar& a, const Scalar& b);
Scalar Negative(Lowering& l, const Scalar& a);
Scalar Choose(Lowering& l, const Scalar& condition, const Scalar& then_value, const Scalar& else_value);

// Reports an Integer result beyond 2^52; gives back the value, or kError.
Value CheckedInteger(Lowering& l, Value value, Span span);

// Element by element; a scalar operand goes with every element of the other (as `.+` has it).
Value Elementwise(Lowering& l, expr::Op op, Type type, const Value& a, const Value& b);
Value Elementwise(Lowering& l, expr::Op op, Type type, const Value& a);
// Whether the dimensions are equal, or one is a scalar.
bool AreBroadcastable(const Value& a, const Value& b);

// a * b with the meanings of linear algebra (Modelica 3.6, section 10.6.4).
Value Multiply(Lowering& l, const Value& a, const Value& b, Span span);
// Scalars, or a square matrix to a whole power.
Value RaiseToPower(Lowering& l, const Value& base, const Value& exponent, Span span);

// The types and dimensions that all values have together, reported at `span` if there are none.
Type UnifyTypes(Lowering& l, std::span<const Value> values, Span span, std::string_view what);

// No array has more elements than this: more is a mistake, or would not fit the memory.
inline constexpr std::int64_t kMaxElements = std::int64_t{1} << 26;
// Whether the dimensions are sizes and not too large in all, reported at `span`.
bool AreSizes(Lowering& l, const Dims& dims, Span span);

Variability Max(Variability a, Variability b);

}  // namespace daedalus::semantics
