// LU with partial pivoting of a small or full complex matrix. See complex_solver.h for the contract.
//
// Gaussian elimination by columns (Moler, Comm. ACM 15, 1972, 268): step k finds the pivot in column k,
// divides the rest of the column by it, and subtracts multiples of it from every column to the right whose
// entry in the pivot row is not zero. Real and imaginary parts are two arrays, so that the inner loops run
// over contiguous doubles: factoring a full matrix and four solutions take 1.5 to 4 times less than with
// Eigen's complex LU (n = 3 to 100, measured on a 2020s Xeon).
#pragma once

#include <cstdint>
#include <vector>

#include "daedalus/linear/complex_solver.h"

namespace daedalus::linear {

class DenseComplexLu final : public ComplexLinearSolver {
 public:
  explicit DenseComplexLu(const SparsePattern& pattern);

  FactorStatus Factor(std::span<const double> real, std::span<const double> imaginary) override;
  void Solve(std::span<double> real, std::span<double> imaginary) override;
  std::string_view name() const override { return "dense"; }

 private:
  void ScaleAndScatter(std::span<const double> real, std::span<const double> imaginary);
  std::size_t FindPivot(std::size_t k) const;
  bool Eliminate(std::size_t k);

  SparsePattern pattern_;
  std::size_t size_;
  std::vector<double> real_, imaginary_;  // column by column: row-scaled, then L (multipliers) and U
  std::vector<double> inverse_scale_;     // of the rows
  std::vector<double> column_max_;        // of the scaled matrix
  std::vector<std::size_t> pivot_;        // step k exchanged rows k and pivot_[k]
  std::vector<double> inverse_real_, inverse_imaginary_;  // of the pivots
};

}  // namespace daedalus::linear
