#include "daedalus/products/analyze/format_fraction.h"

#include <fmt/format.h>

#include <cmath>

namespace daedalus::analyze {

std::string FormatFraction(double value, const FractionOptions& options) {
  const double size = std::abs(value);
  double p = 1, q = 0, previous_p = 0, previous_q = 1;  // two convergents of the continued fraction
  double rest = size;
  while (std::isfinite(rest)) {
    const double whole = std::floor(rest);
    const double next_p = whole * p + previous_p, next_q = whole * q + previous_q;
    if (next_q > options.max_denominator) break;
    previous_p = p, previous_q = q, p = next_p, q = next_q;
    if (std::abs(size - p / q) <= options.relative_tolerance * size)
      return fmt::format("{}{}{}", value < 0 ? "-" : "", p, q == 1 ? "" : fmt::format("/{}", q));
    rest = 1 / (rest - whole);
  }
  return fmt::format("{:.12g}", value);
}

}  // namespace daedalus::analyze
