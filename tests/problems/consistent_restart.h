// Consistent values after a kink, for problems F = A(t, y) y' - f(t, y) whose rows are either differential or
// free of y'.
//
// 1. y: the algebraic rows are fulfilled exactly, by Newton's method along directions that leave A y alone:
//
//      A dy = 0   (rows with a derivative),      dF/dy dy = -F   (rows without). (1)
//
// 2. y': the differential rows, and the time derivatives of the algebraic ones, are linear equations:
//
//      A y' = f   (rows with a derivative),      dF/dy y' = -dF/dt   (rows without). (2)
//
// An algebraic unknown of index 2 does not occur in the algebraic rows; for it, (2) is solved for its value
// in place of its derivative, which is set to zero.
//
// Step 1 matters where such an unknown is a derivative in disguise: with an algebraic row missed by d, a
// first step of length h changes it by d/h.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "daedalus/numerics/linear/linear_solver.h"
#include "problems/ivp_problem.h"

namespace daedalus::problems {

// Not for several threads at once: it owns its work space.
class ConsistentRestart {
 public:
  explicit ConsistentRestart(DaeProblem dae);

  // False: the matrix of (1) and (2) is singular, or y is outside of the domain.
  bool operator()(double t, std::span<double> y, std::span<double> yp);

 private:
  bool MakeValuesConsistent(double t, std::span<double> y, std::span<const double> yp);
  bool MakeSlopesConsistent(double t, std::span<double> y, std::span<double> yp);
  bool IsValueSought(std::int32_t j) const;
  bool Factor(double t, std::span<const double> y, std::span<const double> yp);

  DaeProblem dae_;
  linear::SparsePattern pattern_;
  std::unique_ptr<linear::LinearSolver> solver_;
  std::vector<double> dy_, dyp_, right_, by_time_;
  std::vector<char> has_derivative_;  // per row
};

}  // namespace daedalus::problems
