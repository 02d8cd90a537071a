// LU of a matrix whose entries are in a band, in an order of band_order.h. A general sparse factorization
// spends more time on finding the row of an entry than on the entry. Here rows are consecutive, and the
// places of all entries are known.
//
// With m entries below the diagonal and p above it in a row at most, step k takes multiples of row k from the
// m rows below it,
//
//   l_ik = a_ik / a_kk,   a_ij -= l_ik a_kj,    i = k + 1 .. k + m,  j = k + 1 .. k + p.                 (1)
//
// Rows are scaled by their largest entries, and stay where they are. A solution is one pass down and one up
// over rows of known length. The rows of U are divided by their pivots, so that the chain of operations from
// one unknown to the next is a product and a difference. If an entry below a pivot is ten times larger than
// the pivot, or the pivot vanishes, the rows are put into the order of partial pivoting (band_pivots.h). This
// is done once for this matrix and later ones, because exchanging rows in every factorization takes longer. A
// matrix whose band is too wide then, or that has no order for long, is factored by sparse_lu.h instead,
// which chooses its pivots.
//
// This chain takes most of the time, so there are two of them, one from either end ([Bab72], [vdV87]). While
// row k is taken from those below it, row n - 1 - k is taken from the p rows above it, as in (1) for the
// reversed matrix,
//
//   l_ir = a_ir / a_rr,   a_ij -= l_ir a_rj,    i = r - 1 .. r - p,  j = r - 1 .. r - m.                 (2)
//
// Where they would meet, m + p rows are left, which the front from above takes alone. A matrix whose pivots
// are not good from below is eliminated from above alone, and so are some that follow it.
//
// Values that decay along a long chain soon become denormal numbers, with which processors are slow. So they
// are set to zero, every few rows.
//
// Cost: n m (p + 1) products to factor, n (m + p + 2) to solve. Against known_pivots.h, in ns for each of
// 1000 unknowns on a 2020s Xeon:
//
//                    factor        solve
//   m = p = 1        21 -> 12      13 -> 4
//   m = p = 2        28 -> 14      13 -> 4
//   m = 2, p = 4     30 -> 17      14 -> 4
//   m = p = 4        53 -> 24      13 -> 4
//   m = p = 10       147 -> 79     19 -> 17
//
// [Bab72] I. Babuska, Numerical stability in problems of linear algebra, SIAM J. Numer. Anal. 9 (1972) 53.
// [vdV87] H. A. van der Vorst, Large tridiagonal and block tridiagonal linear systems on vector and parallel
//         computers, Parallel Computing 5 (1987) 45.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "daedalus/numerics/linear/band_order.h"
#include "daedalus/numerics/linear/linear_solver.h"
#include "daedalus/numerics/linear/sparse_lu.h"

namespace daedalus::linear {

class BandLu final : public LinearSolver {
 public:
  explicit BandLu(const SparsePattern& pattern);
  BandLu(const SparsePattern& pattern, BandOrder order);

  FactorStatus Factor(std::span<const double> values) override;
  void Solve(std::span<double> b) override;
  double ReciprocalCondition() override;
  int Pivots(std::span<double> sizes) const override;
  Singularity ExplainSingularity() override;
  std::string_view name() const override { return "band"; }

  // True if there is specialized code for bands of this width.
  static bool IsUnrolled(std::int32_t lower, std::int32_t upper) {
    return std::min(lower, upper) > 0 && std::max(lower, upper) <= kMostUnrolled;
  }

  std::int32_t lower() const { return order_.lower; }
  std::int32_t upper() const { return order_.upper; }

 private:
  static constexpr int kMostUnrolled = 6;

  void Arrange(BandOrder order);
  bool FactorBand();
  bool FactorInOrder();
  double LargestInColumn(std::int32_t place) const;
  bool IsSingularAt(std::int32_t k, double pivot) const;

  // For bands of one width; 0 if the width is not known at compile time.
  template <int kLower, int kUpper>
  static void ScatterRows(BandLu& lu);
  template <int kLower, int kUpper>
  static bool FactorInPlace(BandLu& lu);
  template <int kLower, int kUpper>
  static void SolveInPlace(const BandLu& lu);
  template <int kLower, int kUpper>
  static void SolveMiddle(const BandLu& lu);
  template <int kDirection>
  static bool TakeRow(double* diagonal, std::ptrdiff_t width, std::int32_t below, std::int32_t beyond,
                      double inverse);
  static bool TakeLastRow(double* diagonal, std::ptrdiff_t width, std::int32_t lower, std::int32_t upper,
                          std::int32_t left, double inverse);
  struct Unrolled {
    void (*scatter)(BandLu&);
    bool (*factor)(BandLu&);
    void (*solve)(const BandLu&);
    bool has_two_ends;
  };
  static Unrolled UnrolledFor(std::int32_t lower, std::int32_t upper);

  // Entry j of row i, both places in the band.
  std::size_t PlaceOf(std::int32_t i, std::int32_t j) const {
    return static_cast<std::size_t>(i) * width_ + static_cast<std::size_t>(j - i + order_.lower);
  }
  std::span<const double> values() const { return std::span(values_).first(values_.size() - 1); }

  SparsePattern pattern_;
  BandOrder order_;
  bool is_natural_ = true;
  std::int32_t size_;
  std::size_t width_ = 0;  // of a row of band_: lower + upper + 1
  Unrolled unrolled_ = {};
  std::int32_t num_pairs_ = 0;   // rows that are taken from either end
  std::int32_t most_pairs_ = 0;  // where both ends are good
  int num_from_above_ = 0;       // factorizations that take none
  // The number of the value at each place of the band, by rows; the number after the last value means zero.
  std::vector<std::int32_t> sources_;
  std::vector<double> band_, scale_, inverse_pivots_;
  std::optional<SparseLu> general_;  // made when it is needed first
  bool is_general_ = false;          // it was at the last Factor
  int num_refused_ = 0;              // times that the pivots of the band were not good
  mutable std::vector<double> x_;    // between zeros: `lower` in front, and as many behind as a row may reach
  std::vector<double> values_;       // of the last Factor, and a zero
};

}  // namespace daedalus::linear
