// Numbers that carry their derivatives along: forward-mode differentiation in several directions at once.
//
// v + sum_k d_k e_k with e_j e_k = 0. A residual written as a template over its scalar type gives exact
// Jacobian columns when the unknowns are seeded with unit directions, kLanes columns a sweep (swept_dae.h).
// Comparisons look at the value alone: the derivative is that of the branch taken.
#pragma once

#include <array>
#include <cmath>

namespace daedalus::problems {

template <int kLanes>
struct Dual {
  double v = 0;
  std::array<double, kLanes> d = {};

  Dual() = default;
  Dual(double value) : v(value) {}  // NOLINT: constants mix with duals in formulas

  // The dual of g(*this), given g and g' at v.
  Dual Chain(double value, double slope) const {
    Dual out(value);
    for (int k = 0; k < kLanes; ++k) out.d[k] = slope * d[k];
    return out;
  }
  Dual operator-() const { return Chain(-v, -1); }
  Dual& operator+=(const Dual& b) {
    v += b.v;
    for (int k = 0; k < kLanes; ++k) d[k] += b.d[k];
    return *this;
  }
  Dual& operator-=(const Dual& b) {
    v -= b.v;
    for (int k = 0; k < kLanes; ++k) d[k] -= b.d[k];
    return *this;
  }
  friend Dual operator+(Dual a, const Dual& b) { return a += b; }
  friend Dual operator-(Dual a, const Dual& b) { return a -= b; }
  friend Dual operator*(const Dual& a, const Dual& b) {
    Dual out(a.v * b.v);
    for (int k = 0; k < kLanes; ++k) out.d[k] = a.d[k] * b.v + a.v * b.d[k];
    return out;
  }
  friend Dual operator/(const Dual& a, const Dual& b) {
    const double inverse = 1 / b.v;
    Dual out(a.v * inverse);
    for (int k = 0; k < kLanes; ++k) out.d[k] = (a.d[k] - out.v * b.d[k]) * inverse;
    return out;
  }
  friend Dual operator+(Dual a, double b) {
    a.v += b;
    return a;
  }
  friend Dual operator+(double a, Dual b) { return b + a; }
  friend Dual operator-(Dual a, double b) { return a + -b; }
  friend Dual operator-(double a, const Dual& b) { return b.Chain(a - b.v, -1); }
  friend Dual operator*(const Dual& a, double b) { return a.Chain(a.v * b, b); }
  friend Dual operator*(double a, const Dual& b) { return b * a; }
  friend Dual operator/(const Dual& a, double b) { return a * (1 / b); }
  friend Dual operator/(double a, const Dual& b) { return b.Chain(a / b.v, -a / (b.v * b.v)); }

  friend bool operator<(const Dual& a, const Dual& b) { return a.v < b.v; }
  friend bool operator>(const Dual& a, const Dual& b) { return a.v > b.v; }
  friend bool operator<=(const Dual& a, const Dual& b) { return a.v <= b.v; }
  friend bool operator>=(const Dual& a, const Dual& b) { return a.v >= b.v; }

  friend Dual sin(const Dual& a) { return a.Chain(std::sin(a.v), std::cos(a.v)); }
  friend Dual cos(const Dual& a) { return a.Chain(std::cos(a.v), -std::sin(a.v)); }
  friend Dual exp(const Dual& a) {
    const double e = std::exp(a.v);
    return a.Chain(e, e);
  }
  friend Dual sqrt(const Dual& a) {
    const double root = std::sqrt(a.v);
    return a.Chain(root, 0.5 / root);
  }
  friend Dual cbrt(const Dual& a) {
    const double root = std::cbrt(a.v);
    return a.Chain(root, 1 / (3 * root * root));
  }
  friend Dual tanh(const Dual& a) {
    const double y = std::tanh(a.v);
    return a.Chain(y, 1 - y * y);
  }
  friend Dual atan(const Dual& a) { return a.Chain(std::atan(a.v), 1 / (1 + a.v * a.v)); }
  friend Dual abs(const Dual& a) { return a.v < 0 ? -a : a; }
};

}  // namespace daedalus::problems
