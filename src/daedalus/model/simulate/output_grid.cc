#include "daedalus/model/simulate/output_grid.h"

#include <algorithm>
#include <cmath>

namespace daedalus::simulate {

OutputGrid MakeGridOfIntervals(double start, double stop, std::int64_t num_intervals) {
  if (start == stop) return {start, stop, 0, 0};
  return {start, stop, (stop - start) / static_cast<double>(num_intervals), num_intervals};
}

OutputGrid MakeGridOfStep(double start, double stop, double interval) {
  if (start == stop) return {start, stop, 0, 0};
  // A span that is a whole number of intervals up to rounding gets that number, without a further tiny
  // interval.
  const double count = (stop - start) / interval;
  const double whole = std::round(count);
  const bool is_whole = std::abs(count - whole) <= 1e-9 * std::max(1.0, whole);
  const auto num = static_cast<std::int64_t>(is_whole ? whole : std::ceil(count));
  return {start, stop, interval, std::max<std::int64_t>(num, 1)};
}

}  // namespace daedalus::simulate
