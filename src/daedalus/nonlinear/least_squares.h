// Equations that may be more than there are unknowns, or depend on each other: all are to hold at once.
//
// Levenberg-Marquardt (levenberg_marquardt.h) moves from the guess no further than it must, so what nothing
// determines stays near it. Where it ends at a point at which the equations do not hold, and no direction
// brings them nearer to it, then the residuals r there, in units of the rows, satisfy J^T r = 0: r is a
// combination of rows in which all unknowns cancel to the first order. The rows in r are those that
// contradict each other, and all others are innocent.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "daedalus/nonlinear/block_solver.h"
#include "daedalus/nonlinear/newton.h"

namespace daedalus::nonlinear {

struct LeastSquaresOutcome {
  bool ok = false;  // all equations hold; else x is where they come nearest
  std::int64_t iterations = 0;
  // Where they come nearest, the equations that do not hold there, ascending. Empty if it is not known that
  // there is no better point.
  struct Violated {
    std::int32_t row = 0;
    double residual = 0;  // in units of the row
  };
  std::vector<Violated> contradicting = {};
};

// The pattern is that of all equations, size + num_excess of them.
LeastSquaresOutcome SolveLeastSquares(const NonlinearProblem& problem, const Bounds& bounds,
                                      std::span<double> x);

}  // namespace daedalus::nonlinear
