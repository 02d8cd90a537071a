// LU with partial pivoting of a small matrix, real or complex, by blocks of two rows and two columns.
//
// Small systems wait for results (latency) more than they compute, and a processor stalls where it reads in
// one piece what was stored in two. So everything here, elimination and substitution, moves pairs of rows
// that are always the same pairs, and the chain of operations is cut in half: eliminating unknowns C = {2p,
// 2p + 1} with their rows C at once,
//
//   D = A_CC,   L_RC = A_RC D^-1,   A_RJ <- A_RJ - L_RC A_CJ      (R: rows below C, J: columns after C) (1)
//
// which is block Gaussian elimination (Golub & Van Loan, Matrix Computations, 3.2). The rows of C are chosen
// one after the other, each with the largest entry of its column, so that D is factored and L grows as in
// Gaussian elimination by single rows (Demmel, Higham & Schreiber, Numer. Linear Algebra Appl. 2, 1995, 173).
// Rows above C are multiplied by D^-1 as well, G_RC = A_RC D^-1; then A x = b is solved by
//
//   v_R <- v_R - L_RC v_C  (C ascending),   v_R <- v_R - G_RC v_C  (C descending),   x_C = D^-1 v_C (2)
//
// without a division or a product by a diagonal between two blocks.
//
// Elimination starts from the order of the rows that the last one ended with: matrices of one integration
// seldom need another. So that the outcome does not depend on that order, no two entries count as equally
// large: the last bits of an entry's size give way to the number of its row (the first rows win).
//
// Small sizes are known to the compiler (unrolled.h), so that the sweeps of Solve are straight code.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "daedalus/linear/pairs.h"

namespace daedalus::linear {

template <class Pair>
class BasicSmallLu {
 public:
  static constexpr std::size_t kMaxSize = 32;  // of real matrices: Eigen is faster beyond
  // Real parts, and imaginary parts where there are any.
  using Matrix = std::array<const double*, Pair::kParts>;  // column by column
  using Vector = std::array<double*, Pair::kParts>;

  explicit BasicSmallLu(std::size_t size);

  // The entries are finite. False when a column has no pivot in the sense of (1) of linear_solver.h.
  bool Factor(const Matrix& matrix) { return factor_(*this, matrix); }
  // Replaces b by the solution of A x = b.
  void Solve(const Vector& b) { solve_(*this, b); }

 private:
  template <std::size_t kSize>
  struct Kernel;
  using FactorFunction = bool (*)(BasicSmallLu& lu, const Matrix& matrix);
  using SolveFunction = void (*)(BasicSmallLu& lu, const Vector& b);

  bool FindPivot(std::size_t k, const Matrix& matrix);
  void ExchangeRows(std::size_t i, std::size_t k);
  double LargestOfColumn(std::size_t k, const Matrix& matrix) const;

  std::size_t size_;
  std::size_t height_;  // pairs in a column
  FactorFunction factor_;
  SolveFunction solve_;
  std::vector<std::int32_t> rows_;  // row i of the factors is row rows_[i] of A; for odd sizes one more
  std::int64_t size_mask_;          // the bits of a size that are not its row's
  std::vector<TwoBits> marks_;      // the bits that are, in the order of rows_
  std::vector<Two> scale_;          // of the rows, in the order of rows_
  std::vector<Pair> factors_;       // column by column: L, D^-1 and G of (2)
  std::vector<Pair> x_;             // of Solve, where the size is not known to the compiler
};

using SmallLu = BasicSmallLu<RealPair>;
using SmallComplexLu = BasicSmallLu<ComplexPair>;

extern template class BasicSmallLu<RealPair>;
extern template class BasicSmallLu<ComplexPair>;

}  // namespace daedalus::linear
