// The common part of the real and the complex sparse LU: one pattern and many values.
//
// The ordering is found once for the pattern (a narrow band keeps its own) and the pivots with the first
// values, both by KLU. New values are factored with the old pivots (known_pivots.h), which is several times
// cheaper. New pivots are chosen when the old ones would lose accuracy, measured by the reciprocal pivot
// growth
//
//   g = min_j max_i |a_ij| / max_i |u_ij|     of the row-scaled matrix, (1)
//
// or when a pivot vanishes.
//
// Pivots are chosen by size, or stay on the diagonal if they are known to be good there: in a symmetric
// quasi-definite matrix any order of elimination works (R. J. Vanderbei, SIAM J. Optimization 5 (1995)
// 100-113), and the one with least fill is kept.
//
// KLU has each function twice, klu_* for real values and klu_z_* for complex ones as pairs of doubles; `Api`
// names one of the two families.
#pragma once

#include <klu.h>

#include <algorithm>
#include <complex>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "daedalus/base/check.h"
#include "daedalus/numerics/linear/known_pivots.h"
#include "daedalus/numerics/linear/linear_solver.h"
#include "daedalus/numerics/linear/sparse_pattern.h"

namespace daedalus::linear {

struct RealKlu {
  using Value = double;
  static constexpr auto kFactor = klu_factor;
  static constexpr auto kFree = klu_free_numeric;
  // The values of the factors are not needed and go to `unused`.
  static bool Extract(klu_numeric* numeric, klu_symbolic* symbolic, PivotOrder& order, double* unused,
                      klu_common& common) {
    return klu_extract(numeric, symbolic, order.lower.starts.data(), order.lower.rows.data(), unused,
                       order.upper.starts.data(), order.upper.rows.data(), unused, nullptr, nullptr, nullptr,
                       order.rows.data(), order.columns.data(), nullptr, order.block_starts.data(), &common);
  }
};

struct ComplexKlu {
  using Value = std::complex<double>;
  static constexpr auto kFactor = klu_z_factor;
  static constexpr auto kFree = klu_z_free_numeric;
  static bool Extract(klu_numeric* numeric, klu_symbolic* symbolic, PivotOrder& order, double* unused,
                      klu_common& common) {
    return klu_z_extract(numeric, symbolic, order.lower.starts.data(), order.lower.rows.data(), unused,
                         unused, order.upper.starts.data(), order.upper.rows.data(), unused, unused, nullptr,
                         nullptr, nullptr, nullptr, order.rows.data(), order.columns.data(), nullptr,
                         order.block_starts.data(), &common);
  }
};

// True if all entries are so near the diagonal that the natural order gives no further fill-in. It also
// passes through memory from end to end, which dominates the time of large systems.
bool IsNarrowBand(const SparsePattern& pattern);

enum class PivotRule { kBySize, kDiagonal };

template <class Api>
class KluFactors {
 public:
  explicit KluFactors(const SparsePattern& pattern, PivotRule rule = PivotRule::kBySize);
  ~KluFactors();
  KluFactors(const KluFactors&) = delete;
  KluFactors& operator=(const KluFactors&) = delete;

  // Values in pattern order, all finite.
  FactorStatus Factor(std::span<typename Api::Value> values);
  // Call after a successful Factor.
  void Solve(std::span<typename Api::Value> b) { factors_.Solve(b); }

  // LinearSolver::Pivots, of real factors.
  int Pivots(std::span<double> sizes) const { return factors_.Pivots(sizes); }

  // The pivots in use, after a Factor that was kOk.
  const PivotOrder& order() const { return order_; }

  // The column whose pivot is smallest in the measure (1) of linear_solver.h, at the last Factor.
  std::int32_t weakest_column() const { return weakest_column_; }
  // KLU's own factors of these values, for estimates that it has; the caller frees them. Null: singular.
  klu_numeric* FactorByKlu(std::span<typename Api::Value> values);
  klu_symbolic* symbolic() { return symbolic_; }
  klu_common& common() { return common_; }
  const SparsePattern& pattern() const { return pattern_; }

 private:
  // Old pivots are kept as long as (1) stays within this factor of its value when they were chosen.
  static constexpr double kGrowthLoss = 1e-3;
  static constexpr int kScaleByLargest = 2;  // of each row, as known_pivots.h does

  klu_symbolic* Analyze(PivotRule rule);
  FactorCounts ExpectedCounts() const;
  bool ChoosePivots(std::span<typename Api::Value> values);

  SparsePattern pattern_;
  klu_common common_;
  klu_symbolic* symbolic_;  // nullptr if there was no memory
  FactorCounts counts_;
  KnownPivots<typename Api::Value> factors_;
  PivotOrder order_;            // of the pivots chosen last
  std::vector<double> unused_;  // receives values that are not needed
  bool has_pivots_ = false;
  double fresh_growth_ = 0;  // (1) when the pivots were chosen
  std::int32_t weakest_column_ = 0;
};

template <class Api>
KluFactors<Api>::KluFactors(const SparsePattern& pattern, PivotRule rule)
    : pattern_(pattern), symbolic_(Analyze(rule)), counts_(ExpectedCounts()), factors_(pattern_, counts_) {
  order_.rows.resize(pattern_.cols);
  order_.columns.resize(pattern_.cols);
  order_.block_starts.resize(counts_.blocks + 1);
  order_.lower.starts.resize(pattern_.cols + 1);
  order_.lower.rows.reserve(counts_.lower);
  order_.upper.starts.resize(pattern_.cols + 1);
  order_.upper.rows.reserve(counts_.upper);
  unused_.reserve(std::max(counts_.lower, counts_.upper));
}

template <class Api>
klu_symbolic* KluFactors<Api>::Analyze(PivotRule rule) {
  DAEDALUS_CHECK(pattern_.rows == pattern_.cols, "only square matrices are factored");
  DAEDALUS_CHECK(pattern_.cols > 0, "an empty matrix is left to the dense solvers");
  klu_defaults(&common_);
  common_.scale = kScaleByLargest;
  // Room for the factors where nothing estimates them: in a narrow band they hold little more than the
  // matrix. KLU would take ten times as much, and gets more by itself where it needs it.
  common_.initmem = 2;
  int* starts = pattern_.column_starts.data();
  int* rows = pattern_.row_indices.data();
  const bool natural = IsNarrowBand(pattern_);
  const bool stays = rule == PivotRule::kDiagonal;
  common_.btf = !natural && !stays;  // which moves entries off the diagonal
  if (stays)
    common_.tol = 0;  // the least part of the largest entry of its column that a pivot on the diagonal may be
  return natural ? klu_analyze_given(pattern_.cols, starts, rows, nullptr, nullptr, &common_)
                 : klu_analyze(pattern_.cols, starts, rows, &common_);
}

// Diagonals included. Where KLU has no estimate, in the natural order, as many as A has.
template <class Api>
FactorCounts KluFactors<Api>::ExpectedCounts() const {
  if (!symbolic_) return {};
  const double least = pattern_.num_nonzeros();
  return {.blocks = symbolic_->nblocks,
          .lower = static_cast<std::int32_t>(symbolic_->lnz > 0 ? symbolic_->lnz : least),
          .upper = static_cast<std::int32_t>(symbolic_->unz > 0 ? symbolic_->unz : least),
          .outside = symbolic_->nzoff};
}

template <class Api>
KluFactors<Api>::~KluFactors() {
  klu_free_symbolic(&symbolic_, &common_);
}

template <class Api>
FactorStatus KluFactors<Api>::Factor(std::span<typename Api::Value> values) {
  if (pattern_.row_indices.empty()) return FactorStatus::kSingular;  // KLU takes no such matrix
  if (!symbolic_) return FactorStatus::kNoMemory;
  const PivotQuality limit{.growth = kGrowthLoss * fresh_growth_, .weakest = kPivotTolerance};
  if (has_pivots_ && factors_.Factor(values) && factors_.IsAtLeast(limit)) return FactorStatus::kOk;
  has_pivots_ = ChoosePivots(values);
  if (!has_pivots_) {
    return common_.status == KLU_SINGULAR ? FactorStatus::kSingular : FactorStatus::kNoMemory;
  }
  const bool has_all_pivots = factors_.Factor(values);
  const PivotQuality quality = factors_.Quality();
  fresh_growth_ = quality.growth;
  weakest_column_ = quality.weakest_column;
  return has_all_pivots && quality.weakest > kPivotTolerance ? FactorStatus::kOk : FactorStatus::kSingular;
}

template <class Api>
klu_numeric* KluFactors<Api>::FactorByKlu(std::span<typename Api::Value> values) {
  auto* pairs = reinterpret_cast<double*>(values.data());  // as the standard allows for complex numbers
  klu_numeric* numeric =
      Api::kFactor(pattern_.column_starts.data(), pattern_.row_indices.data(), pairs, symbolic_, &common_);
  if (common_.status == KLU_SINGULAR) {
    weakest_column_ = common_.singular_col;
    Api::kFree(&numeric, &common_);
  }
  return numeric;
}

// Without its diagonal, which KLU puts first (L) or last (U) in each column.
inline void RemoveDiagonal(TrianglePattern& triangle) {
  std::int32_t kept = 0;
  for (std::size_t j = 0; j + 1 < triangle.starts.size(); ++j) {
    const std::int32_t begin = triangle.starts[j];
    triangle.starts[j] = kept;
    for (std::int32_t k = begin; k < triangle.starts[j + 1]; ++k) {
      if (triangle.rows[k] != static_cast<std::int32_t>(j)) triangle.rows[kept++] = triangle.rows[k];
    }
  }
  triangle.starts.back() = kept;
  triangle.rows.resize(kept);
}

template <class Api>
bool KluFactors<Api>::ChoosePivots(std::span<typename Api::Value> values) {
  klu_numeric* numeric = FactorByKlu(values);
  if (!numeric) return false;
  order_.lower.rows.resize(numeric->lnz);
  order_.upper.rows.resize(numeric->unz);
  unused_.resize(std::max(numeric->lnz, numeric->unz));
  const bool ok = Api::Extract(numeric, symbolic_, order_, unused_.data(), common_);
  Api::kFree(&numeric, &common_);
  if (!ok) return false;
  RemoveDiagonal(order_.lower);
  RemoveDiagonal(order_.upper);
  factors_.SetPivots(pattern_, order_);
  return true;
}

}  // namespace daedalus::linear
