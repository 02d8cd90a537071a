#include "daedalus/integrate/iteration_matrix.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace daedalus::integrate {

IterationMatrix::IterationMatrix(Evaluator& evaluator, linear::LinearSolverKind kind)
    : evaluator_(evaluator),
      solver_(linear::MakeLinearSolver(evaluator.problem().pattern, kind)),
      scaling_(evaluator.problem()),
      dy_(evaluator.problem().pattern.row_indices.size()),
      dyp_(dy_.size()),
      sum_(dy_.size()),
      scaled_(scaling_.is_needed() ? dy_.size() : 0) {}

EvalOutcome IterationMatrix::Evaluate(double t, double c, std::span<const double> y,
                                      std::span<const double> yp, std::span<const double> r) {
  return evaluator_.JacobianParts(t, c, y, yp, r, dy_, dyp_);
}

linear::FactorStatus IterationMatrix::Factor(double a, double b) {
  ++factorizations_;
  for (std::size_t k = 0; k < sum_.size(); ++k) sum_[k] = a * dy_[k] + b * dyp_[k];
  if (!scaling_.is_needed()) return solver_->Factor(sum_);
  scaling_.SetRate(b / a);
  std::ranges::copy(sum_, scaled_.begin());
  scaling_.ScaleColumns(pattern(), scaled_);
  return solver_->Factor(scaled_);
}

void AddProduct(const SparsePattern& pattern, std::span<const double> values, double factor,
                std::span<const double> x, std::span<double> out) {
  for (std::int32_t j = 0; j < pattern.cols; ++j) {
    const double scaled = factor * x[j];
    for (std::int32_t k = pattern.column_starts[j]; k < pattern.column_starts[j + 1]; ++k) {
      out[pattern.row_indices[k]] += values[k] * scaled;
    }
  }
}

WorstResidual FindWorstResidual(const SparsePattern& pattern, std::span<const double> matrix,
                                std::span<const double> weights, std::span<const double> r) {
  std::vector<double> allowed(r.size(), std::numeric_limits<double>::min());
  for (std::int32_t j = 0; j < pattern.cols; ++j) {
    for (std::int32_t k = pattern.column_starts[j]; k < pattern.column_starts[j + 1]; ++k) {
      double& a = allowed[pattern.row_indices[k]];
      a = std::max(a, std::abs(matrix[k]) / weights[j]);
    }
  }
  WorstResidual worst;
  for (std::size_t i = 0; i < r.size(); ++i) {
    const double size = std::abs(r[i]) / allowed[i];
    if (size > worst.size) worst = {static_cast<std::int32_t>(i), size};
  }
  return worst;
}

}  // namespace daedalus::integrate
