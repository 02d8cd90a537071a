// What the search for events (roots.h) finds, and by which rules.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <span>

namespace daedalus::integrate {

enum class RootDirection { kRising, kFalling, kTangential };

struct RootCrossing {
  std::int32_t function = 0;
  RootDirection direction = RootDirection::kRising;
  double left = 0;  // g at the ends of the interval that encloses this crossing
  double right = 0;
};

struct RootEvent {
  double t_left = 0;
  double time = 0;                            // all crossings have happened
  std::span<const RootCrossing> crossings{};  // by number of the function; valid until the next call
};

struct RootOptions {
  double time_tolerance = 0;  // of the interval around a crossing; 0: a few ulps
  // The signs at the ends of a step are all that counts, and a change is an event at its end: one evaluation
  // a step, for those who cannot step back.
  bool at_step_ends = false;
  double grazing = 1e-9;  // see step 3
  // That many events in a row, each within 1e4 ulps of the one before, are an accumulation: a ball that loses
  // half its speed at every bounce is then at a few ulps, where its flights can no longer be seen.
  int max_crowded = 12;
};

// One change of one function, and the interval that encloses it.
struct FoundRoot {
  double left = 0;
  double right = 0;
  RootCrossing crossing = {};
};

// How small the interval around a change near t is made.
inline double RootTolerance(const RootOptions& options, double t) {
  return std::max(options.time_tolerance, 4 * std::numeric_limits<double>::epsilon() * std::abs(t));
}

inline int SideOf(double g) {
  return g > 0 ? 1 : g < 0 ? -1 : 0;
}

}  // namespace daedalus::integrate
