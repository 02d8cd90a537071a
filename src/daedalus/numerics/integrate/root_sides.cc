#include "daedalus/numerics/integrate/root_sides.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace daedalus::integrate {
namespace {

constexpr double kSameRoot = 4;  // of the values at an event's interval: still the same root

}  // namespace

RootSides::RootSides(const DaeProblem& problem)
    : side_(problem.num_roots),
      threshold_(problem.num_roots),
      start_y_(problem.size),
      start_yp_(problem.size),
      is_differential_(problem.is_differential),
      y_(problem.size),
      g_(problem.num_roots),
      disturbed_(problem.num_roots) {}

void RootSides::Start(const Integrator& integrator, std::span<const double> g,
                      std::span<const RootCrossing> reported) {
  std::ranges::fill(threshold_, 0.0);
  for (const RootCrossing& crossing : reported) {
    threshold_[crossing.function] = kSameRoot * std::max(std::abs(crossing.left), std::abs(crossing.right));
  }
  for (std::size_t i = 0; i < side_.size(); ++i)
    side_[i] = std::abs(g[i]) <= threshold_[i] ? 0 : SideOf(g[i]);
  has_fresh_departure_ = std::ranges::count(side_, 0) > 0;
  std::ranges::copy(integrator.y(), start_y_.begin());
  std::ranges::copy(integrator.yp(), start_yp_.begin());
  start_time_ = integrator.time();
}

void RootSides::TakeFromSlopes(double h, RootValues& values, std::span<double> g) {
  // Does g depend on algebraic unknowns? Their slopes cannot be trusted.
  y_ = start_y_;
  for (std::size_t i = 0; i < is_differential_.size(); ++i) {
    if (!is_differential_[i]) y_[i] += 1e-3 * std::max(std::abs(y_[i]), 1.0);
  }
  if (!values.TryAt(start_time_, y_, start_yp_, disturbed_)) return;
  for (int level = kDepartureLevels; level > 0; --level) {
    const double d = std::ldexp(h, -3 * level);
    for (std::size_t i = 0; i < y_.size(); ++i) y_[i] = start_y_[i] + d * start_yp_[i];
    if (!values.TryAt(start_time_ + d, y_, start_yp_, g_)) return;
    for (std::size_t i = 0; i < side_.size(); ++i) {
      if (side_[i] != 0 || disturbed_[i] != g[i] || !(std::abs(g_[i]) > threshold_[i])) continue;
      side_[i] = SideOf(g_[i]);
      g[i] = std::copysign(std::numeric_limits<double>::min(), g_[i]);  // zero, seen from its side
    }
  }
}

void RootSides::Change(std::int32_t i, double g) {
  side_[i] = SideOf(g);
  if (side_[i] != 0) return;
  threshold_[i] = 0;
  has_fresh_departure_ = true;
}

}  // namespace daedalus::integrate
