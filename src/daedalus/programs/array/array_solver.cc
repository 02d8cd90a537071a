#include "daedalus/programs/array/array_solver.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace daedalus::array {
namespace {

using Eigen::Index;
using Eigen::VectorXd;

constexpr double kRounding = 8 * std::numeric_limits<double>::epsilon();
constexpr int kMostIterations = 30;
constexpr double kHopeless = 1e3;  // the growth of corrections
constexpr double kSlow = 0.3;      // a contraction that new factors should better

std::span<double> AsSpan(VectorXd& v) {
  return {v.data(), static_cast<std::size_t>(v.size())};
}
std::span<const double> AsSpan(const VectorXd& v) {
  return {v.data(), static_cast<std::size_t>(v.size())};
}

}  // namespace

ArraySolver::ArraySolver(std::shared_ptr<DerivativeArray> array, ArrayInputs inputs, VectorXd units,
                         Coordinates coordinates)
    : array_(std::move(array)),
      inputs_(inputs),
      units_(std::move(units)),
      coordinates_(coordinates),
      values_(static_cast<std::size_t>(array_->pattern().num_nonzeros())),
      residual_(static_cast<Index>(array_->num_rows())) {}

bool ArraySolver::Factor(double t, const VectorXd& unknowns) {
  inputs_.time = t;
  ++counts_.jacobians;
  ++counts_.factorizations;
  if (!array_->Jacobian(inputs_, AsSpan(unknowns), values_)) return false;
  factors_.Factor(*array_, values_, units_, coordinates_);
  return true;
}

bool ArraySolver::FactorBeside(const VectorXd& unknowns) {
  ++counts_.jacobians;
  ++counts_.factorizations;
  if (!array_->Jacobian(inputs_, AsSpan(unknowns), values_)) return false;
  factors_.FactorBeside(*array_, values_);
  return true;
}

double ArraySolver::SizeOf(const VectorXd& correction, const VectorXd& unknowns) const {
  const auto n = 2 * static_cast<Index>(array_->num_variables());
  double size = 0;
  for (Index i = 0; i < n; ++i)
    size = std::max(size, std::abs(correction[i]) / std::max(units_[i], std::abs(unknowns[i])));
  return size;
}

SolveStatus ArraySolver::Solve(double t, VectorXd& unknowns) {
  inputs_.time = t;
  rate_ = 0;
  double before = std::numeric_limits<double>::infinity();
  double first = 0;
  for (int i = 0; i < kMostIterations; ++i) {
    if (cancelled_ && cancelled_->load(std::memory_order_relaxed)) return SolveStatus::kCancelled;
    ++counts_.residuals;
    ++counts_.iterations;
    if (!array_->Residual(inputs_, AsSpan(unknowns), AsSpan(residual_))) return SolveStatus::kNotFinite;
    factors_.Solve(residual_, correction_);
    const double size = SizeOf(correction_, unknowns);
    if (!std::isfinite(size)) return SolveStatus::kNotFinite;
    unknowns += correction_;
    if (size <= kRounding) return SolveStatus::kConverged;
    const double ratio = size / before;
    // Corrections that do not shrink any more are rounding, if they are small; else the factors are too old.
    if (ratio > 0.5 && before <= accuracy_) return SolveStatus::kConverged;
    if (i > 0 && before > accuracy_) rate_ = std::max(rate_, ratio);
    before = size;
    if (i == 0) first = size;
    if (i > 0 && ratio > kSlow && size > accuracy_) {
      if (size > kHopeless * first) break;
      if (!FactorBeside(unknowns)) return SolveStatus::kNotFinite;
    }
  }
  worst_equation_ = factors_.WorstRow(residual_) % array_->num_equations();
  return SolveStatus::kDiverged;
}

VectorXd UnitsOf(DerivativeArray& array, const ArrayInputs& inputs, std::span<const double> x_units,
                 const VectorXd& unknowns) {
  const auto n = static_cast<Index>(array.num_variables());
  const linear::SparsePattern& pattern = array.pattern();
  std::vector<double> values(static_cast<std::size_t>(pattern.num_nonzeros()));
  const std::size_t m = array.num_equations();
  std::vector<double> of_x(m, 0.0), of_slope(m, 0.0), times;
  if (array.Jacobian(inputs, AsSpan(unknowns), values)) {
    for (Index j = 0; j < 2 * n; ++j) {
      for (auto k = pattern.column_starts[j]; k < pattern.column_starts[j + 1]; ++k) {
        const auto row = static_cast<std::size_t>(pattern.row_indices[k]);
        if (row >= m) continue;
        double& largest = (j < n ? of_x : of_slope)[row];
        largest = std::max(largest, std::abs(values[k]) * x_units[static_cast<std::size_t>(j % n)]);
      }
    }
    for (std::size_t e = 0; e < m; ++e) {
      if (of_x[e] > 0 && of_slope[e] > 0) times.push_back(of_slope[e] / of_x[e]);
    }
  }
  double time_unit = 1;
  if (!times.empty()) {
    const auto middle = times.begin() + static_cast<std::ptrdiff_t>(times.size() / 2);
    std::nth_element(times.begin(), middle, times.end());
    time_unit = *middle;
  }
  VectorXd units(static_cast<Index>(array.num_unknowns()));
  double factor = 1;
  for (Index j = 0; j * n < units.size(); ++j) {
    if (j > 0) factor *= static_cast<double>(j) / time_unit;
    for (Index i = 0; i < n; ++i) units[j * n + i] = x_units[static_cast<std::size_t>(i)] * factor;
  }
  return units;
}

}  // namespace daedalus::array
