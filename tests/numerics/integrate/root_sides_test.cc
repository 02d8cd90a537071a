#include "daedalus/numerics/integrate/root_sides.h"

#include <gtest/gtest.h>

#include <limits>

#include "numerics/integrate/clock.h"

namespace daedalus::integrate {
namespace {

struct StartedSides {
  explicit StartedSides(const DaeProblem& problem, std::vector<RootCrossing> reported = {})
      : sides(problem), values(problem), g(static_cast<std::size_t>(problem.num_roots)) {
    clock.Initialize(0, {}, {});
    values.Evaluate(clock, 0, g);
    sides.Start(clock, g, reported);
  }
  Clock clock{1};
  RootSides sides;
  RootValues values;
  std::vector<double> g;
};

TEST(RootSides, AreThoseOfTheValuesAtAStart) {
  const Functions functions = {[](double) { return 1.0; }, [](double) { return -2.0; },
                               [](double t) { return t; }};
  const StartedSides run(WithRoots(functions));
  EXPECT_EQ(run.sides[0], 1);
  EXPECT_EQ(run.sides[1], -1);
  EXPECT_EQ(run.sides[2], 0);
  EXPECT_TRUE(run.sides.has_fresh_departure());
}

// The event enclosed its crossing between -1e-12 and 1e-12. Four times that is still the same root.
TEST(RootSides, WhatIsLeftOfTheLastEventIsNoSide) {
  const Functions functions = {[](double) { return 3e-12; }, [](double) { return 5e-12; },
                               [](double) { return 3e-12; }};
  const auto event = [](std::int32_t function) {
    return RootCrossing{function, RootDirection::kRising, -1e-12, 1e-12};
  };
  StartedSides run(WithRoots(functions), {event(0), event(1)});
  EXPECT_EQ(run.sides[0], 0);
  EXPECT_EQ(run.sides[1], 1);
  EXPECT_EQ(run.sides[2], 1);  // it took no part in the event
  run.sides.Depart(0, 3.9e-12);
  EXPECT_EQ(run.sides[0], 0);
  run.sides.Depart(0, -4.1e-12);
  EXPECT_EQ(run.sides[0], -1);
}

TEST(RootSides, AZeroGetsItsSideFromItsSlope) {
  StartedSides run(
      WithRoots({[](double t) { return t; }, [](double t) { return -t; }, [](double) { return 0.0; }}));
  run.sides.TakeFromSlopes(1, run.values, run.g);
  EXPECT_EQ(run.sides[0], 1);
  EXPECT_EQ(run.g[0], std::numeric_limits<double>::min());
  EXPECT_EQ(run.sides[1], -1);
  EXPECT_EQ(run.g[1], -std::numeric_limits<double>::min());
  EXPECT_EQ(run.sides[2], 0);
  EXPECT_EQ(run.values.evaluations(), 1);  // looks beside the solution are not counted
}

// The slope of an algebraic unknown may be wrong at a start.
TEST(RootSides, ASlopeOfAnAlgebraicUnknownGivesNoSide) {
  for (const char is_differential : {0, 1}) {
    DaeProblem problem = WithRoots({[](double) { return 0.0; }});
    problem.is_differential = {is_differential};
    problem.roots = [](double, auto y, auto, auto g) {
      g[0] = y[0];
      return EvalOutcome::kOk;
    };
    StartedSides run(problem);
    run.sides.TakeFromSlopes(1, run.values, run.g);
    EXPECT_EQ(run.sides[0], is_differential);
  }
}

TEST(RootSides, AChangeThatEndsAtZeroLeavesNone) {
  StartedSides run(WithRoots({[](double) { return 1.0; }}));
  EXPECT_FALSE(run.sides.has_fresh_departure());
  run.sides.Change(0, -1);
  EXPECT_EQ(run.sides[0], -1);
  EXPECT_FALSE(run.sides.has_fresh_departure());
  run.sides.Change(0, 0);
  EXPECT_EQ(run.sides[0], 0);
  EXPECT_TRUE(run.sides.has_fresh_departure());
  run.sides.Depart(0, std::numeric_limits<double>::min());
  EXPECT_EQ(run.sides[0], 1);
}

}  // namespace
}  // namespace daedalus::integrate
