// A "number" that knows only which unknowns it depends on: evaluating a residual with it gives the pattern of
// its Jacobian. It has no value, so a residual that branches on one does not compile; such a residual
// provides its branching parts for Dependence too, as the union over all branches (UnionOf).
#pragma once

#include <algorithm>
#include <cstdint>
#include <iterator>
#include <vector>

namespace daedalus::problems {

struct Dependence {
  std::vector<std::int32_t> on;  // ascending

  Dependence() = default;
  Dependence(double) {}  // NOLINT: constants mix in formulas

  Dependence operator-() const { return *this; }
  Dependence& operator+=(const Dependence& b) {
    std::vector<std::int32_t> both;
    std::ranges::set_union(on, b.on, std::back_inserter(both));
    on = std::move(both);
    return *this;
  }
  Dependence& operator-=(const Dependence& b) { return *this += b; }
  friend Dependence operator+(Dependence a, const Dependence& b) { return a += b; }
  friend Dependence operator-(Dependence a, const Dependence& b) { return a += b; }
  friend Dependence operator*(Dependence a, const Dependence& b) { return a += b; }
  friend Dependence operator/(Dependence a, const Dependence& b) { return a += b; }

  friend Dependence sin(const Dependence& a) { return a; }
  friend Dependence cos(const Dependence& a) { return a; }
  friend Dependence exp(const Dependence& a) { return a; }
  friend Dependence sqrt(const Dependence& a) { return a; }
};

template <class... Arguments>
Dependence UnionOf(const Arguments&... arguments) {
  Dependence all;
  (..., (all += Dependence(arguments)));
  return all;
}

}  // namespace daedalus::problems
