// Small systems whose index, constraints and free values are known by hand.
#pragma once

#include <cmath>
#include <string>
#include <vector>

#include "daedalus/system/builder.h"

namespace daedalus::array {

// Index 3, two free values (Frisk, e1-e5, with m = l = 1).
inline System CartesianPendulum(const VariableAttributes& of_x = {}, const VariableAttributes& of_y = {},
                                const VariableAttributes& of_w = {}) {
  Model m("CartesianPendulum");
  const Expr x = m.Variable("x", of_x), y = m.Variable("y", of_y), w = m.Variable("w", of_w),
             z = m.Variable("z"), lambda = m.Variable("lambda");
  m.Equation(der(x) == w);
  m.Equation(der(w) == -x * lambda);
  m.Equation(der(y) == z);
  m.Equation(der(z) == -y * lambda - 9.81);
  m.Equation(pow(x, 2) + pow(y, 2) == 1);
  return std::move(m).Build().value();
}

// Index 2, one free value (Campbell, problem 1).
inline System TightOrbits(double b) {
  Model m("TightOrbits");
  const Expr x1 = m.Variable("x1"), x2 = m.Variable("x2"), x3 = m.Variable("x3");
  m.Equation(der(x1) == -b * x2 - x1 * x3);
  m.Equation(der(x2) == x1 - b * x2 * x3);
  m.Equation(pow(x1, 2) + b * pow(x2, 2) == 1);
  return std::move(m).Build().value();
}

}  // namespace daedalus::array
