#include "daedalus/numerics/integrate/theory/radau_collocation.h"

#include <cmath>
#include <cstddef>
#include <numbers>

namespace daedalus::integrate::theory {
namespace {

// P_n(x), P_{n-1}(x) and their derivatives.
struct Legendre {
  long double value, previous, derivative, previous_derivative;
};

Legendre EvaluateLegendre(int n, long double x) {
  Legendre p{x, 1, 1, 0};
  for (int k = 1; k < n; ++k) {
    const long double next = ((2 * k + 1) * x * p.value - k * p.previous) / (k + 1);
    // P'_{k+1} = P'_{k-1} + (2 k + 1) P_k
    const long double next_derivative = p.previous_derivative + (2 * k + 1) * p.value;
    p = {next, p.value, next_derivative, p.derivative};
  }
  return p;
}

// In increasing order, the last one exactly 1.
std::vector<long double> RadauNodes(int s) {
  constexpr int kIterations = 20;  // quadratic convergence from a good start needs about 6
  std::vector<long double> x(static_cast<std::size_t>(s), 1.0L);
  for (int i = 1; i < s; ++i) {
    long double& node = x[static_cast<std::size_t>(s - 1 - i)];
    node = std::cos(2 * std::numbers::pi_v<long double> * i / (2 * s - 1));
    for (int k = 0; k < kIterations; ++k) {
      const Legendre p = EvaluateLegendre(s, node);
      node -= (p.value - p.previous) / (p.derivative - p.previous_derivative);
    }
  }
  return x;
}

long double LagrangePolynomial(const std::vector<long double>& nodes, std::size_t j, long double t) {
  long double product = 1;
  for (std::size_t m = 0; m < nodes.size(); ++m) {
    if (m != j) product *= (t - nodes[m]) / (nodes[j] - nodes[m]);
  }
  return product;
}

}  // namespace

RadauCollocation CollocateAtRadauNodes(int num_stages) {
  const std::vector<long double> x = RadauNodes(num_stages);
  const std::size_t s = x.size();
  std::vector<long double> b(s), c(s);
  for (std::size_t i = 0; i < s; ++i) {
    const long double p = EvaluateLegendre(num_stages, x[i]).previous;
    c[i] = (1 + x[i]) / 2;
    b[i] = (1 + x[i]) / (2.0L * num_stages * num_stages * p * p);
  }
  RadauCollocation out;
  for (std::size_t i = 0; i < s; ++i) {
    out.b.push_back(static_cast<double>(b[i]));
    out.c.push_back(static_cast<double>(c[i]));
    for (std::size_t j = 0; j < s; ++j) {
      long double integral = 0;
      for (std::size_t m = 0; m < s; ++m) integral += b[m] * LagrangePolynomial(c, j, c[i] * c[m]);
      out.a.push_back(static_cast<double>(c[i] * integral));
    }
  }
  return out;
}

}  // namespace daedalus::integrate::theory
