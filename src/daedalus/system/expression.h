// Expressions with the operators of C++, for the builder: a handle of a graph and an id in it.
//
// A plain number is an Expr without a graph, and takes the graph of the other operand. `a == b` is an
// equation, and becomes a relation where a condition is needed; the other comparisons are conditions. An
// expression that mixes two models is invalid; the model that receives it reports that.
#pragma once

#include <initializer_list>

#include "daedalus/system/expr/graph.h"

namespace daedalus {

class Expr {
 public:
  Expr(double value) : value_(value) {}
  Expr(expr::Graph* graph, expr::ExprId id) : graph_(graph), id_(id) {}

  // Null for a plain number.
  expr::Graph* graph() const { return graph_; }
  // Invalid for a plain number, and for an expression of two models.
  expr::ExprId id() const { return id_; }
  double value() const { return value_; }
  bool IsNumber() const { return graph_ == nullptr; }

 private:
  expr::Graph* graph_ = nullptr;
  expr::ExprId id_;
  double value_ = 0.0;
};

// left == right
struct EquationExpr {
  Expr left;
  Expr right;
  operator Expr() const;  // the relation, true where both sides are equal
};

// Any operation on expressions of one model and numbers.
Expr Combine(expr::Op op, std::initializer_list<Expr> operands);

// The time derivative; of an expression by the chain rule.
Expr der(const Expr& x);

Expr operator+(const Expr& a, const Expr& b);
Expr operator-(const Expr& a, const Expr& b);
Expr operator*(const Expr& a, const Expr& b);
Expr operator/(const Expr& a, const Expr& b);
Expr operator+(const Expr& x);
Expr operator-(const Expr& x);
Expr& operator+=(Expr& a, const Expr& b);
Expr& operator-=(Expr& a, const Expr& b);
Expr& operator*=(Expr& a, const Expr& b);
Expr& operator/=(Expr& a, const Expr& b);

EquationExpr operator==(const Expr& a, const Expr& b);
Expr operator!=(const Expr& a, const Expr& b);
Expr operator<(const Expr& a, const Expr& b);
Expr operator<=(const Expr& a, const Expr& b);
Expr operator>(const Expr& a, const Expr& b);
Expr operator>=(const Expr& a, const Expr& b);
Expr operator!(const Expr& x);
Expr operator&&(const Expr& a, const Expr& b);  // both sides are part of the expression
Expr operator||(const Expr& a, const Expr& b);
Expr If(const Expr& condition, const Expr& then_value, const Expr& else_value);

Expr pow(const Expr& base, const Expr& exponent);
Expr abs(const Expr& x);
Expr sign(const Expr& x);
Expr sqrt(const Expr& x);
Expr exp(const Expr& x);
Expr log(const Expr& x);
Expr log10(const Expr& x);
Expr sin(const Expr& x);
Expr cos(const Expr& x);
Expr tan(const Expr& x);
Expr asin(const Expr& x);
Expr acos(const Expr& x);
Expr atan(const Expr& x);
Expr atan2(const Expr& y, const Expr& x);
Expr sinh(const Expr& x);
Expr cosh(const Expr& x);
Expr tanh(const Expr& x);
Expr floor(const Expr& x);
Expr ceil(const Expr& x);
Expr div(const Expr& x, const Expr& y);
Expr mod(const Expr& x, const Expr& y);
Expr rem(const Expr& x, const Expr& y);
Expr min(const Expr& a, const Expr& b);
Expr max(const Expr& a, const Expr& b);
Expr noEvent(const Expr& x);

}  // namespace daedalus
