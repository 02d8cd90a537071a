#include "problems/consistent_restart.h"

#include <algorithm>

namespace daedalus::problems {
namespace {

// From values that an integrator has left the second iteration is to roundoff; the third, with the matrix of
// the second, is for certainty.
constexpr int kNewtonIterations = 3;
constexpr int kNewMatrices = 2;

}  // namespace

ConsistentRestart::ConsistentRestart(DaeProblem dae)
    : dae_(std::move(dae)),
      pattern_(dae_.pattern.cols > 0 ? dae_.pattern : linear::DensePattern(dae_.size, dae_.size)),
      solver_(linear::MakeLinearSolver(pattern_)),
      dy_(pattern_.num_nonzeros()),
      dyp_(pattern_.num_nonzeros()),
      right_(dae_.size),
      by_time_(dae_.size),
      has_derivative_(dae_.size) {}

bool ConsistentRestart::operator()(double t, std::span<double> y, std::span<double> yp) {
  return MakeValuesConsistent(t, y, yp) && MakeSlopesConsistent(t, y, yp);
}

bool ConsistentRestart::MakeValuesConsistent(double t, std::span<double> y, std::span<const double> yp) {
  for (int iteration = 0; iteration < kNewtonIterations; ++iteration) {
    if (iteration < kNewMatrices && !Factor(t, y, yp)) return false;
    if (dae_.residual(t, y, yp, right_) != EvalOutcome::kOk) return false;
    for (std::int32_t i = 0; i < dae_.size; ++i) right_[i] = has_derivative_[i] ? 0 : -right_[i];
    solver_->Solve(right_);
    for (std::int32_t j = 0; j < dae_.size; ++j) {
      if (!IsValueSought(j)) y[j] += right_[j];
    }
  }
  return true;
}

bool ConsistentRestart::MakeSlopesConsistent(double t, std::span<double> y, std::span<double> yp) {
  std::ranges::fill(yp, 0.0);
  for (std::int32_t j = 0; j < dae_.size; ++j) {
    if (IsValueSought(j)) y[j] = 0;
  }
  if (!Factor(t, y, yp) || dae_.residual(t, y, yp, right_) != EvalOutcome::kOk ||
      dae_.time_derivative(t, y, yp, by_time_) != EvalOutcome::kOk) {
    return false;
  }
  for (std::int32_t i = 0; i < dae_.size; ++i) right_[i] = has_derivative_[i] ? -right_[i] : -by_time_[i];
  solver_->Solve(right_);
  for (std::int32_t j = 0; j < dae_.size; ++j) (IsValueSought(j) ? y[j] : yp[j]) = right_[j];
  return true;
}

bool ConsistentRestart::IsValueSought(std::int32_t j) const {
  return !dae_.index.empty() && dae_.index[j] == 2 && !dae_.is_differential[j];
}

// The matrix of (1) and (2).
bool ConsistentRestart::Factor(double t, std::span<const double> y, std::span<const double> yp) {
  if (dae_.jacobian(t, y, yp, dy_, dyp_) != EvalOutcome::kOk) return false;
  std::ranges::fill(has_derivative_, 0);
  for (std::size_t k = 0; k < dyp_.size(); ++k) has_derivative_[pattern_.row_indices[k]] |= dyp_[k] != 0;
  for (std::int32_t j = 0; j < dae_.size; ++j) {
    const bool is_value_sought = IsValueSought(j);
    for (std::int32_t k = pattern_.column_starts[j]; k < pattern_.column_starts[j + 1]; ++k) {
      const bool differential_row = has_derivative_[pattern_.row_indices[k]];
      if (differential_row != is_value_sought) dy_[k] = dyp_[k];
    }
  }
  return solver_->Factor(dy_) == linear::FactorStatus::kOk;
}

}  // namespace daedalus::problems
