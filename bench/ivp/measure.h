// How the time of a run is taken: processor time of the solve alone, the least of several batches.
#pragma once

#include <functional>

namespace daedalus::bench {

struct MeasureOptions {
  double min_seconds = 0.05;  // of all batches together
  int batches = 5;
};

// Processor time of this process in seconds.
double ProcessSeconds();

// Seconds of one call; long runs are made once, short ones many times.
double MeasureSeconds(const std::function<void()>& run, const MeasureOptions& options);

}  // namespace daedalus::bench
