#include "daedalus/numerics/integrate/root_panels.h"

#include <gtest/gtest.h>

#include <cmath>

#include "numerics/integrate/clock.h"

namespace daedalus::integrate {
namespace {

// One step of the clock, from 0 to 1.
struct Step {
  explicit Step(const Functions& functions, RootOptions options = {}) : Step(WithRoots(functions), options) {}
  Step(const DaeProblem& problem, RootOptions options)
      : values(problem), sides(problem), panels(problem, options) {
    clock.Initialize(0, {}, {});
    values.Evaluate(clock, 0, panels.start());
    sides.Start(clock, panels.start(), {});
    panels.Start(0);
    clock.Step(1);
    evaluations_before = values.evaluations();
    is_scanned = panels.Scan({clock, values, sides, found}, 1);
  }
  Clock clock{1};
  RootValues values;
  RootSides sides;
  RootPanels panels;
  std::vector<FoundRoot> found;
  std::int64_t evaluations_before = 0;
  bool is_scanned = false;
};

constexpr double kFewUlps = 1e-14;

TEST(RootPanels, EncloseAChangeOfSign) {
  const Step step({[](double t) { return t - 0.3; }});
  ASSERT_TRUE(step.is_scanned);
  ASSERT_EQ(step.found.size(), 1u);
  EXPECT_LE(step.found[0].left, 0.3);
  EXPECT_GE(step.found[0].right, 0.3);
  EXPECT_LT(step.found[0].right - step.found[0].left, kFewUlps);
  EXPECT_EQ(step.found[0].crossing.direction, RootDirection::kRising);
  EXPECT_EQ(step.sides[0], 1);
}

TEST(RootPanels, FindTwoChangesWithinAPanel) {
  const Step step({[](double t) { return (t - 0.4) * (t - 0.4) - 1e-4; }});
  ASSERT_TRUE(step.is_scanned);
  ASSERT_EQ(step.found.size(), 2u);
  EXPECT_NEAR(step.found[0].right, 0.39, 1e-12);
  EXPECT_EQ(step.found[0].crossing.direction, RootDirection::kFalling);
  EXPECT_NEAR(step.found[1].right, 0.41, 1e-12);
  EXPECT_EQ(step.found[1].crossing.direction, RootDirection::kRising);
  EXPECT_EQ(step.sides[0], 1);
}

TEST(RootPanels, AMinimumNearZeroTouchesIt) {
  const Step step({[](double t) { return (t - 0.4) * (t - 0.4); }});
  ASSERT_EQ(step.found.size(), 1u);
  EXPECT_NEAR(step.found[0].right, 0.4, 1e-5);
  EXPECT_EQ(step.found[0].crossing.direction, RootDirection::kTangential);
}

// Two panels, each with its end and two slopes.
TEST(RootPanels, AMinimumClearlyAboveZeroIsNotLookedFor) {
  const Step step({[](double t) { return (t - 0.4) * (t - 0.4) + 0.5; }});
  EXPECT_TRUE(step.found.empty());
  EXPECT_EQ(step.values.evaluations() - step.evaluations_before, 6);
}

TEST(RootPanels, AtStepEndsOneEvaluationDecides) {
  const Step step({[](double t) { return t - 0.3; }, [](double t) { return (t - 0.4) * (t - 0.4) - 1e-4; }},
                  {.at_step_ends = true});
  ASSERT_EQ(step.found.size(), 1u);
  EXPECT_EQ(step.found[0].left, 0);
  EXPECT_EQ(step.found[0].right, 1);
  EXPECT_EQ(step.values.evaluations() - step.evaluations_before, 1);
}

// It leaves zero and is back within a part of the step that the panels of other functions pass over.
TEST(RootPanels, AFlightOfAThousandthOfTheStepIsSeen) {
  const Step step({[](double t) { return t * (1e-3 - t); }});
  ASSERT_EQ(step.found.size(), 1u);
  EXPECT_NEAR(step.found[0].right, 1e-3, 1e-15);
  EXPECT_EQ(step.found[0].crossing.direction, RootDirection::kFalling);
}

TEST(RootPanels, AFunctionWithoutAValueEndsTheScan) {
  const Step step({[](double t) { return t < 0.7 ? 1.0 : std::nan(""); }});
  EXPECT_FALSE(step.is_scanned);
  EXPECT_EQ(step.values.failure().status, StepStatus::kResidualFailed);
}

}  // namespace
}  // namespace daedalus::integrate
