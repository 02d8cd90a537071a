#include "daedalus/programs/array/adams_weights.h"

#include <cstddef>

namespace daedalus::array {

std::vector<double> AdamsWeights(std::span<const double> nodes, double t, double h) {
  std::vector<double> weights(nodes.size());
  std::vector<double> polynomial(nodes.size());  // coefficients of l_i in (s - t) / h, the lowest first
  for (std::size_t i = 0; i < nodes.size(); ++i) {
    polynomial.assign(nodes.size(), 0.0);
    polynomial[0] = 1;
    std::size_t degree = 0;
    for (std::size_t j = 0; j < nodes.size(); ++j) {
      if (j == i) continue;
      const double root = (nodes[j] - t) / h, slope = h / (nodes[i] - nodes[j]);
      ++degree;
      for (std::size_t k = degree + 1; k-- > 0;)
        polynomial[k] = slope * ((k > 0 ? polynomial[k - 1] : 0) - root * (k < degree ? polynomial[k] : 0));
    }
    weights[i] = 0;
    for (std::size_t k = 0; k < nodes.size(); ++k) weights[i] += polynomial[k] / static_cast<double>(k + 1);
  }
  return weights;
}

std::vector<double> ExtrapolationWeights(std::span<const double> nodes, double t) {
  std::vector<double> weights(nodes.size(), 1.0);
  for (std::size_t i = 0; i < nodes.size(); ++i) {
    for (std::size_t j = 0; j < nodes.size(); ++j) {
      if (j != i) weights[i] *= (t - nodes[j]) / (nodes[i] - nodes[j]);
    }
  }
  return weights;
}

}  // namespace daedalus::array
