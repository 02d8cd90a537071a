// How a time grows with the size of what it was spent on.
#pragma once

#include <cmath>
#include <span>

namespace daedalus::bench {

// The p of seconds = c size^p, by least squares in the logarithms. At least two sizes, all of them different.
inline double GrowthExponent(std::span<const double> sizes, std::span<const double> seconds) {
  double x_sum = 0, y_sum = 0, xx_sum = 0, xy_sum = 0;
  for (std::size_t i = 0; i < sizes.size(); ++i) {
    const double x = std::log(sizes[i]), y = std::log(seconds[i]);
    x_sum += x;
    y_sum += y;
    xx_sum += x * x;
    xy_sum += x * y;
  }
  const auto n = static_cast<double>(sizes.size());
  return (n * xy_sum - x_sum * y_sum) / (n * xx_sum - x_sum * x_sum);
}

}  // namespace daedalus::bench
