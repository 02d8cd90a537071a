#include "daedalus/linear/evaluation.h"

#include <algorithm>
#include <cmath>

namespace daedalus::linear {

std::optional<std::int32_t> FirstNotFinite(std::span<const double> values) {
  // A sum is finite only if all its terms are: one pass without branches, in four lanes, decides the usual
  // case. (That a sum is not finite proves nothing: it may have overflowed.)
  constexpr std::size_t kLanes = 4;
  const std::size_t whole = values.size() - values.size() % kLanes;
  double sums[kLanes] = {};
  for (std::size_t k = 0; k < whole; k += kLanes) {
    for (std::size_t lane = 0; lane < kLanes; ++lane) sums[lane] += values[k + lane];
  }
  double sum = (sums[0] + sums[1]) + (sums[2] + sums[3]);
  for (std::size_t k = whole; k < values.size(); ++k) sum += values[k];
  if (std::isfinite(sum)) return std::nullopt;
  const auto found = std::ranges::find_if_not(values, [](double value) { return std::isfinite(value); });
  if (found == values.end()) return std::nullopt;
  return static_cast<std::int32_t>(found - values.begin());
}

}  // namespace daedalus::linear
