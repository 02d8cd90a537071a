#include "daedalus/programs/inlined/multistep_past.h"

#include <algorithm>
#include <cmath>

#include "daedalus/base/check.h"
#include "daedalus/programs/inlined/lagrange_weights.h"

namespace daedalus::inlined {
namespace {

using Nodes = std::array<double, kHighestOrder + 2>;

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

// 1 + 1/2 + ... + 1/order.
double LeadingOf(int order) {
  static_assert(kHighestOrder == 6);
  constexpr double kSums[] = {0, 1, 1 + 1.0 / 2, 11.0 / 6, 25.0 / 12, 137.0 / 60, 49.0 / 20};
  return kSums[order];
}

// The integral over [0, 1] of the Lagrange polynomial j of the nodes 0 .. p - 1, by the four-point rule of
// Gauss, which is exact up to degree 7.
double IntegralOf(const Nodes& nodes, std::size_t p, std::size_t j) {
  const double root = std::sqrt(30.0), inner = std::sqrt(525 - 70 * root) / 70,
               outer = std::sqrt(525 + 70 * root) / 70;
  double sum = 0;
  for (const auto& [s, weight] : {std::pair{0.5 - inner, (18 + root) / 72},
                                  {0.5 + inner, (18 + root) / 72},
                                  {0.5 - outer, (18 - root) / 72},
                                  {0.5 + outer, (18 - root) / 72}}) {
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

void MultistepPast::Replace(std::span<const double> x, std::span<const double> slopes) {
  std::ranges::copy(x, points_[latest_].values.begin());
  std::ranges::copy(slopes, points_[latest_].slopes.begin());
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
  const bool is_bdf = method == Method::kBdf;
  DAEDALUS_CHECK(IsMultistep(method) && order >= 1 && p <= past.size() + (is_bdf ? 0 : 1),
                 "a multistep method of this order, with a past");
  const Nodes nodes = NodesOf(past, is_bdf ? p : p - 1, t);
  const double h = t - past.time(0);
  return is_bdf ? Bdf(nodes, p, h) : AdamsMoulton(nodes, p, h);
}

// From the Lagrange polynomials of the nodes of the past at the end of the step.
MultistepCoefficients FixedLeadingBdf(int order, const MultistepPast& past, double h) {
  const auto num_points = static_cast<std::size_t>(order) + 1;
  DAEDALUS_CHECK(num_points <= past.size(), "a past that is long enough");
  const Nodes nodes = NodesOf(past, num_points, past.time(0) + h);
  const double alpha = LeadingOf(order);
  const auto of_past = std::span(nodes).subspan(1, num_points);
  MultistepCoefficients out;
  out.h_bar = h / alpha;
  LagrangeWeights(of_past, nodes[0], out.values);
  Nodes reciprocals;
  double sum = 0;
  for (std::size_t age = 0; age < num_points; ++age) sum += reciprocals[age] = 1 / (nodes[0] - of_past[age]);
  for (std::size_t age = 0; age < num_points; ++age) out.values[age] *= 1 - (sum - reciprocals[age]) / alpha;
  return out;
}

bool AreEven(const MultistepPast& past, int count, double h) {
  constexpr double kRounding = 1e-9;
  for (std::size_t age = 0; age < static_cast<std::size_t>(count); ++age) {
    if (std::abs(past.time(age) - past.time(age + 1) - h) > kRounding * h) return false;
  }
  return true;
}

std::vector<MultistepCoefficients> EqualStepCoefficients(Method method, int highest, double h) {
  MultistepPast past(0);
  for (int age = highest; age >= 0; --age) past.Append(-age * h, {}, {});
  std::vector<MultistepCoefficients> out;
  for (int order = 1; order <= highest; ++order) out.push_back(CoefficientsOf(method, order, past, h));
  return out;
}

bool KnowsAdamsError(int order, const MultistepPast& past) {
  return order <= kHighestOrder && static_cast<std::size_t>(order) <= past.size();
}

void EstimateAdamsError(int order, const MultistepPast& past, double t, std::span<const double> slopes,
                        std::span<double> error) {
  DAEDALUS_CHECK(KnowsAdamsError(order, past), "the error of an order that the past is long enough for");
  const MultistepCoefficients low = CoefficientsOf(Method::kAdams, order, past, t),
                              high = CoefficientsOf(Method::kAdams, order + 1, past, t);
  for (std::size_t i = 0; i < error.size(); ++i) error[i] = (high.h_bar - low.h_bar) * slopes[i];
  for (std::size_t age = 0; age < static_cast<std::size_t>(order); ++age) {
    const auto past_slopes = past.slopes(age);
    for (std::size_t i = 0; i < error.size(); ++i)
      error[i] += (high.slopes[age] - low.slopes[age]) * past_slopes[i];
  }
}

}  // namespace daedalus::inlined
