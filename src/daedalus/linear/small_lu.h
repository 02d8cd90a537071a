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
#include "daedalus/linear/sparse_pattern.h"

namespace daedalus::linear {

template <class Pair>
class BasicSmallLu {
 public:
  static constexpr std::size_t kMaxSize = 32;  // of real matrices: Eigen is faster beyond
  // Real parts, and imaginary parts where there are any.
  using Values = std::array<const double*, Pair::kParts>;
  using Vector = std::array<double*, Pair::kParts>;

  explicit BasicSmallLu(const SparsePattern& pattern);

  // `values` in the order of the pattern, finite. False when a column has no pivot in the sense of (1) of
  // linear_solver.h.
  bool Factor(const Values& values) { return factor_(*this, values); }
  // Replaces b by the solution of A x = b.
  void Solve(const Vector& b) { solve_(*this, b); }

 private:
  template <std::size_t kSize>
  struct Kernel;
  using FactorFunction = bool (*)(BasicSmallLu& lu, const Values& values);
  using SolveFunction = void (*)(BasicSmallLu& lu, const Vector& b);

  bool FindPivot(std::size_t k, const Values& values);
  void ExchangeRows(std::size_t i, std::size_t k);
  double LargestOfColumn(std::size_t k, const Values& values) const;
  std::size_t PlaceOf(std::size_t i) const { return i / 2 * sizeof(Pair) / sizeof(double) + i % 2; }

  std::size_t size_;
  std::size_t height_;  // pairs in a column
  FactorFunction factor_;
  SolveFunction solve_;
  std::vector<std::int32_t> row_of_entry_;     // of the pattern
  std::vector<std::int32_t> column_of_entry_;  // where it begins, in doubles
  std::vector<std::int32_t> column_starts_;
  std::vector<std::int32_t> rows_;   // row i of the factors is row rows_[i] of A
  std::vector<std::int32_t> place_;  // of each row of A in a column of the factors, in doubles
  std::int64_t size_mask_;           // the bits of a size that are not its row's
  std::vector<TwoBits> marks_;       // the bits that are, in the order of rows_
  std::vector<Two> scale_;           // of the rows, in the order of rows_
  std::vector<Pair> factors_;        // column by column: L, D^-1 and G of (2)
  std::vector<Pair> x_;              // of Solve, where the size is not known to the compiler
};

using SmallLu = BasicSmallLu<RealPair>;
using SmallComplexLu = BasicSmallLu<ComplexPair>;

extern template class BasicSmallLu<RealPair>;
extern template class BasicSmallLu<ComplexPair>;

}  // namespace daedalus::linear
