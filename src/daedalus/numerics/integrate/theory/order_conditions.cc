#include "daedalus/numerics/integrate/theory/order_conditions.h"

#include <algorithm>
#include <cmath>

namespace daedalus::integrate::theory {
namespace {

constexpr int kMaxOrder = 20;  // beyond that of any method here

double At(const std::vector<double>& values, int i) {
  return values[static_cast<std::size_t>(i)];
}

// c_i^(k-1); 0^0 is 1.
double Power(const Tableau& t, int i, int k) {
  return std::pow(At(t.c, i), k - 1);
}

bool HoldsB(const Tableau& t, int k, double tolerance) {
  double sum = 0;
  for (int i = 0; i < t.num_stages(); ++i) sum += At(t.b, i) * Power(t, i, k);
  return std::abs(sum - 1.0 / k) <= tolerance;
}

bool HoldsC(const Tableau& t, int k, double tolerance) {
  for (int i = 0; i < t.num_stages(); ++i) {
    double sum = 0, size = 1;
    for (int j = 0; j < t.num_stages(); ++j) {
      sum += t.A(i, j) * Power(t, j, k);
      size = std::max(size, std::abs(t.A(i, j)));
    }
    if (std::abs(sum - Power(t, i, k + 1) / k) > tolerance * size) return false;
  }
  return true;
}

bool HoldsD(const Tableau& t, int k, double tolerance) {
  for (int j = 0; j < t.num_stages(); ++j) {
    double sum = 0, size = 1;
    for (int i = 0; i < t.num_stages(); ++i) {
      sum += At(t.b, i) * Power(t, i, k) * t.A(i, j);
      size = std::max(size, std::abs(t.A(i, j)));
    }
    if (std::abs(sum - At(t.b, j) * (1 - Power(t, j, k + 1)) / k) > tolerance * size) return false;
  }
  return true;
}

template <class Condition>
int LargestWith(const Condition& holds) {
  int k = 0;
  while (k < kMaxOrder && holds(k + 1)) ++k;
  return k;
}

}  // namespace

int SimplifyingAssumptions::guaranteed_order() const {
  return std::min({p, q + r + 1, 2 * q + 2});
}

SimplifyingAssumptions CheckAssumptions(const Tableau& tableau, double tolerance) {
  return {LargestWith([&](int k) { return HoldsB(tableau, k, tolerance); }),
          LargestWith([&](int k) { return HoldsC(tableau, k, tolerance); }),
          LargestWith([&](int k) { return HoldsD(tableau, k, tolerance); })};
}

}  // namespace daedalus::integrate::theory
