// The times at which results are written: start, start + interval, ..., and always stop.
#pragma once

#include <cstdint>
#include <optional>

namespace daedalus::simulate {

struct OutputGrid {
  double start = 0;
  double stop = 1;
  double interval = 0.002;
  std::int64_t num_intervals = 500;

  std::int64_t num_points() const { return num_intervals + 1; }
  // Computed from the index, so that rounding does not accumulate. The last point is exactly `stop`.
  double Time(std::int64_t i) const {
    return i >= num_intervals ? stop : start + static_cast<double>(i) * interval;
  }
};

// From a number of equal intervals, or from an interval. The last interval may be shorter. Needs start <=
// stop, num_intervals >= 1, interval > 0. If start == stop there is one point.
OutputGrid MakeGridOfIntervals(double start, double stop, std::int64_t num_intervals);
OutputGrid MakeGridOfStep(double start, double stop, double interval);

}  // namespace daedalus::simulate
