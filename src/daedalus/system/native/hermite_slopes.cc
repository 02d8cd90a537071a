#include "daedalus/system/native/hermite_slopes.h"

#include <algorithm>
#include <cmath>

namespace daedalus::native {
namespace {

// The weighted mean of the differences on both sides; `far` are those beyond them.
double AkimaSlope(double far_left, double left, double right, double far_right, bool is_modified) {
  double weight_left = std::abs(far_right - right), weight_right = std::abs(left - far_left);
  if (is_modified) {
    weight_left += 0.5 * std::abs(far_right + right);
    weight_right += 0.5 * std::abs(left + far_left);
  }
  const double sum = weight_left + weight_right;
  if (sum == 0.0) return is_modified ? 0.0 : 0.5 * left + 0.5 * right;
  const double share = weight_right / sum;
  return (1.0 - share) * left + share * right;
}

bool HaveOneSign(double a, double b) {
  return (a > 0.0 && b > 0.0) || (a < 0.0 && b < 0.0);
}

double FritschButlandSlope(double h_left, double left, double h_right, double right) {
  if (!HaveOneSign(left, right)) return 0.0;
  return 3.0 * (h_left + h_right) / ((h_left + 2.0 * h_right) / left + (h_right + 2.0 * h_left) / right);
}

double SteffenSlope(double h_left, double left, double h_right, double right) {
  if (!HaveOneSign(left, right)) return 0.0;
  const double parabola = (left * h_right + right * h_left) / (h_left + h_right);
  const double limit = 2.0 * std::min(std::abs(left), std::abs(right));
  return std::abs(parabola) > limit ? std::copysign(limit, left) : parabola;
}

}  // namespace

std::vector<double> HermiteSlopes(std::span<const double> x, std::span<const double> y, Smoothness kind) {
  const std::size_t n = x.size();
  // d[i + 2] belongs to the interval i; two more at either end.
  std::vector<double> d(n + 3), slopes(n);
  for (std::size_t i = 0; i + 1 < n; ++i) d[i + 2] = (y[i + 1] - y[i]) / (x[i + 1] - x[i]);
  d[0] = 3.0 * d[2] - 2.0 * d[3];
  d[1] = 2.0 * d[2] - d[3];
  d[n + 1] = 2.0 * d[n] - d[n - 1];
  d[n + 2] = 3.0 * d[n] - 2.0 * d[n - 1];
  if (kind == Smoothness::kAkima || kind == Smoothness::kModifiedAkima) {
    const bool is_modified = kind == Smoothness::kModifiedAkima;
    for (std::size_t i = 0; i < n; ++i)
      slopes[i] = AkimaSlope(d[i], d[i + 1], d[i + 2], d[i + 3], is_modified);
    return slopes;
  }
  slopes.front() = d[2];
  slopes.back() = d[n];
  const auto slope = kind == Smoothness::kSteffen ? SteffenSlope : FritschButlandSlope;
  for (std::size_t i = 1; i + 1 < n; ++i)
    slopes[i] = slope(x[i] - x[i - 1], d[i + 1], x[i + 1] - x[i], d[i + 2]);
  return slopes;
}

double HermiteValue(double h, double y0, double y1, double s0, double s1, double x, int order) {
  const double d = (y1 - y0) / h;
  const double c2 = (3.0 * d - 2.0 * s0 - s1) / h;
  const double c3 = (s0 + s1 - 2.0 * d) / (h * h);
  if (order == 0) return y0 + ((c3 * x + c2) * x + s0) * x;
  if (order == 1) return (3.0 * c3 * x + 2.0 * c2) * x + s0;
  if (order == 2) return 6.0 * c3 * x + 2.0 * c2;
  return order == 3 ? 6.0 * c3 : 0.0;
}

}  // namespace daedalus::native
