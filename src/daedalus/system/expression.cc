#include "daedalus/system/expression.h"

#include <vector>

#include "daedalus/system/expr/apply.h"
#include "daedalus/system/expr/build.h"
#include "daedalus/system/expr/differentiate.h"

namespace daedalus {

using expr::Graph;
using expr::Op;

Expr Combine(Op op, std::initializer_list<Expr> operands) {
  Graph* graph = nullptr;
  std::vector<double> numbers;
  for (const Expr& x : operands) {
    if (x.IsNumber()) numbers.push_back(x.value());
    if (graph == nullptr) graph = x.graph();
  }
  if (graph == nullptr) return Expr(expr::ApplyOp(op, numbers));
  std::vector<expr::ExprId> ids;
  for (const Expr& x : operands) {
    const bool is_foreign = !x.IsNumber() && (x.graph() != graph || !x.id().IsValid());
    if (is_foreign) return Expr(graph, expr::ExprId());
    ids.push_back(x.IsNumber() ? graph->Constant(x.value()) : x.id());
  }
  return Expr(graph, expr::Build(*graph, op, ids));
}

Expr der(const Expr& x) {
  if (x.IsNumber()) return Expr(0.0);
  if (!x.id().IsValid()) return x;
  expr::Graph& g = *x.graph();
  // The common case, which does not need the rest of the graph.
  if (g.op(x.id()) == Op::kVariable)
    return Expr(x.graph(), g.Variable(g.variable(x.id()), g.derivative_order(x.id()) + 1));
  return Expr(x.graph(), expr::TimeDerivative(g, x.id()));
}

EquationExpr::operator Expr() const {
  return Combine(Op::kEqual, {left, right});
}

Expr operator+(const Expr& a, const Expr& b) {
  return Combine(Op::kAdd, {a, b});
}
Expr operator-(const Expr& a, const Expr& b) {
  return a + -b;
}
Expr operator*(const Expr& a, const Expr& b) {
  return Combine(Op::kMul, {a, b});
}
Expr operator/(const Expr& a, const Expr& b) {
  return Combine(Op::kDiv, {a, b});
}
Expr operator+(const Expr& x) {
  return x;
}
Expr operator-(const Expr& x) {
  return Combine(Op::kMul, {Expr(-1.0), x});
}
Expr& operator+=(Expr& a, const Expr& b) {
  return a = a + b;
}
Expr& operator-=(Expr& a, const Expr& b) {
  return a = a - b;
}
Expr& operator*=(Expr& a, const Expr& b) {
  return a = a * b;
}
Expr& operator/=(Expr& a, const Expr& b) {
  return a = a / b;
}

EquationExpr operator==(const Expr& a, const Expr& b) {
  return {a, b};
}
Expr operator!=(const Expr& a, const Expr& b) {
  return Combine(Op::kNotEqual, {a, b});
}
Expr operator<(const Expr& a, const Expr& b) {
  return Combine(Op::kLess, {a, b});
}
Expr operator<=(const Expr& a, const Expr& b) {
  return Combine(Op::kLessEqual, {a, b});
}
Expr operator>(const Expr& a, const Expr& b) {
  return b < a;
}
Expr operator>=(const Expr& a, const Expr& b) {
  return b <= a;
}
Expr operator!(const Expr& x) {
  return Combine(Op::kNot, {x});
}
Expr operator&&(const Expr& a, const Expr& b) {
  return Combine(Op::kAnd, {a, b});
}
Expr operator||(const Expr& a, const Expr& b) {
  return Combine(Op::kOr, {a, b});
}
Expr If(const Expr& condition, const Expr& then_value, const Expr& else_value) {
  return Combine(Op::kIf, {condition, then_value, else_value});
}

Expr pow(const Expr& base, const Expr& exponent) {
  return Combine(Op::kPow, {base, exponent});
}
Expr abs(const Expr& x) {
  return Combine(Op::kAbs, {x});
}
Expr sign(const Expr& x) {
  return Combine(Op::kSign, {x});
}
Expr sqrt(const Expr& x) {
  return Combine(Op::kSqrt, {x});
}
Expr exp(const Expr& x) {
  return Combine(Op::kExp, {x});
}
Expr log(const Expr& x) {
  return Combine(Op::kLog, {x});
}
Expr log10(const Expr& x) {
  return Combine(Op::kLog10, {x});
}
Expr sin(const Expr& x) {
  return Combine(Op::kSin, {x});
}
Expr cos(const Expr& x) {
  return Combine(Op::kCos, {x});
}
Expr tan(const Expr& x) {
  return Combine(Op::kTan, {x});
}
Expr asin(const Expr& x) {
  return Combine(Op::kAsin, {x});
}
Expr acos(const Expr& x) {
  return Combine(Op::kAcos, {x});
}
Expr atan(const Expr& x) {
  return Combine(Op::kAtan, {x});
}
Expr atan2(const Expr& y, const Expr& x) {
  return Combine(Op::kAtan2, {y, x});
}
Expr sinh(const Expr& x) {
  return Combine(Op::kSinh, {x});
}
Expr cosh(const Expr& x) {
  return Combine(Op::kCosh, {x});
}
Expr tanh(const Expr& x) {
  return Combine(Op::kTanh, {x});
}
Expr floor(const Expr& x) {
  return Combine(Op::kFloor, {x});
}
Expr ceil(const Expr& x) {
  return Combine(Op::kCeil, {x});
}
Expr div(const Expr& x, const Expr& y) {
  return Combine(Op::kTruncDiv, {x, y});
}
Expr mod(const Expr& x, const Expr& y) {
  return Combine(Op::kMod, {x, y});
}
Expr rem(const Expr& x, const Expr& y) {
  return Combine(Op::kRem, {x, y});
}
Expr min(const Expr& a, const Expr& b) {
  return Combine(Op::kMin, {a, b});
}
Expr max(const Expr& a, const Expr& b) {
  return Combine(Op::kMax, {a, b});
}
Expr noEvent(const Expr& x) {
  return Combine(Op::kNoEvent, {x});
}

}  // namespace daedalus
