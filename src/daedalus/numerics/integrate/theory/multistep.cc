#include "daedalus/numerics/integrate/theory/multistep.h"

#include <algorithm>
#include <array>
#include <cstddef>

#include "daedalus/base/check.h"

namespace daedalus::integrate::theory {
namespace {

using Series = std::vector<long double>;  // coefficients of del^0, del^1, ...

// The coefficients of the points j = 0, 1, ...: del^m has (-1)^j binomial(m, j) at point j.
std::vector<double> PointCoefficients(const Series& differences) {
  Series points(differences.size(), 0);
  for (std::size_t m = 0; m < differences.size(); ++m) {
    long double binomial = differences[m];
    for (std::size_t j = 0; j <= m; ++j) {
      points[j] += binomial;
      binomial *= -static_cast<long double>(m - j) / static_cast<long double>(j + 1);
    }
  }
  return {points.begin(), points.end()};
}

Series GammaStar(int m) {
  Series gamma = {1};
  for (int k = 1; k <= m; ++k) {
    long double sum = 0;
    for (int j = 0; j < k; ++j) sum += gamma[static_cast<std::size_t>(j)] / (k + 1 - j);
    gamma.push_back(-sum);
  }
  return gamma;
}

// 0, 1, 1/2, .., 1/k
Series DifferentiationSeries(int order) {
  Series out = {0};
  for (int m = 1; m <= order; ++m) out.push_back(1.0L / m);
  return out;
}

// beta = (1, 0, .., 0): the derivative at the new point only.
std::vector<double> NewPointOnly(std::size_t size) {
  std::vector<double> beta(size, 0);
  beta[0] = 1;
  return beta;
}

}  // namespace

MultistepFormula BdfFormula(int order) {
  DAEDALUS_CHECK(order >= 1 && order <= kMaxBdfOrder, "BDF has the orders 1 to 6");
  MultistepFormula out{.name = "BDF" + std::to_string(order),
                       .order = order,
                       .alpha = PointCoefficients(DifferentiationSeries(order)),
                       .error_constant = 1.0 / (order + 1),
                       .source = "Cellier & Kofman (2006), (8.41)"};
  out.beta = NewPointOnly(out.alpha.size());
  return out;
}

MultistepFormula AdamsMoultonFormula(int order) {
  DAEDALUS_CHECK(order >= 1 && order <= kMaxAdamsOrder, "Adams-Moulton has the orders 1 to 12 here");
  Series gamma = GammaStar(order);
  const long double next = gamma.back();
  gamma.pop_back();
  MultistepFormula out{.name = "AM" + std::to_string(order),
                       .order = order,
                       .alpha = {1, -1},
                       .beta = PointCoefficients(gamma),
                       .error_constant = static_cast<double>(-next),
                       .source = "Hairer, Norsett & Wanner (1993), (III.1.9)"};
  out.alpha.resize(std::max(out.alpha.size(), out.beta.size()), 0);
  out.beta.resize(out.alpha.size(), 0);
  return out;
}

std::vector<double> AdamsMoultonGamma(int m) {
  const Series gamma = GammaStar(m);
  return {gamma.begin(), gamma.end()};
}

MultistepFormula NdfFormula(int order) {
  DAEDALUS_CHECK(order >= 1 && order <= kMaxNdfOrder, "NDF has the orders 1 to 5");
  constexpr std::array<long double, kMaxNdfOrder> kKappa = {-0.1850L, -1.0L / 9, -0.0823L, -0.0415L, 0};
  Series differences = DifferentiationSeries(order);
  long double gamma = 0;
  for (const long double term : differences) gamma += term;
  const long double extra = kKappa[static_cast<std::size_t>(order - 1)] * gamma;
  if (extra != 0) differences.push_back(-extra);
  MultistepFormula out{.name = "NDF" + std::to_string(order),
                       .order = order,
                       .alpha = PointCoefficients(differences),
                       .error_constant = static_cast<double>(extra + 1.0L / (order + 1)),
                       .source = "Shampine & Reichelt (1997), Table 1"};
  out.beta = NewPointOnly(out.alpha.size());
  return out;
}

}  // namespace daedalus::integrate::theory
