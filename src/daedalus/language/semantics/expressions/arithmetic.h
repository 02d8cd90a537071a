// Operations on scalars and Values whose operands are already lowered. Constants are folded by the
// definitions of expr/apply.h; everything else is built by expr/build.h.
//
// Functions with a Span check types and dimensions and report mistakes there. If an operand has the type
// kError, so does the result. Functions on Scalars check nothing.
#pragma once

#include <span>

#include "daedalus/language/semantics/expressions/lowering.h"

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

// Reports an Integer result beyond 2^52. Returns the value, or kError.
Value CheckedInteger(Lowering& l, Value value, Span span);

// Element by element. A scalar operand is combined with every element of the other (like `.+`).
Value Elementwise(Lowering& l, expr::Op op, Type type, const Value& a, const Value& b);
Value Elementwise(Lowering& l, expr::Op op, Type type, const Value& a);
// True if the dimensions are equal, or one operand is a scalar.
bool AreBroadcastable(const Value& a, const Value& b);

// a * b with the meanings of linear algebra (Modelica 3.6, section 10.6.4).
Value Multiply(Lowering& l, const Value& a, const Value& b, Span span);
// Scalars, or a square matrix to a whole power.
Value RaiseToPower(Lowering& l, const Value& base, const Value& exponent, Span span);

// The common type and dimensions of all values; reported at `span` if there are none.
Type UnifyTypes(Lowering& l, std::span<const Value> values, Span span, std::string_view what);

// The largest number of elements of an array. A larger array is a mistake, or would not fit into memory.
inline constexpr std::int64_t kMaxElements = std::int64_t{1} << 26;
// True if the dimensions are sizes and not too large together; otherwise reported at `span`.
bool AreSizes(Lowering& l, const Dims& dims, Span span);

Variability Max(Variability a, Variability b);

}  // namespace daedalus::semantics
