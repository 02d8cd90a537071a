// LU with partial pivoting of a small matrix, real or complex, by blocks of two rows and two columns.
//
// The time for a small matrix goes less into arithmetic than into waiting: for the result of the operation
// before, and for memory. (A processor that wants to load 16 bytes at once, which it has just stored as two
// times 8, must wait until both stores are through.) So everything here loads and stores pairs of rows,
// always the same pairs (pairs.h), and two unknowns C = {2p, 2p + 1} are eliminated at once. With A_CC = L_CC
// U_CC, R the pairs of rows below C and J the columns after C:
//
//   U_CJ = L_CC^-1 A_CJ,   L_RC = A_RC U_CC^-1,   A_RJ <- A_RJ - L_RC U_CJ (1)
//
// (Golub & Van Loan, Matrix Computations, 3.2). The two rows of C are chosen one after the other, each with
// the largest entry of its column, so that L is that of Gaussian elimination by single rows. Triangular
// systems are solved without an operation by a diagonal block between two blocks,
//
//   v_R <- v_R - (L_RC L_CC^-1) v_C,   y_C = L_CC^-1 v_C    (C ascending, R below C) (2)
//
//   t_R <- t_R - (U_RC U_CC^-1) t_C,   x_C = U_CC^-1 t_C    (C descending, R above C) (3)
//
// whose matrices in parentheses are what is kept. Residuals are as small as those of substitution by single
// rows: L is bounded, and t_C, unlike A_CC x_C, contains what is left after the cancellation in an
// ill-conditioned block. (With the inverse of A_CC instead they were larger by its condition.)
//
// Small real matrices keep L^-1 itself, found by applying (1) to the columns before C too, together with the
// scales S of the rows. Then y = (L^-1 S) b has no chain of dependent operations. Partial pivoting makes L
// well-conditioned in practice (Higham, Accuracy and Stability of Numerical Algorithms, 8.2 and 9.4), so no
// accuracy is lost; with the inverse of U it would be.
//
// Elimination starts from the order of the rows that the last one ended with: two matrices in a row of one
// integration often need the same. So that the result does not depend on that order, ties are excluded: the
// number of its row replaces the last bits of an entry's size (the first rows win).
//
// Sizes up to 16 are known to the compiler (unrolled.h). Factor takes 0.25 to 0.85 and Solve 0.25 to 0.9 of
// the time of elimination and substitution by single columns (n = 2 to 32, measured on a 2020s Xeon).
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "daedalus/numerics/linear/pairs.h"

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
  // LinearSolver::Pivots of the last matrix that was factored, which must be real.
  int Pivots(std::span<double> sizes) const
    requires(Pair::kParts == 1);

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
  // Column by column: the matrices of (2) and (3). In place of A_CC = (1 0; l 1) (a b; 0 d), the two pairs
  // (1/a, 1/d) and (b/(a d), l). Where L is inverted: L^-1 S below the blocks, and l times the scale of its
  // row.
  std::vector<Pair> factors_;
  std::vector<Pair> x_;  // of Solve, where the size is not known to the compiler
};

using SmallLu = BasicSmallLu<RealPair>;
using SmallComplexLu = BasicSmallLu<ComplexPair>;

extern template class BasicSmallLu<RealPair>;
extern template class BasicSmallLu<ComplexPair>;

}  // namespace daedalus::linear
