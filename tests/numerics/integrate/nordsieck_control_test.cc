// Order and size of the next step, without an integrator.
#include "daedalus/numerics/integrate/multistep/nordsieck_control.h"

#include <gtest/gtest.h>

#include <limits>

namespace daedalus::integrate {
namespace {

constexpr double kUnknownError = std::numeric_limits<double>::infinity();

// Steps of this size until it is time to look; how many.
int StepsUntilLook(NordsieckControl& control, double h, double error) {
  int steps = 1;
  while (!control.NoteSuccess(h, error) && steps < 100) ++steps;
  return steps;
}

TEST(NordsieckControl, LooksAtAStepOfOrderKAfterKPlusOneSteps) {
  for (const int order : {1, 2, 5}) {
    NordsieckControl control(5, {});
    control.StartAt(order, 1);
    EXPECT_EQ(StepsUntilLook(control, 1, 0.5), order + 1);
  }
}

TEST(NordsieckControl, AStepThatTheLimitCutShortIsNoReasonToLook) {
  NordsieckControl control(5, {});
  control.StartAt(1, 1);
  EXPECT_FALSE(control.NoteSuccess(1, 0.5));
  EXPECT_FALSE(control.NoteSuccess(0.1, 0.5));
  EXPECT_TRUE(control.NoteSuccess(1, 0.5));
}

TEST(NordsieckControl, GrowsLittleAfterAFailureAndMuchAfterTheStart) {
  NordsieckControl control(5, {});
  control.StartAt(2, 4);
  control.AfterDivergence(4);
  EXPECT_EQ(control.step(), 1);
  StepsUntilLook(control, 1, 1e-12);
  control.Choose(1, {kUnknownError, 1e-12, kUnknownError});
  EXPECT_EQ(control.step(), 2);
  EXPECT_EQ(control.order(), 2);

  control.StartAt(2, 1);
  StepsUntilLook(control, 1, 1e-12);
  control.Choose(1, {kUnknownError, 1e-12, kUnknownError});
  EXPECT_GT(control.step(), 1000);
}

TEST(NordsieckControl, StaysBelowTheLargestStep) {
  NordsieckControl control(5, {.max_step = 1.5});
  control.StartAt(2, 1);
  StepsUntilLook(control, 1, 1e-12);
  control.Choose(1, {kUnknownError, 1e-12, kUnknownError});
  EXPECT_EQ(control.step(), 1.5);
}

TEST(NordsieckControl, TheThirdErrorOfAStepBeginsAnewWithOrderOne) {
  NordsieckControl control(5, {});
  control.StartAt(3, 1);
  control.AfterError(1, 1, kUnknownError, 1.1);
  EXPECT_EQ(control.order(), 3);
  EXPECT_LE(control.step(), 0.9);
  control.AfterError(1, 2, kUnknownError, 1.1);
  EXPECT_LE(control.step(), 0.25);
  control.AfterError(1, 3, kUnknownError, 1.1);
  EXPECT_EQ(control.order(), 1);
  EXPECT_EQ(control.step(), 0.1);
}

TEST(NordsieckControl, RisesToTheHighestOrder) {
  NordsieckControl control(3, {});
  control.StartAt(1, 1);
  for (const int order : {2, 3, 3}) {
    control.Rise();
    EXPECT_EQ(control.order(), order);
  }
}

}  // namespace
}  // namespace daedalus::integrate
