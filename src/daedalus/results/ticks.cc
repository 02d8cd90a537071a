#include "daedalus/results/ticks.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "daedalus/base/check.h"

namespace daedalus::results {

Ticks RoundTicks(double low, double high, int max_count) {
  DAEDALUS_CHECK(low < high && std::isfinite(high - low), "an axis has an extent");
  constexpr double kSlack = 1e-9;  // of a step: an end that is a multiple but for rounding counts
  const double least_step = (high - low) / std::max(1, max_count - 1) * (1 - kSlack);
  const double power = std::pow(10.0, std::floor(std::log10(least_step)));
  Ticks ticks;
  for (const double factor : {1.0, 2.0, 5.0, 10.0}) {
    ticks.step = factor * power;
    if (ticks.step >= least_step) break;
  }
  const double first = std::ceil(low / ticks.step - kSlack), last = std::floor(high / ticks.step + kSlack);
  // Counted in integers: where the step is below the resolution of the numbers, the loop still ends.
  for (int i = 0; first + i <= last && i <= max_count; ++i) ticks.values.push_back((first + i) * ticks.step);
  return ticks;
}

std::string FormatTick(double value, double step) {
  if (std::abs(value) < 1e-9 * step) return "0";
  const double size = std::abs(value);
  const int decimals = std::max(0, static_cast<int>(-std::floor(std::log10(step) + 1e-9)));
  if (size >= 1e6 || decimals > 5) return fmt::format("{:.6g}", value);
  return fmt::format("{:.{}f}", value, decimals);
}

}  // namespace daedalus::results
