#include "daedalus/programs/inlined/multistep_past.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <string>

namespace daedalus::inlined {
namespace {

// Values and slopes of t^power at these times, the latest last.
MultistepPast PastOf(int power, std::initializer_list<double> times) {
  MultistepPast past(1);
  for (const double t : times) {
    const double x[] = {std::pow(t, power)}, slope[] = {power == 0 ? 0 : power * std::pow(t, power - 1)};
    past.Append(t, x, slope);
  }
  return past;
}

// What a step to t makes of the exact past and the exact slope there, less t^power.
double Defect(const MultistepCoefficients& c, int power, const MultistepPast& past, double t) {
  double x = c.h_bar * (power == 0 ? 0 : power * std::pow(t, power - 1));
  for (std::size_t age = 0; age < std::min(c.values.size(), past.size()); ++age)
    x += c.values[age] * past.values(age)[0] + c.slopes[age] * past.slopes(age)[0];
  return x - std::pow(t, power);
}

// Cellier & Kofman (8.41) ff., Hairer, Norsett & Wanner III.3.
TEST(MultistepPast, EqualStepsGiveTheBdfOfTheTextbooks) {
  const MultistepPast past = PastOf(0, {0, 1, 2, 3, 4, 5});
  const auto bdf = [&](int order) { return CoefficientsOf(Method::kBdf, order, past, 6); };
  EXPECT_NEAR(bdf(1).h_bar, 1, 1e-15);
  EXPECT_EQ(bdf(1).values[0], 1);
  EXPECT_NEAR(bdf(2).h_bar, 2.0 / 3, 1e-15);
  EXPECT_NEAR(bdf(2).values[0], 4.0 / 3, 1e-15);
  EXPECT_NEAR(bdf(2).values[1], -1.0 / 3, 1e-15);
  EXPECT_NEAR(bdf(3).h_bar, 6.0 / 11, 1e-15);
  EXPECT_NEAR(bdf(3).values[0], 18.0 / 11, 1e-15);
  EXPECT_NEAR(bdf(3).values[2], 2.0 / 11, 1e-15);
  EXPECT_NEAR(bdf(6).h_bar, 60.0 / 147, 1e-15);
}

// Hairer, Norsett & Wanner (III.1.9').
TEST(MultistepPast, EqualStepsGiveTheAdamsMoultonOfTheTextbooks) {
  const MultistepPast past = PastOf(0, {0, 1, 2, 3, 4, 5});
  const auto adams = [&](int order) { return CoefficientsOf(Method::kAdams, order, past, 6); };
  EXPECT_NEAR(adams(1).h_bar, 1, 1e-15);
  EXPECT_NEAR(adams(2).h_bar, 0.5, 1e-15);
  EXPECT_NEAR(adams(2).slopes[0], 0.5, 1e-15);
  EXPECT_NEAR(adams(4).h_bar, 9.0 / 24, 1e-15);
  EXPECT_NEAR(adams(4).slopes[0], 19.0 / 24, 1e-15);
  EXPECT_NEAR(adams(4).slopes[1], -5.0 / 24, 1e-15);
  EXPECT_NEAR(adams(4).slopes[2], 1.0 / 24, 1e-15);
  EXPECT_EQ(adams(4).values[0], 1);
}

// Whatever the steps were: order p is exact for t^p and not for t^(p+1).
TEST(MultistepPast, AnyStepsGiveTheOrder) {
  const auto times = {-0.9, -0.75, -0.2, 0.0, 0.35, 0.4};
  const auto expect_order = [&](int order, auto coefficients, const std::string& name) {
    const auto defect = [&](int power) {
      const MultistepPast past = PastOf(power, times);
      return Defect(coefficients(past), power, past, 0.7);
    };
    for (int power = 0; power <= order; ++power)
      EXPECT_NEAR(defect(power), 0, 1e-13) << name << order << power;
    EXPECT_GT(std::abs(defect(order + 1)), 1e-5) << name << order;
  };
  for (int order = 1; order <= kHighestOrder; ++order) {
    for (const Method method : {Method::kBdf, Method::kAdams}) {
      expect_order(
          order, [&](const MultistepPast& past) { return CoefficientsOf(method, order, past, 0.7); },
          std::string(NameOf(method)));
    }
    if (order == kHighestOrder) continue;  // one point more than there are
    expect_order(
        order, [&](const MultistepPast& past) { return FixedLeadingBdf(order, past, 0.7 - 0.4); }, "fixed");
  }
}

// As long as the step and the order are the same, so is h-bar, whatever was before: the matrices of a step
// consist of it. With equal steps it is BDF.
TEST(MultistepPast, AFixedLeadingCoefficientIsFixed) {
  for (int order = 1; order < kHighestOrder; ++order) {
    const MultistepPast even = PastOf(0, {-4, -3, -2, -1, 0, 1}),
                        uneven = PastOf(0, {-0.9, -0.75, -0.2, 0.0, 0.35, 1});
    const MultistepCoefficients fixed = FixedLeadingBdf(order, even, 1),
                                bdf = CoefficientsOf(Method::kBdf, order, even, 2);
    EXPECT_EQ(fixed.h_bar, FixedLeadingBdf(order, uneven, 1).h_bar) << order;
    EXPECT_NEAR(fixed.h_bar, bdf.h_bar, 1e-15) << order;
    for (std::size_t age = 0; age < fixed.values.size(); ++age)
      EXPECT_NEAR(fixed.values[age], bdf.values[age], 1e-14);
    EXPECT_TRUE(AreEven(even, order, 1));
    EXPECT_FALSE(AreEven(uneven, order, 1));
  }
}

TEST(MultistepPast, KeepsTheLatestPoints) {
  MultistepPast past = PastOf(1, {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11});
  EXPECT_EQ(past.size(), MultistepPast::kMostPoints);
  EXPECT_EQ(past.time(0), 11);
  EXPECT_EQ(past.values(7)[0], 4);
  past.Clear();
  EXPECT_EQ(past.size(), 0u);
}

}  // namespace
}  // namespace daedalus::inlined
