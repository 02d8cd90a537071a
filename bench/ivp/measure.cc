#include "ivp/measure.h"

#include <algorithm>
#include <ctime>

namespace daedalus::bench {

double ProcessSeconds() {
  timespec now;
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
}

double MeasureSeconds(const std::function<void()>& run, const MeasureOptions& options) {
  double best = 0, total = 0;
  for (int runs = 0; total < options.min_seconds || (runs < options.min_runs && best < options.min_seconds);
       ++runs) {
    const double start = ProcessSeconds();
    run();
    const double seconds = ProcessSeconds() - start;
    best = runs == 0 ? seconds : std::min(best, seconds);
    total += seconds;
  }
  return best;
}

}  // namespace daedalus::bench
