// Equations of the System.
#pragma once

#include "daedalus/expr/build.h"
#include "daedalus/system/system.h"

namespace daedalus::semantics {

inline Equation MakeEquation(System& system, ExprId left, ExprId right, Span span) {
  Equation equation;
  equation.left = left;
  equation.right = right;
  equation.residual = expr::Difference(system.graph, left, right);
  equation.origin = system.origins.Add({span, {}});
  return equation;
}

}  // namespace daedalus::semantics
