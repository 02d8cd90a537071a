#include "daedalus/integrate/runge_kutta/inside_error.h"

#include <algorithm>

namespace daedalus::integrate {

void InsideError::Learn(const IterationMatrix& matrix, bool suppress_algebraic) {
  const SparsePattern& pattern = matrix.pattern();
  algebraic_.assign(pattern.cols, 1);
  algebraic_row_.assign(pattern.rows, 1);
  for (std::int32_t j = 0; j < pattern.cols; ++j) {
    for (std::int32_t k = pattern.column_starts[j]; k < pattern.column_starts[j + 1]; ++k) {
      if (matrix.dyp()[k] != 0) algebraic_[j] = algebraic_row_[pattern.row_indices[k]] = 0;
    }
  }
  applies_ = !suppress_algebraic && std::ranges::count(algebraic_, 1) > 0;
}

EvalOutcome InsideError::Measure(double t_middle, double h, Evaluator& evaluator, IterationMatrix& matrix,
                                 const ErrorNorm& norm, double& size) {
  const EvalOutcome outcome = evaluator.Residual(t_middle, y_, yp_, error_);
  if (outcome != EvalOutcome::kOk) return outcome;
  for (std::size_t i = 0; i < error_.size(); ++i) {
    if (!algebraic_row_[i]) error_[i] = 0;
  }
  matrix.Solve(error_);
  for (std::size_t i = 0; i < error_.size(); ++i) {
    if (!algebraic_[i]) error_[i] = 0;
  }
  size = norm.Tested(error_, h) / kAllowance;
  return EvalOutcome::kOk;
}

}  // namespace daedalus::integrate
