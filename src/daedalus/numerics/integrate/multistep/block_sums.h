// Sums of squares in four lanes: their order is fixed, so results are the same everywhere, and the compiler
// may keep the lanes in one vector register.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <span>

namespace daedalus::integrate {

// Unknowns that a pass over many columns takes at a time: 4 kB a column.
inline constexpr std::size_t kBlock = 512;

class SumOfSquares {
 public:
  static constexpr std::size_t kLanes = 4;

  // Adds (v_i w_i)^2.
  [[gnu::always_inline]] void Add(const double* v, const double* w, std::size_t n) {
    std::size_t i = 0;
    for (; i + kLanes <= n; i += kLanes) {
      for (std::size_t lane = 0; lane < kLanes; ++lane) {
        const double term = v[i + lane] * w[i + lane];
        lanes_[lane] += term * term;
      }
    }
    for (; i < n; ++i) lanes_[0] += (v[i] * w[i]) * (v[i] * w[i]);
  }
  double RootMean(std::size_t n) const {
    return std::sqrt(((lanes_[0] + lanes_[1]) + (lanes_[2] + lanes_[3])) / static_cast<double>(n));
  }

 private:
  double lanes_[kLanes] = {};
};

}  // namespace daedalus::integrate
