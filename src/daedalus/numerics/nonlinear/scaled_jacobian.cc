#include "daedalus/numerics/nonlinear/scaled_jacobian.h"

#include <algorithm>
#include <cmath>

#include "daedalus/numerics/linear/evaluation.h"

namespace daedalus::nonlinear {
namespace {

constexpr std::int32_t kMostDense = 200;  // unknowns
// Less damping leaves (2) without digits, and refinement does not get on; a step errs by this much of itself
// where nothing determines an unknown.
constexpr double kLeastDamping = 1e-13;

using linear::SparsePattern;

// Columns of r, then of d. The rows of (W J)^T follow those of W J.
SparsePattern Augmented(const SparsePattern& pattern, const linear::Transposed& transposed) {
  const std::int32_t m = pattern.rows, n = pattern.cols;
  SparsePattern out;
  out.rows = out.cols = m + n;
  for (std::int32_t i = 0; i < m; ++i) {
    out.row_indices.push_back(i);
    for (const std::int32_t j : transposed.pattern.Column(i)) out.row_indices.push_back(m + j);
    out.column_starts.push_back(out.num_nonzeros());
  }
  for (std::int32_t j = 0; j < n; ++j) {
    const auto column = pattern.Column(j);
    out.row_indices.insert(out.row_indices.end(), column.begin(), column.end());
    out.row_indices.push_back(m + j);
    out.column_starts.push_back(out.num_nonzeros());
  }
  return out;
}

}  // namespace

ScaledJacobian::ScaledJacobian(const SparsePattern& pattern)
    : pattern_(pattern), m_(pattern.rows), n_(pattern.cols) {
  if (pattern.cols <= kMostDense) {
    dense_ = Eigen::MatrixXd::Zero(m_, n_);
    return;
  }
  transposed_ = linear::Transpose(pattern);
  augmented_ = Augmented(pattern, transposed_);
  solver_ = std::make_unique<linear::SparseLu>(augmented_, linear::PivotRule::kDiagonal);
  scaled_.resize(pattern.row_indices.size());
  values_.resize(augmented_.row_indices.size());
}

bool ScaledJacobian::Set(std::span<const double> entries, const std::function<double(Eigen::Index)>& unit) {
  for (Eigen::Index j = 0; j < n_; ++j) {
    const auto column = static_cast<std::size_t>(j);
    const double size = unit(j);
    for (auto k = static_cast<std::size_t>(pattern_.column_starts[column]);
         k < static_cast<std::size_t>(pattern_.column_starts[column + 1]); ++k) {
      if (is_sparse()) {
        scaled_[k] = entries[k] * size;
      } else {
        dense_(pattern_.row_indices[k], j) = entries[k] * size;
      }
    }
  }
  return is_sparse() ? linear::AreFinite(scaled_) : dense_.allFinite();
}

Eigen::VectorXd ScaledJacobian::RowSizes() const {
  if (!is_sparse()) return dense_.cwiseAbs().rowwise().maxCoeff();
  Eigen::VectorXd out = Eigen::VectorXd::Zero(m_);
  for (std::size_t k = 0; k < scaled_.size(); ++k) {
    double& size = out[pattern_.row_indices[k]];
    size = std::max(size, std::abs(scaled_[k]));
  }
  return out;
}

Eigen::VectorXd ScaledJacobian::Gradient(const Eigen::VectorXd& weights, const Eigen::VectorXd& b) const {
  if (!is_sparse()) return (weights.asDiagonal() * dense_).transpose() * b;
  Eigen::VectorXd out = Eigen::VectorXd::Zero(n_);
  for (Eigen::Index j = 0; j < n_; ++j) {
    const auto column = static_cast<std::size_t>(j);
    for (auto k = static_cast<std::size_t>(pattern_.column_starts[column]);
         k < static_cast<std::size_t>(pattern_.column_starts[column + 1]); ++k) {
      const std::int32_t row = pattern_.row_indices[k];
      out[j] += weights[row] * scaled_[k] * b[row];
    }
  }
  return out;
}

std::optional<Eigen::VectorXd> ScaledJacobian::DampedStep(const Eigen::VectorXd& weights,
                                                          const Eigen::VectorXd& b, double damping) {
  if (!is_sparse()) {
    Eigen::MatrixXd whole(m_ + n_, n_);
    whole.topRows(m_) = weights.asDiagonal() * dense_;
    whole.bottomRows(n_) = std::sqrt(damping) * Eigen::MatrixXd::Identity(n_, n_);
    Eigen::VectorXd right = Eigen::VectorXd::Zero(m_ + n_);
    right.head(m_) = -b;
    return linear::Solve(Eigen::ColPivHouseholderQR<Eigen::MatrixXd>(whole), right);
  }
  SetAugmented(weights, damping);
  if (solver_->Factor(values_) != linear::FactorStatus::kOk) return std::nullopt;
  std::vector<double> right(static_cast<std::size_t>(m_ + n_), 0.0);
  std::copy(b.data(), b.data() + m_, right.begin());
  const std::vector<double> x = SolveRefined(right);
  return Eigen::VectorXd(Eigen::Map<const Eigen::VectorXd>(x.data() + m_, n_));
}

void ScaledJacobian::SetAugmented(const Eigen::VectorXd& weights, double damping) {
  std::size_t to = 0;
  for (std::int32_t i = 0; i < pattern_.rows; ++i) {
    values_[to++] = 1;
    for (auto k = static_cast<std::size_t>(transposed_.pattern.column_starts[static_cast<std::size_t>(i)]);
         k < static_cast<std::size_t>(transposed_.pattern.column_starts[static_cast<std::size_t>(i) + 1]);
         ++k)
      values_[to++] = weights[i] * scaled_[static_cast<std::size_t>(transposed_.source[k])];
  }
  for (std::int32_t j = 0; j < pattern_.cols; ++j) {
    for (auto k = static_cast<std::size_t>(pattern_.column_starts[static_cast<std::size_t>(j)]);
         k < static_cast<std::size_t>(pattern_.column_starts[static_cast<std::size_t>(j) + 1]); ++k)
      values_[to++] = -weights[pattern_.row_indices[k]] * scaled_[k];
    values_[to++] = std::max(damping, kLeastDamping);
  }
}

std::vector<double> ScaledJacobian::SolveRefined(const std::vector<double>& right) {
  constexpr int kMostRefinements = 5;
  constexpr double kEnough = 1e-14, kLeastGain = 0.5;
  const auto norm = [](const std::vector<double>& v) {
    return Eigen::Map<const Eigen::VectorXd>(v.data(), static_cast<Eigen::Index>(v.size())).norm();
  };
  std::vector<double> x = right, rest(right.size());
  solver_->Solve(x);
  double last = norm(x);
  for (int i = 0; i < kMostRefinements; ++i) {
    rest = right;
    for (std::int32_t j = 0; j < augmented_.cols; ++j) {
      for (auto k = augmented_.column_starts[static_cast<std::size_t>(j)];
           k < augmented_.column_starts[static_cast<std::size_t>(j) + 1]; ++k)
        rest[static_cast<std::size_t>(augmented_.row_indices[static_cast<std::size_t>(k)])] -=
            values_[static_cast<std::size_t>(k)] * x[static_cast<std::size_t>(j)];
    }
    solver_->Solve(rest);
    const double change = norm(rest);
    if (!(change < kLeastGain * last)) break;
    for (std::size_t j = 0; j < x.size(); ++j) x[j] += rest[j];
    if (change <= kEnough * norm(x)) break;
    last = change;
  }
  return x;
}

}  // namespace daedalus::nonlinear
