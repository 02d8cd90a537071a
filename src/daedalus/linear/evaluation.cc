#include "daedalus/linear/evaluation.h"

#include <cmath>

namespace daedalus::linear {

std::optional<std::int32_t> FirstNotFinite(std::span<const double> values) {
  // 0 * x is 0 for finite x and NaN otherwise: one branch-free pass decides the usual case.
  double probe = 0;
  for (const double value : values) probe += 0 * value;
  if (probe == 0) return std::nullopt;
  std::int32_t i = 0;
  while (std::isfinite(values[i])) ++i;
  return i;
}

}  // namespace daedalus::linear
