#include "daedalus/numerics/integrate/runge_kutta/diagonal_matrix.h"

namespace daedalus::integrate {

EvalOutcome DiagonalMatrix::Evaluate(double t, double h, std::span<const double> y,
                                     std::span<const double> yp, std::span<double> r) {
  EvalOutcome outcome = EvalOutcome::kOk;
  if (!evaluator_.problem().jacobian) outcome = evaluator_.Residual(t, y, yp, r);  // differences start there
  if (outcome == EvalOutcome::kOk) outcome = matrix_.Evaluate(t, 1 / (gamma_ * h), y, yp, r);
  if (outcome != EvalOutcome::kOk) return outcome;
  has_jacobian_ = is_current_ = true;
  h_factored_ = 0;
  if (is_algebraic_.empty()) FindAlgebraicUnknowns();
  return outcome;
}

linear::FactorStatus DiagonalMatrix::Factor(double h) {
  const linear::FactorStatus status = matrix_.Factor(-1, -1 / (gamma_ * h));
  h_factored_ = status == linear::FactorStatus::kOk ? h : 0;
  return status;
}

void DiagonalMatrix::FindAlgebraicUnknowns() {
  const SparsePattern& pattern = matrix_.pattern();
  const std::vector<char>& is_differential = evaluator_.problem().is_differential;
  is_algebraic_.assign(evaluator_.problem().size, 1);
  for (std::int32_t j = 0; j < pattern.cols; ++j) {
    if (!is_differential.empty() && is_differential[j]) is_algebraic_[j] = 0;
    for (std::int32_t k = pattern.column_starts[j]; k < pattern.column_starts[j + 1]; ++k) {
      if (matrix_.dyp()[k] != 0) is_algebraic_[j] = 0;
    }
  }
}

}  // namespace daedalus::integrate
