// How the time of a run is taken: processor time of the solve alone, the least of many runs. (A mean would
// contain what other programs on the machine do to the caches.)
#pragma once

#include <functional>

namespace daedalus::bench {

struct MeasureOptions {
  double min_seconds = 0.05;  // of all runs together
  int min_runs = 3;           // unless one alone takes min_seconds
};

// Processor time of this process in seconds.
double ProcessSeconds();

// Seconds of the fastest of several calls.
double MeasureSeconds(const std::function<void()>& run, const MeasureOptions& options);

}  // namespace daedalus::bench
