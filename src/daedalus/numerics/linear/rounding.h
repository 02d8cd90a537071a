// The distance from 1 to the next double.
#pragma once

#include <limits>

namespace daedalus {

inline constexpr double kEpsilon = std::numeric_limits<double>::epsilon();

}  // namespace daedalus
