#include "daedalus/programs/array/array_factors.h"

#include <algorithm>
#include <cmath>

namespace daedalus::array {
namespace {

using Eigen::Index;
using Eigen::MatrixXd;
using Eigen::VectorXd;

// The part of a null vector in an unknown that counts as none: null vectors are as exact as the pivots are
// small.
constexpr double kNullTolerance = 1e-6;
// By how much x moves less readily than derivatives, where both could.
constexpr double kReluctance = 1e-5;
// Of rows that follow from others, where no rank has to be decided.
constexpr double kNoPivot = 1e-14;

// The number of pivots above the tolerance of `largest`, and the two on either side of the decision.
Index CountPivots(const Eigen::ColPivHouseholderQR<MatrixXd>& qr, double largest, RankGap& gap) {
  const auto diagonal = qr.matrixQR().diagonal().cwiseAbs();
  Index rank = 0;
  while (rank < diagonal.size() && diagonal[rank] > kRankTolerance * largest) ++rank;
  if (rank > 0) gap.last_kept = std::min(gap.last_kept, diagonal[rank - 1] / largest);
  if (rank < diagonal.size()) gap.first_dropped = std::max(gap.first_dropped, diagonal[rank] / largest);
  return rank;
}

}  // namespace

void ArrayFactors::Scale(const DerivativeArray& array, std::span<const double> values) {
  const linear::SparsePattern& pattern = array.pattern();
  const Index rows = pattern.rows, cols = pattern.cols;
  row_scale_.setZero(rows);
  for (Index j = 0; j < cols; ++j) {
    for (auto k = pattern.column_starts[j]; k < pattern.column_starts[j + 1]; ++k) {
      double& largest = row_scale_[pattern.row_indices[k]];
      largest = std::max(largest, std::abs(values[k]) * units_[j]);
    }
  }
  for (double& scale : row_scale_) scale = scale > 0 ? 1 / scale : 1;
  gx_.setZero(rows, n_);
  gz_.setZero(rows, cols - n_);
  for (Index j = 0; j < cols; ++j) {
    for (auto k = pattern.column_starts[j]; k < pattern.column_starts[j + 1]; ++k) {
      const Index i = pattern.row_indices[k];
      (j < n_ ? gx_(i, j) : gz_(i, j - n_)) = values[k] * units_[j] * row_scale_[i];
    }
  }
}

void ArrayFactors::Factor(const DerivativeArray& array, std::span<const double> values, const VectorXd& units,
                          Coordinates coordinates) {
  units_ = units;
  n_ = static_cast<Index>(array.num_variables());
  FactorRows(array, values);
  FindDetermined();
  ChooseCoordinates(coordinates);
}

void ArrayFactors::FactorBeside(const DerivativeArray& array, std::span<const double> values) {
  Scale(array, values);
  MatrixXd joint(gz_.rows(), gz_.cols() + u1_.cols());
  joint << gz_, gx_ * u1_;
  joint_.setThreshold(kNoPivot);
  joint_.compute(joint);
  is_beside_ = true;
}

void ArrayFactors::FactorFreely(const DerivativeArray& array, std::span<const double> values,
                                const VectorXd& units, std::span<const char> may_move) {
  units_ = units;
  n_ = static_cast<Index>(array.num_variables());
  std::vector<Index> moving;
  for (Index i = 0; i < n_; ++i) {
    if (may_move.empty() || may_move[static_cast<std::size_t>(i)]) moving.push_back(i);
  }
  u1_.setZero(n_, static_cast<Index>(moving.size()));
  for (std::size_t j = 0; j < moving.size(); ++j) u1_(moving[j], static_cast<Index>(j)) = kReluctance;
  FactorBeside(array, values);
}

void ArrayFactors::FactorRows(const DerivativeArray& array, std::span<const double> values) {
  is_beside_ = false;
  Scale(array, values);
  factors_.setThreshold(kRankTolerance);
  factors_.compute(gz_);
  const Index r = factors_.rank();
  gap_ = {};
  if (r > 0) gap_.last_kept = std::abs(factors_.matrixQTZ()(r - 1, r - 1)) / factors_.maxPivot();
  const MatrixXd turned = factors_.householderQ().adjoint() * gx_;
  d_ = turned.bottomRows(gz_.rows() - r);
}

// A P = Q [T 0; 0 0] Z: what the last rows of Z keep is the null space of A P.
void ArrayFactors::FindDetermined() {
  const Index m = gz_.cols(), nullity = m - factors_.rank();
  is_determined_.assign(static_cast<std::size_t>(m), 1);
  if (nullity > 0) {
    MatrixXd null = MatrixXd::Zero(m, nullity);
    null.bottomRows(nullity).setIdentity();
    null.applyOnTheLeft(factors_.matrixZ().adjoint());
    const MatrixXd basis = factors_.colsPermutation() * null;
    for (Index i = 0; i < m; ++i)
      is_determined_[static_cast<std::size_t>(i)] = basis.row(i).norm() < kNullTolerance;
  }
  is_one_full_ =
      std::all_of(is_determined_.begin(), is_determined_.begin() + n_, [](char is) { return is != 0; });
}

void ArrayFactors::ChooseCoordinates(Coordinates coordinates) {
  is_full_ = true;
  if (coordinates == Coordinates::kAll || d_.rows() == 0) {
    u1_.resize(n_, 0);
    u2_.setIdentity(n_, n_);
    return;
  }
  // All entries are of size 1 at most, those of the factored rows too: one scale for both decisions.
  const double largest = std::max(factors_.maxPivot(), 1.0);
  if (coordinates == Coordinates::kOrthogonal) {
    const Eigen::ColPivHouseholderQR<MatrixXd> qr(d_.transpose());
    const Index a = CountPivots(qr, largest, gap_);
    const MatrixXd u = qr.householderQ();
    u1_ = u.leftCols(a);
    u2_ = u.rightCols(n_ - a);
  } else {
    const Eigen::ColPivHouseholderQR<MatrixXd> qr(d_);
    const Index a = CountPivots(qr, largest, gap_);
    const MatrixXd u = qr.colsPermutation().toDenseMatrix().cast<double>();
    u1_ = u.leftCols(a);
    u2_ = u.rightCols(n_ - a);
  }
  is_full_ = u1_.cols() == d_.rows();
  if (u1_.cols() > 0) d_u1_.compute(d_ * u1_);
}

void ArrayFactors::Solve(const VectorXd& r, VectorXd& correction) {
  scaled_ = -r.cwiseProduct(row_scale_);
  correction.resize(units_.size());
  if (is_beside_) {
    x1_ = linear::Solve(joint_, scaled_);
    correction.head(n_).noalias() = u1_ * x1_.tail(u1_.cols());
    correction.tail(gz_.cols()) = x1_.head(gz_.cols());
    correction.array() *= units_.array();
    return;
  }
  correction.head(n_).setZero();
  if (u1_.cols() > 0) {
    turned_ = scaled_;
    turned_.applyOnTheLeft(factors_.householderQ().adjoint());
    x1_ = linear::Solve(d_u1_, turned_.tail(d_.rows()));
    correction.head(n_).noalias() = u1_ * x1_;
    scaled_.noalias() -= gx_ * correction.head(n_);
  }
  correction.tail(gz_.cols()) = linear::Solve(factors_, scaled_);
  correction.array() *= units_.array();
}

std::size_t ArrayFactors::WorstRow(const VectorXd& r) const {
  Index row = 0;
  r.cwiseProduct(row_scale_).cwiseAbs().maxCoeff(&row);
  return static_cast<std::size_t>(row);
}

void ArrayFactors::ToManifold(VectorXd& error) const {
  if (u1_.cols() == 0) return;
  const auto units = units_.head(n_).array();
  const VectorXd along = u2_ * (u2_.transpose() * (error.array() / units).matrix());
  error = ((along - u1_ * linear::Solve(d_u1_, d_ * along)).array() * units).matrix();
}

double ArrayFactors::Tilt(const VectorXd& v) const {
  const VectorXd scaled = (v.array() / units_.head(n_).array()).matrix();
  const double across = (u1_.transpose() * scaled).norm(), along = (u2_.transpose() * scaled).norm();
  return across / std::max(along, 1e-300);
}

}  // namespace daedalus::array
