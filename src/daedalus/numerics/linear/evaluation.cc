#include "daedalus/numerics/linear/evaluation.h"

#include <algorithm>
#include <cmath>

namespace daedalus::linear {

std::optional<std::int32_t> FirstNotFinite(std::span<const double> values) {
  const auto found = std::ranges::find_if_not(values, [](double value) { return std::isfinite(value); });
  if (found == values.end()) return std::nullopt;
  return static_cast<std::int32_t>(found - values.begin());
}

}  // namespace daedalus::linear
