#include "daedalus/linear/dense_lu.h"

#include <algorithm>
#include <cmath>

#include "daedalus/base/check.h"
#include "daedalus/linear/evaluation.h"
#include "daedalus/linear/singularity.h"

namespace daedalus::linear {
namespace {

// Empty where there are no zeros.
std::vector<std::int32_t> PositionsIn(const SparsePattern& pattern) {
  std::vector<std::int32_t> positions;
  if (pattern.row_indices.size() == static_cast<std::size_t>(pattern.rows) * pattern.cols) return positions;
  for (std::int32_t j = 0; j < pattern.cols; ++j) {
    for (std::int32_t k = pattern.column_starts[j]; k < pattern.column_starts[j + 1]; ++k) {
      positions.push_back(j * pattern.rows + pattern.row_indices[k]);
    }
  }
  return positions;
}

void RaiseToSizes(const double* __restrict values, double* __restrict largest, std::size_t n) {
  for (std::size_t i = 0; i < n; ++i) {
    const double size = std::abs(values[i]);
    largest[i] = size > largest[i] ? size : largest[i];
  }
}

void Multiply(const double* __restrict x, const double* __restrict y, double* __restrict product,
              std::size_t n) {
  for (std::size_t i = 0; i < n; ++i) product[i] = x[i] * y[i];
}

}  // namespace

DenseLu::DenseLu(const SparsePattern& pattern)
    : pattern_(pattern),
      position_(PositionsIn(pattern)),
      is_small_(pattern.cols <= static_cast<std::int32_t>(SmallLu::kMaxSize)),
      matrix_(Eigen::MatrixXd::Zero(pattern.rows, pattern.cols)),
      inverse_scale_(pattern.rows),
      small_(is_small_ ? pattern : SparsePattern()),
      work_(pattern.rows),
      lu_(pattern.rows) {
  DAEDALUS_CHECK(pattern.rows == pattern.cols, "only square matrices are factored");
}

void DenseLu::ScaleAndScatter() {
  const std::span<const double> values = values_;
  const std::size_t n = pattern_.rows;
  const std::int32_t* rows = pattern_.row_indices.data();
  double* scale = inverse_scale_.data();
  double* matrix = matrix_.data();
  const bool is_full = position_.empty();
  inverse_scale_.setZero();
  for (std::size_t k = 0; is_full && k < values.size(); k += n) RaiseToSizes(values.data() + k, scale, n);
  for (std::size_t k = 0; !is_full && k < values.size(); ++k) RaiseToSizes(&values[k], scale + rows[k], 1);
  for (double& largest : inverse_scale_) largest = 1 / (largest > 0 ? largest : 1);
  for (std::size_t k = 0; is_full && k < values.size(); k += n) Multiply(&values[k], scale, matrix + k, n);
  for (std::size_t k = 0; !is_full && k < values.size(); ++k) {
    matrix[position_[k]] = values[k] * scale[rows[k]];
  }
}

bool DenseLu::FactorLarge() {
  ScaleAndScatter();
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
  if (!AreFinite(values)) return FactorStatus::kNotFinite;
  if (pattern_.cols == 0) return FactorStatus::kOk;
  values_.assign(values.begin(), values.end());
  const bool ok = is_small_ ? small_.Factor({values.data()}) : FactorLarge();
  return ok ? FactorStatus::kOk : FactorStatus::kSingular;
}

void DenseLu::Solve(std::span<double> b) {
  if (is_small_) return small_.Solve({b.data()});
  SolveLarge(b);
}

void DenseLu::SolveLarge(std::span<double> b) {
  Eigen::Map<Eigen::VectorXd> x(b.data(), static_cast<Eigen::Index>(b.size()));
  x.array() *= inverse_scale_.array();
  work_.noalias() = lu_.permutationP() * x;
  lu_.matrixLU().triangularView<Eigen::UnitLower>().solveInPlace(work_);
  lu_.matrixLU().triangularView<Eigen::Upper>().solveInPlace(work_);
  x = work_;
}

double DenseLu::ReciprocalCondition() {
  if (pattern_.cols == 0) return 1;
  if (is_small_) {
    ScaleAndScatter();
    lu_.compute(matrix_);
  }
  return lu_.rcond();
}

Singularity DenseLu::ExplainSingularity() {
  return linear::ExplainSingularity(pattern_, values_);
}

}  // namespace daedalus::linear
