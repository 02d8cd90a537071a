// Derivatives of a guest: its own directional derivatives, and differences for what it does not give.
#include <algorithm>
#include <array>
#include <cmath>

#include "daedalus/system/guest/phases.h"

namespace daedalus::guest {

// Central differences of fourth order. The step balances their error against rounding for functions that
// change within a thousandth of the size of their arguments.
Failed Phases::DifferenceAlong(const GuestPoint& point, const Direction& along, std::size_t place,
                               double& out) {
  double size = std::max(1.0, along.time != 0 ? std::abs(point.time) : 0.0), slope = std::abs(along.time);
  for (std::size_t i = 0; i < point.values.size(); ++i) {
    if (along.values[i] == 0) continue;
    size = std::max(size, std::abs(point.values[i]));
    slope = std::max(slope, std::abs(along.values[i]));
  }
  out = 0;
  if (slope == 0) return std::nullopt;
  const double h = 1e-5 * size / slope;
  constexpr std::array<std::pair<double, double>, 4> kStencil = {
      {{-2, 1.0 / 12}, {-1, -8.0 / 12}, {1, 8.0 / 12}, {2, -1.0 / 12}}};
  for (const auto& [steps, weight] : kStencil) {
    GuestPoint moved = point;
    moved.time += steps * h * along.time;
    for (std::size_t i = 0; i < moved.values.size(); ++i) moved.values[i] += steps * h * along.values[i];
    double value = 0;
    if (auto failed = ValueAt(moved, place, value)) return failed;
    out += weight * value / h;
  }
  return std::nullopt;
}

Failed Phases::Tangent(std::size_t number, const GuestPoint& point, const Direction& along, std::size_t place,
                       double& out) {
  const std::lock_guard lock(mutex_);
  if (auto failed = GoTo(number, point.time)) return failed;
  std::vector<GuestNumber> seeds;
  Direction rest{along.time, along.values};
  const bool is_own = facts_.has_tangents && facts_.variables[place].role != GuestRole::kIndicator;
  for (std::size_t i = 0; i < point.places.size(); ++i) {
    const GuestVariable& known = facts_.variables[point.places[i]];
    if (along.values[i] == 0) continue;
    if (known.role == GuestRole::kTime) {
      rest.time += along.values[i];
      rest.values[i] = 0;
    } else if (is_own) {
      seeds.push_back({known, along.values[i]});
      rest.values[i] = 0;
    }
  }
  double own = 0;
  if (!seeds.empty()) {
    if (auto failed = SetPoint(point, false)) return failed;
    if (auto failed = guest_->ReadTangent(facts_.variables[place], seeds, own)) return failed;
  }
  if (auto failed = DifferenceAlong(point, rest, place, out)) return failed;
  out += own;
  return std::nullopt;
}

}  // namespace daedalus::guest
