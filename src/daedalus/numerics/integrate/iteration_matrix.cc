#include "daedalus/numerics/integrate/iteration_matrix.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace daedalus::integrate {
namespace {

// Of the largest entry of dF/dy in its row: what an equation that determines nothing gets (FillPivots).
// Rounding of the equation's terms must not move the unknown by a noticeable part of the tolerance, but a
// residual of that size must.
constexpr double kFilling = 1e-4;
// Large matrices tell one missing pivot at a time.
constexpr int kMostFillings = 8;

// One entry of the pattern in each of the columns, all in different ones of the rows: first for the column
// that has fewest of them. Fewer entries where one is left without.
std::vector<std::size_t> ChooseEntries(const SparsePattern& pattern, std::vector<std::int32_t> rows,
                                       std::vector<std::int32_t> columns) {
  const auto entries_of = [&](std::int32_t column) {
    std::vector<std::size_t> entries;
    for (auto k = pattern.column_starts[column]; k < pattern.column_starts[column + 1]; ++k) {
      if (std::ranges::find(rows, pattern.row_indices[k]) != rows.end())
        entries.push_back(static_cast<std::size_t>(k));
    }
    return entries;
  };
  std::vector<std::size_t> chosen;
  while (!columns.empty()) {
    const auto column =
        std::ranges::min_element(columns, {}, [&](std::int32_t c) { return entries_of(c).size(); });
    const std::vector<std::size_t> entries = entries_of(*column);
    if (entries.empty()) break;
    chosen.push_back(entries.front());
    std::erase(rows, pattern.row_indices[entries.front()]);
    columns.erase(column);
  }
  return chosen;
}

}  // namespace

IterationMatrix::IterationMatrix(Evaluator& evaluator, linear::LinearSolverKind kind)
    : evaluator_(evaluator),
      solver_(linear::MakeLinearSolver(evaluator.problem().pattern, kind)),
      scaling_(evaluator.problem()),
      dy_(evaluator.problem().pattern.row_indices.size()),
      dyp_(dy_.size()),
      sum_(dy_.size()),
      y_(static_cast<std::size_t>(evaluator.problem().size)),
      yp_(y_.size()),
      scaled_(scaling_.is_needed() ? dy_.size() : 0) {}

EvalOutcome IterationMatrix::Evaluate(double t, double c, std::span<const double> y,
                                      std::span<const double> yp, std::span<const double> r) {
  time_ = t;
  std::ranges::copy(y, y_.begin());
  std::ranges::copy(yp, yp_.begin());
  return evaluator_.JacobianParts(t, c, y, yp, r, dy_, dyp_);
}

linear::FactorStatus IterationMatrix::Factor(double a, double b) {
  using linear::FactorStatus;
  FactorStatus status = FactorSum(a, b);
  if (status != FactorStatus::kSingular || !evaluator_.problem().keeps_undetermined ||
      !evaluator_.has_own_jacobian())
    return status;
  const std::vector<double> dy = dy_, dyp = dyp_;
  const auto restore = [&] {
    dy_ = dy;
    dyp_ = dyp;
  };
  if (MoveBeside()) {
    status = FactorSum(a, b);
  } else {
    restore();
  }
  for (int round = 0; status == FactorStatus::kSingular && round < kMostFillings && FillPivots(); ++round)
    status = FactorSum(a, b);
  if (status == FactorStatus::kOk) return status;
  restore();
  return FactorSum(a, b);
}

// False where there is no matrix either; the parts are lost then.
bool IterationMatrix::MoveBeside() {
  return evaluator_.NearbyJacobianParts(time_, y_, yp_, dy_, dyp_) == EvalOutcome::kOk &&
         linear::AreFinite(dy_) && linear::AreFinite(dyp_);
}

// False where a row without a pivot contains no unknown without one.
bool IterationMatrix::FillPivots() {
  const linear::Singularity found = solver_->ExplainSingularity();
  if (found.structural || found.rows.empty()) return false;
  const SparsePattern& p = pattern();
  std::vector<double> sizes(static_cast<std::size_t>(p.rows), 0.0);
  for (std::size_t k = 0; k < dy_.size(); ++k) {
    double& size = sizes[static_cast<std::size_t>(p.row_indices[k])];
    size = std::max(size, std::abs(dy_[k]));
  }
  const std::vector<std::size_t> entries = ChooseEntries(p, found.rows, found.columns);
  for (const std::size_t k : entries) {
    const double size = sizes[static_cast<std::size_t>(p.row_indices[k])];
    dy_[k] += kFilling * (size > 0 ? size : 1);
  }
  return entries.size() == found.columns.size();
}

linear::FactorStatus IterationMatrix::FactorSum(double a, double b) {
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

void MultiplyTransposed(const SparsePattern& pattern, std::span<const double> values,
                        std::span<const double> x, std::span<double> out) {
  for (std::int32_t j = 0; j < pattern.cols; ++j) {
    double sum = 0;
    for (std::int32_t k = pattern.column_starts[j]; k < pattern.column_starts[j + 1]; ++k) {
      sum += values[k] * x[pattern.row_indices[k]];
    }
    out[j] = sum;
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
