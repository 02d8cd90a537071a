#include "daedalus/model/simulate/growth_watch.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <string>
#include <vector>

#include "daedalus/system/builder.h"

namespace daedalus::simulate {
namespace {

std::optional<Diagnostic> ToldOf(const std::function<double(double)>& x, double stop, int points = 500) {
  Model m("Grows");
  auto v = m.Variable("x", {.start = 1.0, .fixed = true});
  m.Equation(der(v) == 0.0);
  const System system = std::move(m).Build().value();
  GrowthWatch watch({1e-6});
  const auto read = [&](double t, std::span<double> values) { values[0] = x(t); };
  for (int i = 0; i <= points; ++i)
    watch.ObserveStep(stop * std::max(i - 1, 0) / points, stop * i / points, read);
  return watch.Find(system, std::vector<Quantity>{{VariableId(0u), 0}});
}

TEST(GrowthWatch, WhatComesBackFromBelowItsToleranceByItselfIsTold) {
  const auto told = ToldOf([](double t) { return 10 * std::cosh(30.0 * (t - 1)) / std::cosh(30.0); }, 2);
  ASSERT_TRUE(told);
  EXPECT_NE(told->message.find("`x` was"), std::string::npos) << told->message;
  EXPECT_NE(told->message.find("at time = 1, below its absolute tolerance of 1e-06"), std::string::npos)
      << told->message;
  EXPECT_TRUE(ToldOf([](double t) { return -1e-9 * std::exp(t * t); }, 5)) << "and faster still";
}

TEST(GrowthWatch, LongStepsAreLookedInto) {
  for (const int steps : {7, 20, 100}) {
    EXPECT_TRUE(ToldOf([](double t) { return 1e-9 * std::exp(t * t); }, 6, steps)) << steps;
    EXPECT_FALSE(ToldOf([](double t) { return 0.01 * std::pow(std::abs(t - 1), 4); }, 2, steps)) << steps;
  }
}

TEST(GrowthWatch, WhatIsNoStateForAWhileIsForgotten) {
  const auto no_state = [](double t) { return t > 3.5 && t < 3.6 ? std::nan("") : 1e-9 * std::exp(t * t); };
  EXPECT_FALSE(ToldOf(no_state, 5));
}

TEST(GrowthWatch, WhatIsDrivenIsNot) {
  EXPECT_FALSE(ToldOf([](double t) { return std::exp(-20 * t); }, 2)) << "it falls";
  EXPECT_FALSE(ToldOf([](double t) { return t < 1 ? 0 : 1 - std::exp(1 - t); }, 2)) << "switched on";
  for (const int power : {1, 2, 3, 4}) {
    EXPECT_FALSE(ToldOf([=](double t) { return 0.01 * std::pow(t, power); }, 1, 5000)) << power;
    EXPECT_FALSE(ToldOf([=](double t) { return 0.01 * std::pow(std::abs(t - 1), power); }, 2, 5000)) << power;
  }
  EXPECT_FALSE(ToldOf([](double t) { return std::sin(t); }, 100)) << "through zero";
  EXPECT_FALSE(ToldOf([](double t) { return t == 0 ? 0 : 1e-9 * std::exp(t * t); }, 5)) << "away from zero";
  EXPECT_FALSE(ToldOf([](double t) { return 1 + std::cos(t); }, 100)) << "to zero and back";
  EXPECT_FALSE(ToldOf([](double t) { return 10 * std::cosh(3.0 * (t - 1)) / std::cosh(3.0); }, 2))
      << "never so small";
}

// Each step of a model of many states is not looked at, but each point of its results is.
TEST(GrowthWatch, OfManyStatesThePointsOfTheResultsAreLookedAt) {
  constexpr std::size_t kMany = 5000;
  Model m("Grows");
  for (std::size_t i = 0; i < kMany; ++i)
    m.Equation(der(m.Variable("x" + std::to_string(i), {.start = 1.0, .fixed = true})) == 0.0);
  const System system = std::move(m).Build().value();
  std::vector<Quantity> quantities;
  for (std::size_t i = 0; i < kMany; ++i) quantities.push_back({VariableId(i), 0});
  GrowthWatch at_steps(std::vector<double>(kMany, 1e-6)), at_points(std::vector<double>(kMany, 1e-6));
  std::vector<double> values(kMany, 1.0);
  for (int i = 0; i <= 500; ++i) {
    const double t = 2.0 * i / 500;
    values[4321] = 10 * std::cosh(30.0 * (t - 1)) / std::cosh(30.0);
    at_steps.ObserveStep(t - 0.004, t, [](double, std::span<double>) { FAIL() << "nobody asks"; });
    at_points.ObservePoint(t, values);
  }
  EXPECT_FALSE(at_steps.Find(system, quantities));
  const auto told = at_points.Find(system, quantities);
  ASSERT_TRUE(told);
  EXPECT_NE(told->message.find("`x4321` was"), std::string::npos) << told->message;
}

}  // namespace
}  // namespace daedalus::simulate
