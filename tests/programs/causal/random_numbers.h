// Draws of property tests.
#pragma once

#include <random>

namespace daedalus::causal {

using Random = std::mt19937;

inline int Between(Random& random, int low, int high) {
  return std::uniform_int_distribution<int>(low, high)(random);
}
inline double Number(Random& random, double largest = 1.0) {
  return std::uniform_real_distribution<double>(-largest, largest)(random);
}

}  // namespace daedalus::causal
