// The side of each root function, + or -, or none while it departs from zero (roots.h says when it has none).
//
// A function without a side gets it from its slope just after the start, where that can be trusted, else from
// its first value above its threshold.
#pragma once

#include <cmath>
#include <cstdint>
#include <span>
#include <vector>

#include "daedalus/numerics/integrate/dae_problem.h"
#include "daedalus/numerics/integrate/integrator.h"
#include "daedalus/numerics/integrate/root_event.h"
#include "daedalus/numerics/integrate/root_values.h"

namespace daedalus::integrate {

// Departures are looked at from t0 + h 8^-k for k up to this.
inline constexpr int kDepartureLevels = 10;

class RootSides {
 public:
  explicit RootSides(const DaeProblem& problem);

  // The integrator stands at a start, where the functions have the values g. `reported` are the crossings of
  // an event at this very time: what is left of them is no side.
  void Start(const Integrator& integrator, std::span<const double> g, std::span<const RootCrossing> reported);
  // Before the first step of size h is looked at. g are the values at its start: a zero that gets a side
  // becomes the smallest number of that sign.
  void TakeFromSlopes(double h, RootValues& values, std::span<double> g);
  // A value of a function that has no side.
  void Depart(std::int32_t i, double g) {
    if (std::abs(g) > threshold_[i]) side_[i] = SideOf(g);
  }
  // A function has changed its sign, and g is its value behind that.
  void Change(std::int32_t i, double g);

  bool empty() const { return side_.empty(); }
  std::int32_t size() const { return static_cast<std::int32_t>(side_.size()); }
  int operator[](std::int32_t i) const { return side_[i]; }
  // Whether some have departed since the last scan.
  bool has_fresh_departure() const { return has_fresh_departure_; }
  void EndDepartures() { has_fresh_departure_ = false; }
  double start_time() const { return start_time_; }

 private:
  std::vector<int> side_;             // -1, 1, or 0: departs from zero
  std::vector<double> threshold_;     // of a departing function: values up to here are still zero
  bool has_fresh_departure_ = false;  // since the last scan
  double start_time_ = 0;
  std::vector<double> start_y_, start_yp_;
  std::vector<char> is_differential_;
  std::vector<double> y_, g_, disturbed_;  // work arrays
};

}  // namespace daedalus::integrate
