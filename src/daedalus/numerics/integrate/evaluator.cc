#include "daedalus/numerics/integrate/evaluator.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

namespace daedalus::integrate {

Evaluator::Evaluator(DaeProblem problem, const Tolerances& tolerances) : problem_(std::move(problem)) {
  if (problem_.pattern.cols == 0) problem_.pattern = linear::DensePattern(problem_.size, problem_.size);
  scale_ = DisturbanceScale(tolerances, problem_.size);
  if (problem_.jacobian) return;
  differences_.emplace(problem_.pattern, scale_, problem_.is_differential);
  counted_residual_ = [this](double t, std::span<const double> y, std::span<const double> yp,
                             std::span<double> r) { return Residual(t, y, yp, r); };
}

EvalOutcome Evaluator::Remember(linear::EvalFailure failure, double t) {
  const EvalOutcome outcome = failure.outcome;
  failure_ = std::move(failure);
  failure_time_ = t;
  return outcome;
}

EvalOutcome Evaluator::Residual(double t, std::span<const double> y, std::span<const double> yp,
                                const std::span<double>& r) {
  ++residual_evaluations_;
  const EvalOutcome outcome =
      linear::CallGuarded([&] { return problem_.residual(t, y, yp, r); }, failure_now_);
  if (outcome == EvalOutcome::kOk && linear::AreFinite(r)) return outcome;
  return NoteResidual(outcome, t, r);
}

EvalOutcome Evaluator::NoteResidual(EvalOutcome outcome, double t, std::span<const double> r) {
  if (outcome != EvalOutcome::kOk) return Remember(std::move(failure_now_), t);
  const auto row = linear::FirstNotFinite(r);
  return Remember({EvalOutcome::kRecoverable, row, "residual " + std::to_string(*row) + " is not finite"}, t);
}

EvalOutcome Evaluator::JacobianParts(double t, double c, std::span<const double> y,
                                     std::span<const double> yp, std::span<const double> r,
                                     std::span<double> dy, std::span<double> dyp) {
  ++jacobian_evaluations_;
  if (differences_) return differences_->Evaluate(counted_residual_, t, c, y, yp, r, dy, dyp);
  linear::EvalFailure failure;
  if (linear::CallGuarded([&] { return problem_.jacobian(t, y, yp, dy, dyp); }, failure) !=
      EvalOutcome::kOk) {
    return Remember(std::move(failure), t);
  }
  const auto is_finite = [&] { return linear::AreFinite(dy) && linear::AreFinite(dyp); };
  if (is_finite()) return EvalOutcome::kOk;
  if (NearbyJacobianParts(t, y, yp, dy, dyp) == EvalOutcome::kOk && is_finite()) return EvalOutcome::kOk;
  auto entry = linear::FirstNotFinite(dy);
  if (!entry) entry = linear::FirstNotFinite(dyp);
  const std::int32_t row = problem_.pattern.row_indices[*entry];
  return Remember(
      {EvalOutcome::kRecoverable, row, "the Jacobian of residual " + std::to_string(row) + " is not finite"},
      t);
}

EvalOutcome Evaluator::NearbyJacobianParts(double t, std::span<const double> y, std::span<const double> yp,
                                           std::span<double> dy, std::span<double> dyp) {
  constexpr double kDistance = 1e-8;
  constexpr std::size_t kNumDistances = 11;  // differences of neighbours shall not vanish either
  beside_.resize(y.size());
  for (std::size_t i = 0; i < y.size(); ++i) {
    const double part = 1 + static_cast<double>(i % kNumDistances) / kNumDistances;
    beside_[i] = y[i] + part * kDistance * std::max(std::abs(y[i]), scale_[i]);
  }
  linear::EvalFailure failure;
  return linear::CallGuarded([&] { return problem_.jacobian(t, beside_, yp, dy, dyp); }, failure);
}

EvalOutcome Evaluator::TimeDerivative(double t, double h, std::span<const double> y,
                                      std::span<const double> yp, std::span<const double> r,
                                      std::span<double> dt) {
  if (problem_.time_derivative) {
    linear::EvalFailure failure;
    if (linear::CallGuarded([&] { return problem_.time_derivative(t, y, yp, dt); }, failure) !=
        EvalOutcome::kOk) {
      return Remember(std::move(failure), t);
    }
    if (linear::AreFinite(dt)) return EvalOutcome::kOk;
    const auto row = linear::FirstNotFinite(dt);
    return Remember({EvalOutcome::kRecoverable, row,
                     "the time derivative of residual " + std::to_string(*row) + " is not finite"},
                    t);
  }
  // dF/dt = (4 F(t + d) - 3 F(t) - F(t + 2 d)) / (2 d) + O(d^2). The argument t has the error eps |t|, and F
  // changes over times of length h: this d balances both.
  const double disturbance =
      std::cbrt(std::numeric_limits<double>::epsilon() * std::max(std::abs(t), h) * h * h);
  const double t1 = t + std::min(disturbance, h / 2);
  const double t2 = t1 + (t1 - t);
  later_.resize(dt.size());
  EvalOutcome outcome = Residual(t1, y, yp, dt);
  if (outcome == EvalOutcome::kOk) outcome = Residual(t2, y, yp, later_);
  if (outcome != EvalOutcome::kOk) return outcome;
  for (std::size_t i = 0; i < dt.size(); ++i) dt[i] = (4 * dt[i] - 3 * r[i] - later_[i]) / (t2 - t);
  return EvalOutcome::kOk;
}

EvalOutcome Evaluator::Jacobian(double t, double c, std::span<const double> y, std::span<const double> yp,
                                std::span<const double> r, std::span<double> values) {
  dyp_.resize(values.size());
  const EvalOutcome outcome = JacobianParts(t, c, y, yp, r, values, dyp_);
  if (outcome != EvalOutcome::kOk) return outcome;
  for (std::size_t k = 0; k < values.size(); ++k) values[k] += c * dyp_[k];
  return EvalOutcome::kOk;
}

}  // namespace daedalus::integrate
