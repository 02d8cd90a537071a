#include "daedalus/integrate/multistep/bdf_coefficients.h"

#include <algorithm>
#include <cmath>

namespace daedalus::integrate {

double LeadingCoefficient(int order) {
  double sum = 0;
  for (int i = 1; i <= order; ++i) sum += 1.0 / i;
  return sum;
}

double ErrorConstant(int order) {
  return 1.0 / (order + 1);
}

Spans ExtendSpans(const Spans& spans, double h) {
  Spans extended{};
  for (std::size_t j = 1; j < spans.size(); ++j) extended[j] = h + spans[j - 1];
  return extended;
}

BdfCoefficients ComputeBdfCoefficients(const Spans& spans, int order, double h) {
  const Spans next = ExtendSpans(spans, h);
  BdfCoefficients c{.order = order, .h = h};
  c.value[0] = c.equal[0] = 1;
  double gamma = 0;
  double sum = 0;  // of h / psi*_i
  for (int j = 1; j <= order + 1; ++j) {
    if (j <= order) sum += h / next[j];
    gamma += 1 / next[j];
    c.value[j] = c.value[j - 1] * (next[j] / spans[j]);
    c.slope[j] = gamma * c.value[j];
  }
  for (int q = 1; q <= order + 2; ++q) c.equal[q] = c.equal[q - 1] * (q * h / next[q]);
  const double g = LeadingCoefficient(order);
  const double a = h / next[order + 1];
  c.leading = g / h;
  c.error = std::max(a, std::abs(a - g + sum));
  return c;
}

}  // namespace daedalus::integrate
