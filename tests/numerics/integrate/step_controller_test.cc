#include "daedalus/numerics/integrate/step_controller.h"

#include <gtest/gtest.h>

#include <cmath>
#include <functional>
#include <random>
#include <vector>

namespace daedalus::integrate {
namespace {

constexpr ControllerKind kAll[] = {ControllerKind::kElementary, ControllerKind::kPi,
                                   ControllerKind::kPredictive, ControllerKind::kH211b,
                                   ControllerKind::kH312};

// Steps of a method of order k - 1 whose error is e = phi() h^k, with a phi() for each attempt.
std::vector<double> Simulate(ControllerKind kind, double k, int num_steps,
                             const std::function<double()>& phi) {
  StepController controller(kind, {.safety = 1, .least = 0.01, .most = 100, .after_failure = 0.01});
  std::vector<double> sizes;
  double h = 1e-3;
  while (static_cast<int>(sizes.size()) < num_steps) {
    const double e = phi() * std::pow(h, k);
    if (e > 2) {
      h *= controller.AfterFailure(e, k);
      continue;
    }
    sizes.push_back(h);
    h *= controller.AfterSuccess(h, e, k);
  }
  return sizes;
}

TEST(StepController, EveryKindSettlesWhereTheErrorMeetsTheTolerance) {
  for (const ControllerKind kind : kAll) {
    // e = 10^6 h^3 is 1 at h = 0.01.
    const auto sizes = Simulate(kind, 3, 100, [] { return 1e6; });
    EXPECT_NEAR(sizes.back(), 0.01, 1e-6) << ControllerName(kind);
  }
}

TEST(StepController, ThePredictiveOneFollowsAGrowingErrorWithoutRejections) {
  // phi grows by a constant factor per unit of time: the elementary controller is always one step late.
  const auto rejections = [](ControllerKind kind) {
    StepController controller(kind, {.safety = 1, .least = 0.01, .most = 100, .after_failure = 0.01});
    int count = 0;
    double t = 0, h = 0.05;
    for (int step = 0; step < 60; ++step) {
      const double e = std::exp(5 * t) * std::pow(h, 2) * 100;
      if (e > 1.05) {
        ++count;
        h *= controller.AfterFailure(e, 2);
        continue;
      }
      t += h;
      h *= controller.AfterSuccess(h, e, 2);
    }
    return count;
  };
  EXPECT_GT(rejections(ControllerKind::kElementary), 20);
  EXPECT_LT(rejections(ControllerKind::kPredictive), 5);
}

TEST(StepController, FiltersMakeSmootherStepsThanTheElementaryController) {
  // Noise in the error, as roundoff and small discontinuities make it. On white noise the differences of log
  // h have a standard deviation of sqrt(2) with the elementary controller, of sqrt(1/8) with H211b (from (1),
  // b = 4).
  const auto roughness = [](ControllerKind kind) {
    std::mt19937 random(1);
    std::uniform_real_distribution<double> noise(0.7, 1.3);
    const auto sizes = Simulate(kind, 3, 1000, [&] { return 1e6 * noise(random); });
    double sum = 0;
    for (std::size_t i = 101; i < sizes.size(); ++i) sum += std::abs(std::log(sizes[i] / sizes[i - 1]));
    return sum;
  };
  EXPECT_LT(roughness(ControllerKind::kH211b), 0.3 * roughness(ControllerKind::kElementary));
  EXPECT_LT(roughness(ControllerKind::kH312), 0.3 * roughness(ControllerKind::kElementary));
}

TEST(StepController, ARejectedStepShrinksAndNothingLeavesTheLimits) {
  for (const ControllerKind kind : kAll) {
    StepController controller(kind);
    for (const double e : {1.0001, 2.0, 1e10, std::nan(""), HUGE_VAL}) {
      const double ratio = controller.AfterFailure(e, 4);
      EXPECT_LT(ratio, 1);
      EXPECT_GE(ratio, 0.1);
    }
    for (const double e : {0.0, 1e-300, 0.5, 1.0}) {
      const double ratio = controller.AfterSuccess(1, e, 4);
      EXPECT_GE(ratio, 0.2);
      EXPECT_LE(ratio, 8);
    }
  }
}

TEST(StepController, NamesLeadBackToKinds) {
  for (const ControllerKind kind : kAll) EXPECT_EQ(FindController(ControllerName(kind)), kind);
  EXPECT_FALSE(FindController("pid").has_value());
}

}  // namespace
}  // namespace daedalus::integrate
