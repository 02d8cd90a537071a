#include "daedalus/model/hybrid/sample_times.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "daedalus/model/hybrid/event_rules.h"

namespace daedalus::hybrid {

std::optional<SampleId> SampleTimes::FindBad() const {
  for (const SampleId s : IdRange<SampleId>(counts_.size())) {
    if (!(times_[2 * s.index() + 1] > 0) || !std::isfinite(times_[2 * s.index()])) return s;
  }
  return std::nullopt;
}

void SampleTimes::SkipBefore(double t) {
  for (std::size_t s = 0; s < counts_.size(); ++s) {
    const double start = times_[2 * s], interval = times_[2 * s + 1];
    if (start < t && interval > 0) counts_[s] = std::ceil((t - start) / interval);
  }
}

void SampleTimes::Reset() {
  std::ranges::fill(counts_, 0.0);
}

std::vector<SampleId> SampleTimes::TakeDue(double t) {
  std::vector<SampleId> due;
  for (const SampleId s : IdRange<SampleId>(counts_.size())) {
    const double start = times_[2 * s.index()], interval = times_[2 * s.index() + 1];
    double& count = counts_[s.index()];
    if (!instant_has_come(start + count * interval, t)) continue;
    due.push_back(s);
    while (instant_has_come(start + count * interval, t)) ++count;
  }
  return due;
}

double SampleTimes::Next(double t) const {
  double next = std::numeric_limits<double>::infinity();
  for (std::size_t s = 0; s < counts_.size(); ++s)
    next = std::min(next, std::max(t, times_[2 * s] + counts_[s] * times_[2 * s + 1]));
  return next;
}

}  // namespace daedalus::hybrid
