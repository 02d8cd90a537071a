// Keeps the matrix dF/dy + c dF/dy' of a problem of higher index regular as the step shrinks and c ~ 1/h
// grows.
//
// A position q, its velocity v, its acceleration w and the force lambda that keeps it on g(q) = 0 (index 1,
// 2, 3 and 3), with G = dg/dq, make
//
//   [ c  -1   0   0  ]                              [ 1  -1   0   0  ]
//   [ 0   c  -1   0  ]   and with columns           [ 0   1  -1   0  ]
//   [ 0   0   I  G^T ]   multiplied by c^(index-1)  [ 0   0   I  G^T ]                               (1)
//   [ G   0   0   0  ]                              [ G   0   0   0  ]
//
// up to factors of the rows, which the linear solvers remove themselves. On the left the elimination arrives
// at G G^T / c^2 in a column with entries of size 1. Below h ~ 1e-8 this is of the size of rounding, and
// linear/linear_solver.h (1) calls the matrix singular there. The matrix on the right has a limit for h -> 0.
//
// The unknowns are scaled as their errors are, error_norm.h (2) ([HLR89] sec. 7, [BCP96] sec. 5.4); here
// without a time scale, so that the unit of time does not matter, and by a power of two next to c, so that
// scaling rounds nothing.
//
// [HLR89] Hairer, Lubich & Roche, The Numerical Solution of Differential-Algebraic Systems by Runge-Kutta
// Methods, 1989. [BCP96] Brenan, Campbell & Petzold, Numerical Solution of Initial-Value Problems in
// Differential-Algebraic Equations, 1996.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "daedalus/numerics/integrate/dae_problem.h"

namespace daedalus::integrate {

class IndexScaling {
 public:
  // Does nothing where the problem marks no unknown of index 2 or 3.
  explicit IndexScaling(const DaeProblem& problem);

  bool is_needed() const { return !factors_.empty(); }
  // The factors of (1), for c other than 0.
  void SetRate(double c);
  // Multiplies each column of a matrix in pattern order by its factor,
  void ScaleColumns(const SparsePattern& pattern, std::span<double> values) const;
  // and the solution of the scaled system: then it solves the original one.
  void ScaleSolution(std::span<double> x) const;

 private:
  std::vector<std::uint8_t> index_;
  std::vector<double> factors_;  // empty: all 1
};

}  // namespace daedalus::integrate
