#include "daedalus/linear/dense_lu.h"

#include <algorithm>
#include <cmath>

#include "daedalus/base/check.h"
#include "daedalus/linear/evaluation.h"
#include "daedalus/linear/singularity.h"

namespace daedalus::linear {
namespace {

constexpr std::int32_t kSmall = 32;

}  // namespace

DenseLu::DenseLu(const SparsePattern& pattern)
    : pattern_(pattern),
      is_small_(pattern.cols <= kSmall),
      matrix_(pattern.rows, pattern.cols),
      inverse_scale_(pattern.rows),
      small_(is_small_ ? pattern.cols : 0),
      work_(pattern.rows),
      lu_(pattern.rows) {
  DAEDALUS_CHECK(pattern.rows == pattern.cols, "only square matrices are factored");
}

void DenseLu::ScaleAndScatter(std::span<const double> values) {
  inverse_scale_.setZero();
  for (std::int32_t k = 0; k < pattern_.num_nonzeros(); ++k) {
    double& largest = inverse_scale_[pattern_.row_indices[k]];
    largest = std::max(largest, std::abs(values[k]));
  }
  for (double& scale : inverse_scale_) scale = scale > 0 ? 1 / scale : 1;
  matrix_.setZero();
  for (std::int32_t j = 0; j < pattern_.cols; ++j) {
    for (std::int32_t k = pattern_.column_starts[j]; k < pattern_.column_starts[j + 1]; ++k) {
      const std::int32_t i = pattern_.row_indices[k];
      matrix_(i, j) = values[k] * inverse_scale_[i];
    }
  }
}

bool DenseLu::FactorLarge() {
  lu_.compute(matrix_);
  // (1) of linear_solver.h.
  for (Eigen::Index k = 0; k < matrix_.cols(); ++k) {
    const double pivot = std::abs(lu_.matrixLU()(k, k));
    if (!(pivot > kPivotTolerance * matrix_.col(k).cwiseAbs().maxCoeff())) return false;
  }
  return true;
}

FactorStatus DenseLu::Factor(std::span<const double> values) {
  DAEDALUS_CHECK(values.size() == pattern_.row_indices.size(), "there is one value for each entry");
  if (FirstNotFinite(values)) return FactorStatus::kNotFinite;
  if (pattern_.cols == 0) return FactorStatus::kOk;
  ScaleAndScatter(values);
  if (is_small_) std::copy_n(matrix_.data(), matrix_.size(), small_.entries().begin());
  if (is_small_ ? small_.Factor() : FactorLarge()) return FactorStatus::kOk;
  singular_values_.assign(values.begin(), values.end());
  return FactorStatus::kSingular;
}

void DenseLu::Solve(std::span<double> b) {
  if (b.empty()) return;
  Eigen::Map<Eigen::VectorXd> x(b.data(), static_cast<Eigen::Index>(b.size()));
  x.array() *= inverse_scale_.array();
  if (is_small_) return small_.Solve(b);
  work_.noalias() = lu_.permutationP() * x;
  lu_.matrixLU().triangularView<Eigen::UnitLower>().solveInPlace(work_);
  lu_.matrixLU().triangularView<Eigen::Upper>().solveInPlace(work_);
  x = work_;
}

double DenseLu::ReciprocalCondition() {
  if (pattern_.cols == 0) return 1;
  if (is_small_) lu_.compute(matrix_);
  return lu_.rcond();
}

Singularity DenseLu::ExplainSingularity() {
  return linear::ExplainSingularity(pattern_, singular_values_);
}

}  // namespace daedalus::linear
