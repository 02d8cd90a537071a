// What the real and the complex sparse LU have in common: KLU's three stages for one pattern and many values.
//
// The ordering is found once for the pattern (a narrow band keeps its own). New values are first factored
// with the old pivots ("refactor"), which is several times cheaper; pivots are chosen anew when that would
// lose accuracy, measured by the reciprocal pivot growth
//
//   g = min_j max_i |a_ij| / max_i |u_ij|     of the row-scaled matrix. (1)
//
// KLU has each function twice, klu_* for real values and klu_z_* for complex ones as pairs of doubles; `Api`
// names one of the two families.
#pragma once

#include <klu.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <span>
#include <vector>

#include "daedalus/base/check.h"
#include "daedalus/linear/linear_solver.h"
#include "daedalus/linear/sparse_pattern.h"

namespace daedalus::linear {

struct RealKlu {
  static constexpr int kDoubles = 1;  // for each value
  static constexpr auto kFactor = klu_factor;
  static constexpr auto kRefactor = klu_refactor;
  static constexpr auto kGrowth = klu_rgrowth;
  static constexpr auto kSolve = klu_solve;
  static constexpr auto kFree = klu_free_numeric;
  static double Size(const double* value) { return std::abs(*value); }
};

struct ComplexKlu {
  static constexpr int kDoubles = 2;
  static constexpr auto kFactor = klu_z_factor;
  static constexpr auto kRefactor = klu_z_refactor;
  static constexpr auto kGrowth = klu_z_rgrowth;
  static constexpr auto kSolve = klu_z_solve;
  static constexpr auto kFree = klu_z_free_numeric;
  static double Size(const double* value) { return std::hypot(value[0], value[1]); }
};

// Whether all entries stand so near the diagonal that the natural order fills in no further and passes
// through memory from end to end, which is what large systems wait for.
bool IsNarrowBand(const SparsePattern& pattern);

template <class Api>
class KluFactors {
 public:
  explicit KluFactors(const SparsePattern& pattern);
  ~KluFactors();
  KluFactors(const KluFactors&) = delete;
  KluFactors& operator=(const KluFactors&) = delete;

  // Values in pattern order, Api::kDoubles for each entry, all finite.
  FactorStatus Factor(std::span<double> values);
  void Solve(std::span<double> b);

  // The column whose pivot is smallest in the measure (1) of linear_solver.h, at the last Factor.
  std::int32_t weakest_column() const { return weakest_column_; }
  // For estimates that KLU has for real values only; null before the first successful Factor.
  klu_numeric* numeric() { return numeric_; }
  klu_symbolic* symbolic() { return symbolic_; }
  klu_common& common() { return common_; }
  const SparsePattern& pattern() const { return pattern_; }

 private:
  // Old pivots are kept as long as (1) stays within this factor of its value when they were chosen.
  static constexpr double kGrowthLoss = 1e-3;
  static constexpr int kScaleByLargest = 2;  // of each row, as the dense solvers do

  bool Refactor(double* values);
  FactorStatus FactorWithNewPivots(double* values);
  FactorStatus JudgePivots(const double* values);

  SparsePattern pattern_;
  klu_common common_;
  klu_symbolic* symbolic_ = nullptr;
  klu_numeric* numeric_ = nullptr;
  std::vector<double> column_max_;  // work: largest scaled entry of each column
  double fresh_growth_ = 0;         // (1) when the pivots were chosen
  std::int32_t weakest_column_ = 0;
};

template <class Api>
KluFactors<Api>::KluFactors(const SparsePattern& pattern) : pattern_(pattern), column_max_(pattern.cols) {
  DAEDALUS_CHECK(pattern.rows == pattern.cols, "only square matrices are factored");
  DAEDALUS_CHECK(pattern.cols > 0, "an empty matrix is left to the dense solvers");
  klu_defaults(&common_);
  common_.scale = kScaleByLargest;
  int* starts = pattern_.column_starts.data();
  int* rows = pattern_.row_indices.data();
  const bool natural = IsNarrowBand(pattern_);
  common_.btf = !natural;
  symbolic_ = natural ? klu_analyze_given(pattern_.cols, starts, rows, nullptr, nullptr, &common_)
                      : klu_analyze(pattern_.cols, starts, rows, &common_);
}

template <class Api>
KluFactors<Api>::~KluFactors() {
  Api::kFree(&numeric_, &common_);
  klu_free_symbolic(&symbolic_, &common_);
}

template <class Api>
FactorStatus KluFactors<Api>::Factor(std::span<double> values) {
  if (!symbolic_) return FactorStatus::kNoMemory;
  if (numeric_ && Refactor(values.data())) return JudgePivots(values.data());
  return FactorWithNewPivots(values.data());
}

template <class Api>
bool KluFactors<Api>::Refactor(double* values) {
  int* starts = pattern_.column_starts.data();
  int* rows = pattern_.row_indices.data();
  return Api::kRefactor(starts, rows, values, symbolic_, numeric_, &common_) && common_.status == KLU_OK &&
         Api::kGrowth(starts, rows, values, symbolic_, numeric_, &common_) &&
         common_.rgrowth >= kGrowthLoss * fresh_growth_;
}

template <class Api>
FactorStatus KluFactors<Api>::FactorWithNewPivots(double* values) {
  int* starts = pattern_.column_starts.data();
  int* rows = pattern_.row_indices.data();
  Api::kFree(&numeric_, &common_);
  numeric_ = Api::kFactor(starts, rows, values, symbolic_, &common_);
  if (common_.status == KLU_SINGULAR) {
    weakest_column_ = common_.singular_col;
    Api::kFree(&numeric_, &common_);
    return FactorStatus::kSingular;
  }
  if (!numeric_) return FactorStatus::kNoMemory;
  Api::kGrowth(starts, rows, values, symbolic_, numeric_, &common_);
  fresh_growth_ = common_.rgrowth;
  return JudgePivots(values);
}

template <class Api>
FactorStatus KluFactors<Api>::JudgePivots(const double* values) {
  // (1) of linear_solver.h. KLU keeps the row scales and the diagonal of U in pivot order.
  const double* scale = static_cast<const double*>(numeric_->Rs);
  for (std::int32_t j = 0; j < pattern_.cols; ++j) {
    double largest = 0;
    for (std::int32_t k = pattern_.column_starts[j]; k < pattern_.column_starts[j + 1]; ++k) {
      const double size = Api::Size(values + Api::kDoubles * k);
      largest = std::max(largest, size / scale[numeric_->Pinv[pattern_.row_indices[k]]]);
    }
    column_max_[j] = largest;
  }
  const double* pivots = static_cast<const double*>(numeric_->Udiag);
  double smallest = std::numeric_limits<double>::infinity();
  for (std::int32_t k = 0; k < pattern_.cols; ++k) {
    const std::int32_t j = symbolic_->Q[k];
    const double relative = column_max_[j] > 0 ? Api::Size(pivots + Api::kDoubles * k) / column_max_[j] : 0;
    if (relative < smallest) {
      smallest = relative;
      weakest_column_ = j;
    }
  }
  return smallest > kPivotTolerance ? FactorStatus::kOk : FactorStatus::kSingular;
}

template <class Api>
void KluFactors<Api>::Solve(std::span<double> b) {
  DAEDALUS_CHECK(numeric_, "Solve follows a successful Factor");
  Api::kSolve(symbolic_, numeric_, pattern_.cols, 1, b.data(), &common_);
}

}  // namespace daedalus::linear
