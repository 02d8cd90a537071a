// Times that differ by rounding only are the same instant.
#pragma once

#include <cmath>
#include <limits>

namespace daedalus::hybrid {

inline double InstantRounding(double t) {
  return 4 * std::numeric_limits<double>::epsilon() * std::abs(t);
}

}  // namespace daedalus::hybrid
