#include "daedalus/linear/evaluation.h"

#include <cmath>

namespace daedalus::linear {

std::optional<std::int32_t> FirstNotFinite(std::span<const double> values) {
  // 0 * x is 0 for finite x and NaN otherwise: one pass without branches, in four lanes, decides the usual
  // case.
  constexpr std::size_t kLanes = 4;
  const std::size_t whole = values.size() - values.size() % kLanes;
  double probe[kLanes] = {};
  for (std::size_t k = 0; k < whole; k += kLanes) {
    for (std::size_t lane = 0; lane < kLanes; ++lane) probe[lane] += 0 * values[k + lane];
  }
  double rest = 0;
  for (std::size_t k = whole; k < values.size(); ++k) rest += 0 * values[k];
  if ((probe[0] + probe[1]) + (probe[2] + probe[3]) + rest == 0) return std::nullopt;
  std::int32_t i = 0;
  while (std::isfinite(values[i])) ++i;
  return i;
}

}  // namespace daedalus::linear
