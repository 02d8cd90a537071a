// Fixed steps whose values and slopes contradict each other.
#include "daedalus/programs/inlined/step_defects.h"

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <functional>

namespace daedalus::inlined {
namespace {

// Steps of size h along x(t), with slopes from k(t).
StepDefects Along(const std::function<double(double)>& x, const std::function<double(double)>& k, double h,
                  int count) {
  StepDefects defects(1);
  for (int n = 0; n < count; ++n) {
    const double t = h * n;
    const std::array x0{x(t)}, k0{k(t)}, x1{x(t + h)}, k1{k(t + h)};
    defects.Add(t + h, h, x0, k0, x1, k1);
  }
  return defects;
}

// Five steps to a period are few, and no contradiction.
TEST(StepDefects, AnOscillationIsSeenAsOne) {
  EXPECT_FALSE(
      Along([](double t) { return std::sin(t); }, [](double t) { return std::cos(t); }, 1.25, 1000).Find());
}

// A stiff component that is over in the first step.
TEST(StepDefects, OneStepIsNone) {
  EXPECT_FALSE(Along([](double t) { return std::exp(-1e6 * t); },
                     [](double t) { return -1e6 * std::exp(-1e6 * t); }, 0.1, 1000)
                   .Find());
}

TEST(StepDefects, TenStepsInARowAreTold) {
  const auto jumps = [](double t) { return std::fmod(std::round(10 * t), 2) == 0 ? 1.0 : -1.0; };
  const auto found = Along(jumps, [&](double t) { return 100 * jumps(t) + 50; }, 0.1, 1000).Find();
  ASSERT_TRUE(found.has_value());
  EXPECT_NEAR(found->time, 1, 1e-12);
  EXPECT_EQ(found->count, 1000);
  EXPECT_EQ(found->of, 1000);
}

// Where slopes may jump, what was before does not count.
TEST(StepDefects, BeginsAnewBehindAnEvent) {
  StepDefects defects(1);
  const std::array x0{0.0}, x1{1.0}, k{1000.0};
  for (int n = 0; n < 100; ++n) {
    if (n % 5 == 0) defects.Begin();
    defects.Add(n, 1, x0, k, x1, k);
  }
  EXPECT_FALSE(defects.Find());
}

}  // namespace
}  // namespace daedalus::inlined
