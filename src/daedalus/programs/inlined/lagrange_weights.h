// Which weights the values at some nodes have in the value at `at` of the polynomial through them.
#pragma once

#include <cstddef>
#include <span>

namespace daedalus::inlined {

// One division for each node: divisions are most of what a step of a small model would pay for its
// coefficients.
inline void LagrangeWeights(std::span<const double> nodes, double at, std::span<double> weights) {
  for (std::size_t j = 0; j < nodes.size(); ++j) {
    double above = 1, below = 1;
    for (std::size_t i = 0; i < nodes.size(); ++i) {
      if (i == j) continue;
      above *= at - nodes[i];
      below *= nodes[j] - nodes[i];
    }
    weights[j] = above / below;
  }
}

}  // namespace daedalus::inlined
