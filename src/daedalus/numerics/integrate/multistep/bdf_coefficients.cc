#include "daedalus/numerics/integrate/multistep/bdf_coefficients.h"

#include <algorithm>
#include <cmath>

namespace daedalus::integrate {

double LeadingCoefficient(int order) {
  constexpr auto kSums = [] {
    std::array<double, kNumDifferences + 1> sums{};
    for (std::size_t i = 1; i < sums.size(); ++i) sums[i] = sums[i - 1] + 1.0 / static_cast<double>(i);
    return sums;
  }();
  return kSums[order];
}

double ErrorConstant(int order) {
  return 1.0 / (order + 1);
}

void ExtendSpans(Spans& spans, double h) {
  for (std::size_t j = spans.size() - 1; j > 0; --j) spans[j] = h + spans[j - 1];
}

void ComputeBdfCoefficients(const Spans& spans, int order, double h, BdfCoefficients& c) {
  c.order = order;
  c.h = h;
  c.value[0] = c.equal[0] = 1;
  double gamma = 0;
  double sum = 0;  // of h / psi*_i
  double a = 0;
  for (int j = 1; j <= order + 2; ++j) {
    const double next = h + spans[j - 1];  // psi*_j
    const double inverse = 1 / next;
    c.equal[j] = c.equal[j - 1] * (j * h * inverse);
    if (j > order + 1) break;
    if (j <= order) sum += h * inverse;
    if (j == order + 1) a = h / next;
    gamma += inverse;
    c.value[j] = c.value[j - 1] * (next / spans[j]);
    c.slope[j] = gamma * c.value[j];
  }
  const double g = LeadingCoefficient(order);
  c.leading = g / h;
  c.error = std::max(a, std::abs(a - g + sum));
}

}  // namespace daedalus::integrate
