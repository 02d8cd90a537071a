// Equations of the System.
#pragma once

#include "daedalus/expr/build.h"
#include "daedalus/system/system.h"

namespace daedalus::semantics {

inline Equation MakeEquation(expr::Graph& g, ExprId left, ExprId right, Span span) {
  Equation equation;
  equation.left = left;
  equation.right = right;
  equation.residual = expr::Difference(g, left, right);
  equation.origin.span = span;
  return equation;
}

}  // namespace daedalus::semantics
