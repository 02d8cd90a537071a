#include "ivp/measure.h"

#include <algorithm>
#include <cmath>
#include <ctime>

namespace daedalus::bench {

double ProcessSeconds() {
  timespec now;
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
}

double MeasureSeconds(const std::function<void()>& run, const MeasureOptions& options) {
  const auto batch = [&](int repetitions) {
    const double start = ProcessSeconds();
    for (int i = 0; i < repetitions; ++i) run();
    return (ProcessSeconds() - start) / repetitions;
  };
  double best = batch(1);
  if (best >= options.min_seconds) return best;
  best = std::min(best, batch(1));  // the first one met cold caches
  const int repetitions =
      static_cast<int>(std::ceil(options.min_seconds / options.batches / std::max(best, 1e-7)));
  for (int i = 0; i < options.batches; ++i) best = std::min(best, batch(repetitions));
  return best;
}

}  // namespace daedalus::bench
