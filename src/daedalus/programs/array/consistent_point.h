// A point of the solution manifold near given values: (x, z) with G(z, x, t) = 0 for a derivative array.
//
// Gauss-Newton with new factors in each iteration: x moves hardly more (in its units) than the linearised
// constraints ask for, so that it ends near the orthogonal projection of the start, and z follows. Steps that
// do not make the residual smaller are halved. Variables that are fixed do not move; initial equations are
// rows of the array like others (ExtraRows::kInitialEquations).
#pragma once

#include <atomic>
#include <cstddef>
#include <span>

#include "daedalus/numerics/linear/decompositions.h"
#include "daedalus/programs/array/array_factors.h"

namespace daedalus::array {

struct PointProblem {
  ArrayInputs inputs = {};                       // with the time
  std::span<const double> units = {};            // of x
  std::span<const char> may_move = {};           // per variable; empty: each may
  const std::atomic<bool>* cancelled = nullptr;  // set from outside, ends the search
};

struct PointOutcome {
  bool found = false;
  Eigen::VectorXd unknowns;   // (x, z)
  double residual = 0;        // the largest, in units of its row
  std::size_t worst_row = 0;  // of the array
  bool is_finite = true;      // false: an equation has no finite value at the last point
  int iterations = 0;
};

// From the guess (x, z), in which z may be shorter than the array asks for.
PointOutcome FindPoint(DerivativeArray& array, const PointProblem& problem, const Eigen::VectorXd& guess);

}  // namespace daedalus::array
