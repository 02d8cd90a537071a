// LU with partial pivoting of a small real matrix in place, by columns (Moler, Comm. ACM 15, 1972, 268): what
// dense_complex_lu.h does for complex ones. Columns with a zero in the pivot row are passed over.
//
// Small sizes are known to the compiler (unrolled.h), so that the sweeps of Solve are straight code: at n = 3
// and n = 8 a solution takes a third of the instructions that it takes in loops. Others take four columns at
// a time (substitution.h), in half the time of one by one.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace daedalus::linear {

class SmallLu {
 public:
  static constexpr std::size_t kMaxSize = 32;

  explicit SmallLu(std::size_t size);

  // Factors diag(scale) A. `matrix` has the entries of this product column by column, none of them larger
  // than 1 but by rounding. False when a column has no pivot in the sense of (1) of linear_solver.h.
  bool Factor(const double* matrix, const double* scale);
  // Replaces b by the solution of A x = b.
  void Solve(std::span<double> b) const { solve_(*this, b.data()); }

 private:
  template <std::size_t kSize>
  struct Kernel;
  using FactorFunction = bool (*)(SmallLu& lu, const double* matrix);
  using SolveFunction = void (*)(const SmallLu& lu, double* b);

  std::size_t size_;
  FactorFunction factor_;
  SolveFunction solve_;
  // L below the diagonal, U above, by columns; those of U divided by their pivots in sizes not unrolled.
  std::vector<double> factors_;
  std::vector<double> inverse_pivots_;  // of the diagonal
  std::vector<std::int32_t> rows_;      // row i of L U is row rows_[i] of A
  std::vector<double> scale_;           // of row rows_[i]
};

}  // namespace daedalus::linear
