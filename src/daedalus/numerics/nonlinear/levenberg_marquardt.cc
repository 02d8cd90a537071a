#include "daedalus/numerics/nonlinear/levenberg_marquardt.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace daedalus::nonlinear {
namespace {

constexpr int kMostSteps = 100;
constexpr int kMostStandstills = 3;
constexpr double kSolved = 1e-10;     // of the unknowns in their units
constexpr double kRounding = 1e-14;   // of the terms: accepted where it stands still
constexpr double kStandstill = 1e-7;  // of the residual, by the gradient
constexpr double kKick = 1e-3;        // in units of the unknowns
constexpr double kSame = 1e-6;        // of two solutions

}  // namespace

LevenbergMarquardt::LevenbergMarquardt(const NonlinearProblem& problem, const Bounds& bounds)
    : problem_(problem),
      bounds_(bounds),
      n_(problem.size),
      m_(n_ + problem.num_excess),
      residual_(m_),
      jacobian_(problem.pattern),
      row_units_(Eigen::VectorXd::Zero(m_)),
      entries_(problem.pattern.row_indices.size()) {}

double LevenbergMarquardt::Unit(const Eigen::VectorXd& x, Eigen::Index j) const {
  const double nominal = problem_.nominal.empty() ? 1 : problem_.nominal[static_cast<std::size_t>(j)];
  return std::max(std::abs(x[j]), nominal);
}

void LevenbergMarquardt::Clamp(Eigen::VectorXd& x) const {
  for (Eigen::Index j = 0; j < n_; ++j) {
    const auto k = static_cast<std::size_t>(j);
    if (bounds_.min[k] <= bounds_.max[k]) x[j] = std::clamp(x[j], bounds_.min[k], bounds_.max[k]);
  }
}

bool LevenbergMarquardt::Residual(const Eigen::VectorXd& x, Eigen::VectorXd& r) {
  r.resize(m_);
  const auto unknowns = static_cast<std::size_t>(n_), rows = static_cast<std::size_t>(m_);
  return problem_.residual({x.data(), unknowns}, {r.data(), rows}) == EvalOutcome::kOk && r.allFinite();
}

// Computes the Jacobian in units of the unknowns.
bool LevenbergMarquardt::Jacobian(const Eigen::VectorXd& x) {
  if (problem_.jacobian({x.data(), static_cast<std::size_t>(n_)}, entries_) != EvalOutcome::kOk) return false;
  const bool is_finite = jacobian_.Set(entries_, [&](Eigen::Index j) { return Unit(x, j); });
  row_sizes_ = jacobian_.RowSizes();
  row_units_ = row_units_.cwiseMax(row_sizes_);
  return is_finite;
}

bool LevenbergMarquardt::IsSolved(const Eigen::VectorXd& x) const {
  for (Eigen::Index i = 0; i < m_; ++i) {
    if (std::abs(residual_[i]) > kSolved * row_sizes_[i]) return false;
  }
  return x.allFinite();
}

// At a standstill, vanishing entries of a row do not show the size of its terms. The entries one unit away
// do, on the side where they are smaller (an exponential). Earlier values do not: at the guess they may have
// been 1e300.
bool LevenbergMarquardt::IsAtRounding(const Eigen::VectorXd& x) {
  const Eigen::VectorXd here = row_sizes_, units = row_units_;
  Eigen::VectorXd terms = Eigen::VectorXd::Constant(m_, std::numeric_limits<double>::infinity());
  for (const double side : {1.0, -1.0}) {
    Eigen::VectorXd beside = x;
    for (Eigen::Index j = 0; j < n_; ++j) beside[j] += side * Unit(x, j);
    Clamp(beside);
    if (Jacobian(beside)) terms = terms.cwiseMin(row_sizes_);
  }
  row_units_ = units;  // the points tried must not change the weights, which decide where it stagnates
  if (!Jacobian(x)) return false;
  for (Eigen::Index i = 0; i < m_; ++i) {
    const double size = std::abs(residual_[i]);
    const double rounding = std::isfinite(terms[i]) ? kRounding * terms[i] : 0;
    if (!(size <= kSolved * here[i] || size <= rounding)) return false;
  }
  return x.allFinite();
}

// A row that has been zero everywhere, x^2 + y^2 = 1 at the origin, has no unit yet.
Eigen::VectorXd LevenbergMarquardt::Weights() const {
  return row_units_.unaryExpr([](double unit) { return unit > 0 ? 1 / unit : 1.0; });
}

// One more step with hardly any damping, if it reduces the residuals. Residuals are small before all unknowns
// are near the solution, because damping holds back the unknowns that change residuals least.
void LevenbergMarquardt::Sharpen(Eigen::VectorXd& x, const Eigen::VectorXd& shift) {
  constexpr double kHardlyDamped = 1e-13;
  const Eigen::VectorXd weights = Weights();
  const auto d = jacobian_.DampedStep(weights, weights.cwiseProduct(residual_), kHardlyDamped);
  if (!d) return;
  Eigen::VectorXd trial(n_), trial_residual(m_);
  for (Eigen::Index j = 0; j < n_; ++j) trial[j] = x[j] + (*d)[j] * Unit(x, j);
  Clamp(trial);
  if (!Residual(trial, trial_residual)) return;
  trial_residual -= shift;
  if (weights.cwiseProduct(trial_residual).norm() >= weights.cwiseProduct(residual_).norm()) return;
  x = trial;
  residual_ = trial_residual;
}

// Iterates until it is solved, or at a standstill.
bool LevenbergMarquardt::Descend(Eigen::VectorXd& x, const Eigen::VectorXd& shift) {
  double damping = 1e-3, growth = 2;
  Eigen::VectorXd trial(n_), trial_residual(m_);
  if (!Residual(x, residual_)) return false;
  residual_ -= shift;
  for (int step = 0; step < kMostSteps; ++step) {
    if (!Jacobian(x)) return false;
    if (IsSolved(x)) {
      Sharpen(x, shift);
      return true;
    }
    ++iterations_;
    Eigen::VectorXd weights = Weights();
    const Eigen::VectorXd b = weights.cwiseProduct(residual_);
    const Eigen::VectorXd gradient = jacobian_.Gradient(weights, b);
    if (gradient.norm() <= kStandstill * b.norm()) return IsAtRounding(x);
    const auto found = jacobian_.DampedStep(weights, b, damping);
    if (!found) return false;
    const Eigen::VectorXd& d = *found;
    for (Eigen::Index j = 0; j < n_; ++j) trial[j] = x[j] + d[j] * Unit(x, j);
    Clamp(trial);
    const bool is_finite = Residual(trial, trial_residual);
    trial_residual -= shift;
    const double promised = d.dot(damping * d - gradient);
    const double gained = b.squaredNorm() - weights.cwiseProduct(trial_residual).squaredNorm();
    if (!is_finite || !(gained > 0) || !(promised > 0)) {
      damping *= growth;
      growth *= 2;
      if (damping > 1e20 || trial == x) return IsAtRounding(x);
      continue;
    }
    damping *= std::max(1.0 / 3, 1 - std::pow(2 * gained / promised - 1, 3));
    growth = 2;
    x = trial;
    residual_ = trial_residual;
  }
  return Jacobian(x) && (IsSolved(x) || IsAtRounding(x));
}

// Moves along the null vector, in which nothing changes to first order.
bool LevenbergMarquardt::LeaveStandstill(Eigen::VectorXd& x, const Eigen::VectorXd& shift) {
  if (jacobian_.is_sparse() || !Jacobian(x)) return false;
  const Eigen::JacobiSVD<Eigen::MatrixXd> svd(jacobian_.dense(), Eigen::ComputeFullV);
  Eigen::VectorXd direction = svd.matrixV().col(n_ - 1);
  Eigen::Index largest = 0;
  direction.cwiseAbs().maxCoeff(&largest);
  if (direction[largest] * (x[largest] < 0 ? -1 : 1) < 0) direction = -direction;
  const auto go = [&](double sign) -> std::optional<Eigen::VectorXd> {
    Eigen::VectorXd next = x;
    for (Eigen::Index j = 0; j < n_; ++j) next[j] += sign * kKick * direction[j] * Unit(x, j);
    Clamp(next);
    return next != x && Descend(next, shift) ? std::optional(std::move(next)) : std::nullopt;
  };
  auto there = go(1), back = go(-1);
  if (!there && !back) return false;
  had_two_sides_ = there && back && !there->isApprox(*back, kSame);
  x = there ? *std::move(there) : *std::move(back);
  return true;
}

std::optional<Eigen::VectorXd> LevenbergMarquardt::FindStandstill(const Eigen::VectorXd& x) {
  if (!Residual(x, residual_) || !Jacobian(x) || IsSolved(x) || IsAtRounding(x)) return std::nullopt;
  const Eigen::VectorXd weights = Weights();
  const Eigen::VectorXd residual = weights.cwiseProduct(residual_);
  const Eigen::VectorXd gradient = jacobian_.Gradient(weights, residual);
  if (gradient.norm() > kStandstill * residual.norm()) return std::nullopt;
  return residual;
}

std::optional<std::int32_t> LevenbergMarquardt::FindUndetermined(const Eigen::VectorXd& x) {
  constexpr double kSingular = 1e-9;
  if (jacobian_.is_sparse() || !Jacobian(x)) return std::nullopt;
  Eigen::MatrixXd a = row_units_.cwiseMax(1e-300).cwiseInverse().asDiagonal() * jacobian_.dense();
  for (Eigen::Index j = 0; j < n_; ++j) {
    const double largest = a.col(j).cwiseAbs().maxCoeff();
    if (largest > 0) a.col(j) /= largest;
  }
  const Eigen::JacobiSVD<Eigen::MatrixXd> svd(a, Eigen::ComputeFullV);
  if (svd.singularValues()[n_ - 1] > kSingular) return std::nullopt;
  Eigen::Index most = 0;
  svd.matrixV().col(n_ - 1).cwiseAbs().maxCoeff(&most);
  return static_cast<std::int32_t>(most);
}

bool LevenbergMarquardt::Solve(Eigen::VectorXd& x, const Eigen::VectorXd& shift) {
  row_units_.setZero();
  had_two_sides_ = false;
  for (int i = 0; i <= kMostStandstills; ++i) {
    if (Descend(x, shift) || LeaveStandstill(x, shift)) return true;
  }
  return false;
}

}  // namespace daedalus::nonlinear
