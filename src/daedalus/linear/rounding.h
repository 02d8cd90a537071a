// What a double cannot tell apart from 1.
#pragma once

#include <limits>

namespace daedalus {

inline constexpr double kEpsilon = std::numeric_limits<double>::epsilon();

}  // namespace daedalus
