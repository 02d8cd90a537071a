#include "daedalus/numerics/integrate/slope_matrix.h"

namespace daedalus::integrate {

SlopeMatrix::SlopeMatrix(const DaeProblem& problem, linear::LinearSolverKind kind)
    : pattern_(problem.pattern),
      is_differential_(problem.is_differential),
      solver_(linear::MakeLinearSolver(problem.pattern, kind)),
      values_(problem.pattern.row_indices.size()) {}

linear::FactorStatus SlopeMatrix::Factor(std::span<const double> dy, std::span<const double> dyp) {
  for (std::int32_t j = 0; j < pattern_.cols; ++j) {
    const auto& column = is_differential(j) ? dyp : dy;
    for (std::int32_t k = pattern_.column_starts[j]; k < pattern_.column_starts[j + 1]; ++k) {
      values_[k] = column[k];
    }
  }
  return solver_->Factor(values_);
}

void SlopeMatrix::Add(double factor, std::span<const double> x, std::span<double> y,
                      std::span<double> yp) const {
  for (std::size_t j = 0; j < x.size(); ++j) (is_differential(j) ? yp : y)[j] += factor * x[j];
}

}  // namespace daedalus::integrate
