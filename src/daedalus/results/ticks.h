// Round numbers for axes.
#pragma once

#include <string>
#include <vector>

namespace daedalus::results {

struct Ticks {
  double step = 1;  // 1, 2 or 5 times a power of ten
  std::vector<double> values;
};

// The multiples of a round step in [low, high]: at most `max_count` of them, as far as that is more than one.
// Needs low < high, both finite.
Ticks RoundTicks(double low, double high, int max_count);

// With as many decimals as the step has; in powers of ten where plain digits would be long.
std::string FormatTick(double value, double step);

}  // namespace daedalus::results
