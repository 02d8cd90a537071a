// The times of the steps of a run, for real time.
#pragma once

#include <algorithm>
#include <array>
#include <chrono>
#include <cmath>
#include <cstdint>

namespace daedalus::inlined {

struct StepTimes {
  // Bucket i counts steps of 2^i to 2^(i+1) nanoseconds.
  static constexpr std::size_t kNumBuckets = 40;

  std::int64_t steps = 0;
  std::int64_t overruns = 0;  // that took longer than the time that they went ahead
  double worst = 0;           // seconds
  double sum = 0;
  std::array<std::int64_t, kNumBuckets> histogram{};

  double mean() const { return steps > 0 ? sum / static_cast<double>(steps) : 0; }

  void Add(double seconds, double step_size) {
    ++steps;
    overruns += seconds > step_size;
    worst = std::max(worst, seconds);
    sum += seconds;
    const double exponent = std::floor(std::log2(std::max(seconds * 1e9, 1.0)));
    ++histogram[static_cast<std::size_t>(std::min(exponent, kNumBuckets - 1.0))];
  }
};

// Measures its own lifetime.
class StepTimer {
 public:
  double Seconds() const { return std::chrono::duration<double>(Clock::now() - begin_).count(); }

 private:
  using Clock = std::chrono::steady_clock;
  Clock::time_point begin_ = Clock::now();
};

}  // namespace daedalus::inlined
