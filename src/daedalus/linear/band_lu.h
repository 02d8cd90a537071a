// LU of a matrix whose entries stand in a band, in an order of band_order.h. What a general sparse factorization does for each entry, to find its
// row, costs more than the entry: here rows lie one behind the other, and what stands where is known.
//
// With m entries below the diagonal and p above it in a row at most, step k takes multiples of row k from the m rows below it,
//
//   l_ik = a_ik / a_kk,   a_ij -= l_ik a_kj,    i = k + 1 .. k + m,  j = k + 1 .. k + p.                 (1)
//
// Rows are scaled by their largest entries, and stay where they are as long as no entry below a pivot is ten times larger; else the largest is
// exchanged with it, as in any elimination with partial pivoting, and rows may reach m further. Without exchanges a solution is one pass down and
// one up over rows of known length; the rows of U are divided by their pivots, so that the chain of operations from one unknown to the next is a
// product and a difference.
//
// What a long chain passes on from cell to cell is soon smaller than the normal numbers, with which processors are slow: it is made zero, every
// few rows.
//
// Cost: n m (p + 1) products to factor, n (m + p + 2) to solve. Against known_pivots.h, in ns for each of 1000 unknowns on a 2020s Xeon:
//
//                    factor        solve
//   m = p = 1        20 -> 20      11 -> 6
//   m = p = 2        27 -> 26      12 -> 9
//   m = 2, p = 4     45 -> 30      13 -> 12
//   m = p = 10       140 -> 97     17 -> 16
//
// (It is the chain of operations from one unknown to the next that takes the time, in both: instructions are a third.)
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "daedalus/linear/band_order.h"
#include "daedalus/linear/linear_solver.h"

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

  std::int32_t lower() const { return order_.lower; }
  std::int32_t upper() const { return order_.upper; }

 private:
  void Scatter(std::span<const double> values);
  double LargestInColumn(std::int32_t place) const;
  bool IsSingularAt(std::int32_t k, double pivot) const;
  FactorStatus FactorWithExchanges();
  // The row that is to be row k.
  std::int32_t FindPivot(std::int32_t k) const;
  void Exchange(std::int32_t k, std::int32_t row);
  void Eliminate(std::int32_t k);
  void SolveWithExchanges();

  template <int kLower, int kUpper>
  static bool FactorInPlace(BandLu& lu);
  template <int kLower, int kUpper>
  static void SolveInPlace(const BandLu& lu);
  static void SolveWide(const BandLu& lu);
  // Without exchanges, for bands of one width.
  struct Unrolled {
    bool (*factor)(BandLu&);
    void (*solve)(const BandLu&);
  };
  static Unrolled UnrolledFor(std::int32_t lower, std::int32_t upper);

  // Entry j of row i, both places in the band.
  std::size_t PlaceOf(std::int32_t i, std::int32_t j) const {
    return static_cast<std::size_t>(i) * width_ + static_cast<std::size_t>(j - i + order_.lower);
  }
  double& At(std::int32_t i, std::int32_t j) { return band_[PlaceOf(i, j)]; }
  double At(std::int32_t i, std::int32_t j) const { return band_[PlaceOf(i, j)]; }

  SparsePattern pattern_;
  BandOrder order_;
  bool is_natural_;
  std::int32_t size_;
  std::size_t width_;  // of a row of band_: 2 lower + upper + 1
  Unrolled unrolled_;
  // The entries of the matrix by rows of the band: which one of the pattern, and where in the row.
  struct Source {
    std::int32_t entry, place;
  };
  std::vector<Source> entries_;
  std::vector<std::int32_t> row_starts_;
  std::vector<double> band_, scale_, inverse_pivots_;
  bool has_exchanges_ = false;
  // Of a factorization with exchanges: the last entry of each row, the row that became row k, and where that stood in the beginning.
  std::vector<std::int32_t> reach_, exchanged_, pivot_rows_;
  mutable std::vector<double> x_;  // between zeros: `lower` in front, and as many behind as a row may reach
  std::vector<double> values_;     // of the last Factor
};

}  // namespace daedalus::linear
