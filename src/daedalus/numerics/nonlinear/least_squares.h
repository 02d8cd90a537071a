// Solves equations that may outnumber the unknowns, or depend on each other: all must hold.
//
// Levenberg-Marquardt (levenberg_marquardt.h) moves no further from the guess than necessary, so undetermined
// unknowns stay near it. It may end where the equations do not hold and no direction reduces the residuals r,
// in units of the rows. Then J^T r = 0: r is a combination of rows in which all unknowns cancel to first
// order. The rows in r contradict each other, and all other rows are innocent.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "daedalus/numerics/nonlinear/block_solver.h"
#include "daedalus/numerics/nonlinear/newton.h"

namespace daedalus::nonlinear {

struct LeastSquaresOutcome {
  bool ok = false;  // all equations hold; otherwise x is the point of least residuals
  std::int64_t iterations = 0;
  // The equations that do not hold at the point of least residual, ascending. Empty if there may be a better
  // point.
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
