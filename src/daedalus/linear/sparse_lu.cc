#include "daedalus/linear/sparse_lu.h"

#include <algorithm>
#include <cmath>

#include "daedalus/base/check.h"
#include "daedalus/linear/evaluation.h"
#include "daedalus/linear/singularity.h"

namespace daedalus::linear {
namespace {

// Old pivots are kept as long as (1) of the header stays within this factor of its value when they were
// chosen.
constexpr double kGrowthLoss = 1e-3;
constexpr int kScaleByLargest = 2;  // of each row, so that both solvers judge the same scaled matrix
// A band this narrow on either side of the diagonal fills in no further in its natural order, and there the
// solves pass through memory from end to end, which is what large systems wait for.
constexpr std::int32_t kNarrowBand = 4;

bool IsNarrowBand(const SparsePattern& pattern) {
  for (std::int32_t j = 0; j < pattern.cols; ++j) {
    for (const std::int32_t i : pattern.Column(j)) {
      if (std::abs(i - j) > kNarrowBand) return false;
    }
  }
  return true;
}

}  // namespace

SparseLu::SparseLu(const SparsePattern& pattern)
    : pattern_(pattern), values_(pattern.row_indices.size()), column_max_(pattern.cols) {
  DAEDALUS_CHECK(pattern.rows == pattern.cols, "only square matrices are factored");
  DAEDALUS_CHECK(pattern.cols > 0, "an empty matrix is left to DenseLu");
  klu_defaults(&common_);
  common_.scale = kScaleByLargest;
  int* starts = pattern_.column_starts.data();
  int* rows = pattern_.row_indices.data();
  const bool natural = IsNarrowBand(pattern_);
  common_.btf = !natural;
  symbolic_ = natural ? klu_analyze_given(pattern_.cols, starts, rows, nullptr, nullptr, &common_)
                      : klu_analyze(pattern_.cols, starts, rows, &common_);
}

SparseLu::~SparseLu() {
  klu_free_numeric(&numeric_, &common_);
  klu_free_symbolic(&symbolic_, &common_);
}

FactorStatus SparseLu::Factor(std::span<const double> values) {
  DAEDALUS_CHECK(values.size() == pattern_.row_indices.size(), "there is one value for each entry");
  if (FirstNotFinite(values)) return FactorStatus::kNotFinite;
  if (!symbolic_) return FactorStatus::kNoMemory;
  std::ranges::copy(values, values_.begin());
  if (numeric_ && Refactor(values_.data())) return JudgePivots(values_);
  return FactorWithNewPivots(values_.data());
}

bool SparseLu::Refactor(double* values) {
  int* starts = pattern_.column_starts.data();
  int* rows = pattern_.row_indices.data();
  return klu_refactor(starts, rows, values, symbolic_, numeric_, &common_) && common_.status == KLU_OK &&
         klu_rgrowth(starts, rows, values, symbolic_, numeric_, &common_) &&
         common_.rgrowth >= kGrowthLoss * fresh_growth_;
}

FactorStatus SparseLu::FactorWithNewPivots(double* values) {
  int* starts = pattern_.column_starts.data();
  int* rows = pattern_.row_indices.data();
  klu_free_numeric(&numeric_, &common_);
  numeric_ = klu_factor(starts, rows, values, symbolic_, &common_);
  if (common_.status == KLU_SINGULAR) {
    weakest_column_ = common_.singular_col;
    klu_free_numeric(&numeric_, &common_);
    return FactorStatus::kSingular;
  }
  if (!numeric_) return FactorStatus::kNoMemory;
  klu_rgrowth(starts, rows, values, symbolic_, numeric_, &common_);
  fresh_growth_ = common_.rgrowth;
  return JudgePivots(values_);
}

FactorStatus SparseLu::JudgePivots(std::span<const double> values) {
  // (1) of linear_solver.h. KLU keeps the row scales and the diagonal of U in pivot order.
  const double* scale = static_cast<const double*>(numeric_->Rs);
  for (std::int32_t j = 0; j < pattern_.cols; ++j) {
    double largest = 0;
    for (std::int32_t k = pattern_.column_starts[j]; k < pattern_.column_starts[j + 1]; ++k) {
      largest = std::max(largest, std::abs(values[k]) / scale[numeric_->Pinv[pattern_.row_indices[k]]]);
    }
    column_max_[j] = largest;
  }
  const double* pivots = static_cast<const double*>(numeric_->Udiag);
  double smallest = std::numeric_limits<double>::infinity();
  for (std::int32_t k = 0; k < pattern_.cols; ++k) {
    const std::int32_t j = symbolic_->Q[k];
    const double relative = column_max_[j] > 0 ? std::abs(pivots[k]) / column_max_[j] : 0;
    if (relative < smallest) {
      smallest = relative;
      weakest_column_ = j;
    }
  }
  return smallest > kPivotTolerance ? FactorStatus::kOk : FactorStatus::kSingular;
}

void SparseLu::Solve(std::span<double> b) {
  DAEDALUS_CHECK(numeric_, "Solve follows a successful Factor");
  klu_solve(symbolic_, numeric_, pattern_.cols, 1, b.data(), &common_);
}

double SparseLu::ReciprocalCondition() {
  if (!numeric_) return 0;
  klu_condest(pattern_.column_starts.data(), values_.data(), symbolic_, numeric_, &common_);
  return 1 / common_.condest;
}

Singularity SparseLu::ExplainSingularity() {
  return linear::ExplainSingularity(pattern_, values_);
}

}  // namespace daedalus::linear
