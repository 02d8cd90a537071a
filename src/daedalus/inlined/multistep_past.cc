#include "daedalus/inlined/multistep_past.h"

#include <algorithm>
#include <cmath>

#include "daedalus/base/check.h"

namespace daedalus::inlined {
namespace {

using Nodes = std::array<double, kHighestOrder + 1>;

// Of t_{n+1}, t_n, t_{n-1}, ... in units of the step, counted from t_n: 1, 0, and then negative.
Nodes NodesOf(const MultistepPast& past, std::size_t num_past, double t) {
  Nodes nodes{1.0};
  const double now = past.time(0), h = t - now;
  for (std::size_t i = 0; i < num_past; ++i) nodes[i + 1] = (past.time(i) - now) / h;
  return nodes;
}

// From the Lagrange polynomials of the nodes 0 .. p at node 0.
MultistepCoefficients Bdf(const Nodes& nodes, std::size_t p, double h) {
  double own = 0;  // l_0'(s_0)
  for (std::size_t i = 1; i <= p; ++i) own += 1 / (nodes[0] - nodes[i]);
  MultistepCoefficients out;
  out.h_bar = h / own;
  for (std::size_t j = 1; j <= p; ++j) {
    double slope = 1 / (nodes[j] - nodes[0]);  // l_j'(s_0)
    for (std::size_t i = 1; i <= p; ++i) {
      if (i != j) slope *= (nodes[0] - nodes[i]) / (nodes[j] - nodes[i]);
    }
    out.values[j - 1] = -slope / own;
  }
  return out;
}

// The integral over [0, 1] of the Lagrange polynomial j of the nodes 0 .. p - 1, by the three-point rule of
// Gauss, which is exact up to degree 5.
double IntegralOf(const Nodes& nodes, std::size_t p, std::size_t j) {
  const double r = std::sqrt(15.0) / 10;
  double sum = 0;
  for (const auto& [s, weight] : {std::pair{0.5 - r, 5.0 / 18}, {0.5, 4.0 / 9}, {0.5 + r, 5.0 / 18}}) {
    double value = weight;
    for (std::size_t i = 0; i < p; ++i) {
      if (i != j) value *= (s - nodes[i]) / (nodes[j] - nodes[i]);
    }
    sum += value;
  }
  return sum;
}

MultistepCoefficients AdamsMoulton(const Nodes& nodes, std::size_t p, double h) {
  MultistepCoefficients out;
  out.values[0] = 1;
  out.h_bar = h * IntegralOf(nodes, p, 0);
  for (std::size_t j = 1; j < p; ++j) out.slopes[j - 1] = h * IntegralOf(nodes, p, j);
  return out;
}

}  // namespace

MultistepPast::MultistepPast(std::size_t num_states) {
  for (Point& point : points_) {
    point.values.resize(num_states);
    point.slopes.resize(num_states);
  }
}

void MultistepPast::Append(double t, std::span<const double> x, std::span<const double> slopes) {
  latest_ = (latest_ + 1) % kMostPoints;
  points_[latest_].time = t;
  std::ranges::copy(x, points_[latest_].values.begin());
  std::ranges::copy(slopes, points_[latest_].slopes.begin());
  size_ = std::min(size_ + 1, kMostPoints);
}

MultistepCoefficients CoefficientsOf(Method method, int order, const MultistepPast& past, double t) {
  const auto p = static_cast<std::size_t>(order);
  DAEDALUS_CHECK(IsMultistep(method) && order >= 1 && order <= kHighestOrder && p <= past.size(),
                 "a multistep method of this order, with a past");
  const bool is_bdf = method == Method::kBdf;
  const Nodes nodes = NodesOf(past, is_bdf ? p : p - 1, t);
  const double h = t - past.time(0);
  return is_bdf ? Bdf(nodes, p, h) : AdamsMoulton(nodes, p, h);
}

}  // namespace daedalus::inlined
