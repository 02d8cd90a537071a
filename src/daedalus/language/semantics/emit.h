// Equations of the System.
#pragma once

#include "daedalus/system/expr/build.h"
#include "daedalus/system/system.h"

namespace daedalus::semantics {

// `instance`: the component of the equation; invalid: the model itself.
inline Equation MakeEquation(System& system, ExprId left, ExprId right, Span span, ScalarName instance = {}) {
  Equation equation;
  equation.left = left;
  equation.right = right;
  equation.residual = expr::Difference(system.graph, left, right);
  equation.origin = system.origins.Add({span, instance});
  return equation;
}

}  // namespace daedalus::semantics
