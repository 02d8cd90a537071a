#include "problems/consistent_restart.h"

#include <algorithm>
#include <vector>

#include "daedalus/linear/linear_solver.h"

namespace daedalus::problems {
namespace {

constexpr int kNewtonIterations = 3;  // from values that an integrator has left: the second is to roundoff

class Restart {
 public:
  Restart(const DaeProblem& dae, double t, std::span<double> y, std::span<double> yp)
      : dae_(dae),
        t_(t),
        y_(y),
        yp_(yp),
        pattern_(dae.pattern.cols > 0 ? dae.pattern : linear::DensePattern(dae.size, dae.size)),
        solver_(linear::MakeLinearSolver(pattern_)),
        right_(dae.size) {}

  bool MakeValuesConsistent() {
    for (int iteration = 0; iteration < kNewtonIterations; ++iteration) {
      if (!Factor() || dae_.residual(t_, y_, yp_, right_) != EvalOutcome::kOk) return false;
      for (std::int32_t i = 0; i < dae_.size; ++i) right_[i] = has_derivative_[i] ? 0 : -right_[i];
      solver_->Solve(right_);
      for (std::int32_t j = 0; j < dae_.size; ++j) {
        if (!IsValueSought(j)) y_[j] += right_[j];
      }
    }
    return true;
  }

  bool MakeSlopesConsistent() {
    std::ranges::fill(yp_, 0.0);
    for (std::int32_t j = 0; j < dae_.size; ++j) {
      if (IsValueSought(j)) y_[j] = 0;
    }
    std::vector<double> by_time(dae_.size);
    if (!Factor() || dae_.residual(t_, y_, yp_, right_) != EvalOutcome::kOk ||
        dae_.time_derivative(t_, y_, yp_, by_time) != EvalOutcome::kOk)
      return false;
    for (std::int32_t i = 0; i < dae_.size; ++i) right_[i] = has_derivative_[i] ? -right_[i] : -by_time[i];
    solver_->Solve(right_);
    for (std::int32_t j = 0; j < dae_.size; ++j) (IsValueSought(j) ? y_[j] : yp_[j]) = right_[j];
    return true;
  }

 private:
  bool IsValueSought(std::int32_t j) const {
    return !dae_.index.empty() && dae_.index[j] == 2 && !dae_.is_differential[j];
  }

  // The matrix of (1) and (2).
  bool Factor() {
    std::vector<double> dy(pattern_.num_nonzeros()), dyp(dy.size());
    if (dae_.jacobian(t_, y_, yp_, dy, dyp) != EvalOutcome::kOk) return false;
    has_derivative_.assign(dae_.size, 0);
    for (std::size_t k = 0; k < dyp.size(); ++k) has_derivative_[pattern_.row_indices[k]] |= dyp[k] != 0;
    for (std::int32_t j = 0; j < dae_.size; ++j) {
      for (std::int32_t k = pattern_.column_starts[j]; k < pattern_.column_starts[j + 1]; ++k) {
        const bool differential_row = has_derivative_[pattern_.row_indices[k]];
        if (differential_row != IsValueSought(j)) dy[k] = dyp[k];
      }
    }
    return solver_->Factor(dy) == linear::FactorStatus::kOk;
  }

  const DaeProblem& dae_;
  double t_;
  std::span<double> y_, yp_;
  linear::SparsePattern pattern_;
  std::unique_ptr<linear::LinearSolver> solver_;
  std::vector<double> right_;
  std::vector<char> has_derivative_;  // per row
};

}  // namespace

bool MakeConsistent(const DaeProblem& dae, double t, std::span<double> y, std::span<double> yp) {
  Restart restart(dae, t, y, yp);
  return restart.MakeValuesConsistent() && restart.MakeSlopesConsistent();
}

}  // namespace daedalus::problems
