#include "daedalus/numerics/linear/dense_lu.h"

#include <algorithm>
#include <cmath>

#include "daedalus/base/check.h"
#include "daedalus/numerics/linear/evaluation.h"
#include "daedalus/numerics/linear/singularity.h"

namespace daedalus::linear {

DenseLu::DenseLu(const SparsePattern& pattern)
    : pattern_(pattern),
      is_full_(IsDense(pattern)),
      position_(PositionsInDense(pattern)),
      is_small_(pattern.cols <= static_cast<std::int32_t>(SmallLu::kMaxSize)),
      small_(is_small_ ? pattern.cols : 0),
      matrix_(Eigen::MatrixXd::Zero(pattern.rows, pattern.cols)),
      inverse_scale_(pattern.rows),
      lu_(pattern.rows),
      work_(pattern.rows) {
  DAEDALUS_CHECK(pattern.rows == pattern.cols, "only square matrices are factored");
}

void DenseLu::Scatter(std::span<const double> values) {
  double* matrix = matrix_.data();
  if (is_full_) {
    std::copy(values.begin(), values.end(), matrix);
  } else {
    for (std::size_t k = 0; k < values.size(); ++k) matrix[position_[k]] = values[k];
  }
}

void DenseLu::ComputeLarge() {
  work_ = matrix_.cwiseAbs().rowwise().maxCoeff();
  inverse_scale_ = (work_.array() > 0).select(work_.cwiseInverse(), 1.0);
  lu_.compute(inverse_scale_.asDiagonal() * matrix_);
}

bool DenseLu::FactorSmall(std::span<const double> values) {
  if (!is_full_) {
    Scatter(values);
    return small_.Factor({matrix_.data()});
  }
  const bool ok = small_.Factor({values.data()});
  Scatter(values);  // a copy: values that have just been stored would have kept it waiting before
  return ok;
}

bool DenseLu::FactorLarge(std::span<const double> values) {
  Scatter(values);
  ComputeLarge();
  // (1) of linear_solver.h.
  for (Eigen::Index k = 0; k < matrix_.cols(); ++k) {
    const double pivot = std::abs(lu_.matrixLU()(k, k));
    const double largest = matrix_.col(k).cwiseProduct(inverse_scale_).cwiseAbs().maxCoeff();
    if (!(pivot > kPivotTolerance * largest)) return false;
  }
  return true;
}

FactorStatus DenseLu::Factor(std::span<const double> values) {
  DAEDALUS_CHECK(values.size() == pattern_.row_indices.size(), "there is one value for each entry");
  if (!AreFinite(values)) return FactorStatus::kNotFinite;
  if (pattern_.cols == 0) return FactorStatus::kOk;
  const bool ok = is_small_ ? FactorSmall(values) : FactorLarge(values);
  if (ok) return FactorStatus::kOk;
  singular_values_.assign(values.begin(), values.end());
  return FactorStatus::kSingular;
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
  if (is_small_) ComputeLarge();
  return lu_.rcond();
}

int DenseLu::Pivots(std::span<double> sizes) const {
  if (is_small_) return small_.Pivots(sizes);
  int sign = static_cast<int>(lu_.permutationP().determinant());
  const auto& place_of_row = lu_.permutationP().indices();
  for (Eigen::Index row = 0; row < place_of_row.size(); ++row) {
    const double pivot = lu_.matrixLU()(place_of_row[row], place_of_row[row]);
    if (pivot < 0) sign = -sign;
    sizes[static_cast<std::size_t>(row)] = std::abs(pivot) / inverse_scale_[row];
  }
  return sign;
}

Singularity DenseLu::ExplainSingularity() {
  return linear::ExplainSingularity(pattern_, singular_values_);
}

}  // namespace daedalus::linear
