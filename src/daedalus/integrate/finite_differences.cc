#include "daedalus/integrate/finite_differences.h"

#include <algorithm>
#include <cmath>

namespace daedalus::integrate {
namespace {

constexpr double kSqrtEpsilon = 0x1p-26;  // of double precision, 2^-52

}  // namespace

FiniteDifferences::FiniteDifferences(const SparsePattern& pattern, std::vector<double> scale)
    : pattern_(pattern),
      groups_(linear::ColorColumns(pattern)),
      scale_(std::move(scale)),
      disturbance_(pattern.cols),
      y_(pattern.cols),
      yp_(pattern.cols),
      r_(pattern.rows) {}

EvalOutcome FiniteDifferences::Evaluate(const ResidualFunction& residual, double t, double c,
                                        std::span<const double> y, std::span<const double> yp,
                                        std::span<const double> r, std::span<double> values) {
  std::ranges::copy(y, y_.begin());
  std::ranges::copy(yp, yp_.begin());
  for (std::int32_t g = 0; g < groups_.size(); ++g) {
    const auto group = groups_.Group(g);
    EvalOutcome outcome = EvaluateDisturbed(residual, t, c, group, y, yp, +1);
    if (outcome == EvalOutcome::kRecoverable) {
      outcome = EvaluateDisturbed(residual, t, c, group, y, yp, -1);
    }
    if (outcome != EvalOutcome::kOk) return outcome;
    for (const std::int32_t j : group) {
      for (std::int32_t k = pattern_.column_starts[j]; k < pattern_.column_starts[j + 1]; ++k) {
        const std::int32_t i = pattern_.row_indices[k];
        values[k] = (r_[i] - r[i]) / disturbance_[j];
      }
    }
    Restore(group, y, yp);
  }
  return EvalOutcome::kOk;
}

EvalOutcome FiniteDifferences::EvaluateDisturbed(const ResidualFunction& residual, double t, double c,
                                                 std::span<const std::int32_t> group,
                                                 std::span<const double> y, std::span<const double> yp,
                                                 double direction) {
  for (const std::int32_t j : group) {
    // (1); with c = 0 there is no step size to estimate the motion of y_j with.
    const double motion = c != 0 ? std::abs(yp[j] / c) : 0.0;
    const double size = kSqrtEpsilon * std::max({std::abs(y[j]), motion, scale_[j]});
    y_[j] = y[j] + std::copysign(size, direction * (yp[j] < 0 ? -1 : 1));
    disturbance_[j] = y_[j] - y[j];
    yp_[j] = yp[j] + c * disturbance_[j];
  }
  return residual(t, y_, yp_, r_);
}

void FiniteDifferences::Restore(std::span<const std::int32_t> group, std::span<const double> y,
                                std::span<const double> yp) {
  for (const std::int32_t j : group) {
    y_[j] = y[j];
    yp_[j] = yp[j];
  }
}

std::vector<double> DisturbanceScale(const Tolerances& tolerances, std::int32_t size) {
  const double relative = std::max(tolerances.relative, kSqrtEpsilon);
  std::vector<double> scale(size);
  for (std::int32_t j = 0; j < size; ++j) {
    scale[j] = tolerances.absolute[tolerances.absolute.size() == 1 ? 0 : j] / relative;
  }
  return scale;
}

}  // namespace daedalus::integrate
