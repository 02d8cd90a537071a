// Solves A x = b with a complex square matrix. Implicit Runge-Kutta methods need this for each pair of
// conjugate eigenvalues of their coefficients.
//
// The same contract as linear_solver.h: rows scaled by their largest entry, the same verdict "singular", and
// nothing allocated after the first Factor. Real and imaginary parts are in separate arrays, as the callers
// have them: the matrix is a sum of real ones, and the vectors are pairs of real stages.
#pragma once

#include <memory>
#include <span>
#include <string_view>

#include "daedalus/numerics/linear/linear_solver.h"
#include "daedalus/numerics/linear/sparse_pattern.h"

namespace daedalus::linear {

class ComplexLinearSolver {
 public:
  virtual ~ComplexLinearSolver() = default;

  // Both parts in the order of the pattern. After anything but kOk, Solve must not be called.
  virtual FactorStatus Factor(std::span<const double> real, std::span<const double> imaginary) = 0;
  // Replaces b = real + i imaginary by the solution of A x = b.
  virtual void Solve(std::span<double> real, std::span<double> imaginary) = 0;
  virtual std::string_view name() const = 0;
};

// The pattern must be square and valid (FindPatternError); it is copied. kAuto chooses as for real matrices.
std::unique_ptr<ComplexLinearSolver> MakeComplexLinearSolver(const SparsePattern& pattern,
                                                             LinearSolverKind kind = LinearSolverKind::kAuto);

}  // namespace daedalus::linear
