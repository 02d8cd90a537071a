#include "problems/consistent_restart.h"

#include <algorithm>
#include <vector>

#include "daedalus/linear/linear_solver.h"

namespace daedalus::problems {
namespace {

bool IsValueSought(const DaeProblem& dae, std::int32_t j) {
  return !dae.index.empty() && dae.index[j] == 2 && !dae.is_differential.empty() && !dae.is_differential[j];
}

}  // namespace

bool MakeSlopesConsistent(const DaeProblem& dae, double t, std::span<double> y, std::span<double> yp) {
  const std::int32_t n = dae.size;
  const linear::SparsePattern pattern = dae.pattern.cols > 0 ? dae.pattern : linear::DensePattern(n, n);
  std::ranges::fill(yp, 0.0);
  for (std::int32_t j = 0; j < n; ++j) {
    if (IsValueSought(dae, j)) y[j] = 0;
  }
  std::vector<double> dy(pattern.num_nonzeros()), dyp(dy.size()), right(n), by_time(n);
  if (dae.jacobian(t, y, yp, dy, dyp) != EvalOutcome::kOk) return false;
  if (dae.residual(t, y, yp, right) != EvalOutcome::kOk) return false;
  if (dae.time_derivative(t, y, yp, by_time) != EvalOutcome::kOk) return false;

  std::vector<char> has_derivative(n, 0);
  for (std::size_t k = 0; k < dyp.size(); ++k) has_derivative[pattern.row_indices[k]] |= dyp[k] != 0;
  for (std::int32_t i = 0; i < n; ++i) right[i] = has_derivative[i] ? -right[i] : -by_time[i];
  std::vector<double> values(dy.size());
  for (std::int32_t j = 0; j < n; ++j) {
    for (std::int32_t k = pattern.column_starts[j]; k < pattern.column_starts[j + 1]; ++k) {
      const bool of_value = IsValueSought(dae, j);
      const bool differential_row = has_derivative[pattern.row_indices[k]];
      values[k] = differential_row == of_value ? dy[k] : dyp[k];
    }
  }
  const auto solver = linear::MakeLinearSolver(pattern);
  if (solver->Factor(values) != linear::FactorStatus::kOk) return false;
  solver->Solve(right);
  for (std::int32_t j = 0; j < n; ++j) (IsValueSought(dae, j) ? y[j] : yp[j]) = right[j];
  return true;
}

}  // namespace daedalus::problems
