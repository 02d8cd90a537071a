#include "daedalus/numerics/integrate/finite_differences.h"

#include <algorithm>
#include <cmath>

namespace daedalus::integrate {
namespace {

constexpr double kSqrtEpsilon = 0x1p-26;  // of double precision, 2^-52

}  // namespace

FiniteDifferences::FiniteDifferences(const SparsePattern& pattern, std::vector<double> scale,
                                     std::vector<char> is_differential)
    : pattern_(pattern),
      groups_(linear::ColorColumns(pattern)),
      scale_(std::move(scale)),
      is_differential_(std::move(is_differential)),
      disturbance_(pattern.cols),
      y_(pattern.cols),
      yp_(pattern.cols),
      r_(pattern.rows) {}

EvalOutcome FiniteDifferences::Evaluate(const ResidualFunction& residual, double t, double c,
                                        std::span<const double> y, std::span<const double> yp,
                                        std::span<const double> r, std::span<double> dy,
                                        std::span<double> dyp) {
  const Point at{t, c != 0 ? c : 1.0, y, yp, r};
  std::ranges::copy(y, y_.begin());
  std::ranges::copy(yp, yp_.begin());
  std::ranges::fill(dyp, 0.0);
  for (std::int32_t g = 0; g < groups_.size(); ++g) {
    const auto group = groups_.Group(g);
    EvalOutcome outcome = EvaluateGroup(residual, at, group, Part::kY, dy);
    if (outcome != EvalOutcome::kOk) return outcome;
    if (std::ranges::none_of(group, [this](std::int32_t j) { return HasDerivative(j); })) continue;
    outcome = EvaluateGroup(residual, at, group, Part::kYp, dyp);
    if (outcome != EvalOutcome::kOk) return outcome;
  }
  return EvalOutcome::kOk;
}

// Fills the columns of the group, or those of them that have a derivative.
EvalOutcome FiniteDifferences::EvaluateGroup(const ResidualFunction& residual, const Point& at,
                                             std::span<const std::int32_t> group, Part part,
                                             std::span<double> values) {
  EvalOutcome outcome = EvaluateDisturbed(residual, at, group, part, +1);
  if (outcome == EvalOutcome::kRecoverable) outcome = EvaluateDisturbed(residual, at, group, part, -1);
  for (const std::int32_t j : group) {
    y_[j] = at.y[j];
    yp_[j] = at.yp[j];
    if (outcome != EvalOutcome::kOk || (part == Part::kYp && !HasDerivative(j))) continue;
    for (std::int32_t k = pattern_.column_starts[j]; k < pattern_.column_starts[j + 1]; ++k) {
      const std::int32_t i = pattern_.row_indices[k];
      values[k] = (r_[i] - at.r[i]) / disturbance_[j];
    }
  }
  return outcome;
}

EvalOutcome FiniteDifferences::EvaluateDisturbed(const ResidualFunction& residual, const Point& at,
                                                 std::span<const std::int32_t> group, Part part,
                                                 double direction) {
  for (const std::int32_t j : group) {
    // (1)
    const double size = kSqrtEpsilon * std::max({std::abs(at.y[j]), std::abs(at.yp[j] / at.c), scale_[j]});
    const double signed_size = std::copysign(size, direction * (at.yp[j] < 0 ? -1 : 1));
    std::vector<double>& point = part == Part::kY ? y_ : yp_;
    const double before = part == Part::kY ? at.y[j] : at.yp[j];
    if (part == Part::kYp && !HasDerivative(j)) continue;
    point[j] = before + (part == Part::kY ? signed_size : at.c * signed_size);
    disturbance_[j] = point[j] - before;  // as it came out in floating point
  }
  return residual(at.t, y_, yp_, r_);
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
