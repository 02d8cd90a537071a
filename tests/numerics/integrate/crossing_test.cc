// Restart values by tiny steps, and discontinuities that nobody announced.
#include "daedalus/numerics/integrate/crossing.h"

#include <gtest/gtest.h>

#include <cmath>
#include <memory>
#include <string>
#include <vector>

#include "daedalus/numerics/integrate/restart.h"
#include "daedalus/numerics/integrate/suite/methods.h"
#include "numerics/integrate/problems.h"
#include "numerics/integrate/run.h"

namespace daedalus::integrate {
namespace {

const Tolerances kTight{1e-8, {1e-10}};

// x' = z, 0 = x - g(t) with g = |t - 1|: of index 2 in z = g', which jumps from -1 to 1.
TestProblem KinkOfIndexTwo() {
  TestProblem test;
  test.dae.size = 2;
  test.dae.is_differential = {1, 0};
  test.dae.index = {1, 2};
  test.dae.residual = [](double t, auto y, auto yp, auto r) {
    r[0] = yp[0] - y[1];
    r[1] = y[0] - std::abs(t - 1);
    return EvalOutcome::kOk;
  };
  test.y0 = {1, -1};
  test.yp0 = {-1, 0};
  return test;
}

TEST(TinySteps, FindTheJumpOfAnUnknownOfIndexTwo) {
  std::vector<double> y = {0, -1}, yp = {-1, 0};
  const StepOutcome outcome = FindRestartValues(KinkOfIndexTwo().dae, kTight, 1, 1e-6, y, yp);
  ASSERT_EQ(outcome.status, StepStatus::kStepped) << outcome.reason;
  EXPECT_EQ(outcome.t, 1 + 2e-6);
  EXPECT_NEAR(y[0], 2e-6, 1e-15);
  EXPECT_NEAR(y[1], 1, 1e-9);
  EXPECT_NEAR(yp[0], 1, 1e-9);
}

TEST(TinySteps, ASmallErrorOfTheConstraintDoesNotReachTheUnknownOfIndexTwo) {
  // The first step turns the error 1e-7 into 1e-7 / h = 0.1 in z; the second has forgotten it.
  std::vector<double> y = {1e-7, -1}, yp = {-1, 0};
  ASSERT_TRUE(FindRestartValues(KinkOfIndexTwo().dae, kTight, 1, 1e-6, y, yp).ok());
  EXPECT_NEAR(y[1], 1, 1e-8);
}

TEST(TinySteps, TheErrorOfAnUnknownOfIndexTwoIsProportionalToTheStep) {
  // x = sin t, z = cos t; at t = 1 the difference quotient has the error h sin(1) / 2.
  DaeProblem problem = KinkOfIndexTwo().dae;
  problem.residual = [](double t, auto y, auto yp, auto r) {
    r[0] = yp[0] - y[1];
    r[1] = y[0] - std::sin(t);
    return EvalOutcome::kOk;
  };
  for (const double h : {1e-3, 1e-4, 1e-5}) {
    std::vector<double> y = {std::sin(1.0), 0}, yp = {0, 0};
    const StepOutcome outcome = FindRestartValues(problem, kTight, 1, h, y, yp);
    ASSERT_TRUE(outcome.ok());
    EXPECT_NEAR((y[1] - std::cos(outcome.t)) / h, std::sin(1.0) / 2, 0.01);
  }
}

TEST(TinySteps, FindAlgebraicUnknownsOfIndexOneFromAnyGuess) {
  // x' = -z, z + z^3 = 2 x.
  DaeProblem problem;
  problem.size = 2;
  problem.is_differential = {1, 0};
  problem.residual = [](double, auto y, auto yp, auto r) {
    r[0] = yp[0] + y[1];
    r[1] = y[1] + y[1] * y[1] * y[1] - 2 * y[0];
    return EvalOutcome::kOk;
  };
  std::vector<double> y = {1, 100}, yp = {0, 0};
  ASSERT_TRUE(FindRestartValues(problem, kTight, 0, 1e-8, y, yp).ok());
  EXPECT_NEAR(y[0], 1, 1e-7);
  EXPECT_NEAR(y[1], 1, 1e-7);
  EXPECT_NEAR(yp[0], -1, 1e-7);
}

TEST(TinySteps, FailuresNameTheirCauseAndLeaveTheValues) {
  const DaeProblem problem = KinkOfIndexTwo().dae;
  std::vector<double> y = {5, 6}, yp = {7, 8};
  EXPECT_EQ(FindRestartValues(problem, kTight, 1, 0, y, yp).status, StepStatus::kBadInput);
  EXPECT_EQ(FindRestartValues(problem, kTight, 1, 1e-17, y, yp).status, StepStatus::kBadInput);
  EXPECT_EQ(FindRestartValues(problem, {1e-6, {0}}, 1, 1e-6, y, yp).status, StepStatus::kBadInput);
  DaeProblem broken = problem;
  broken.residual = [](double, auto, auto, auto r) {
    r[0] = 0;
    r[1] = std::nan("");
    return EvalOutcome::kOk;
  };
  const StepOutcome outcome = FindRestartValues(broken, kTight, 1, 1e-6, y, yp);
  EXPECT_EQ(outcome.status, StepStatus::kResidualFailed);
  EXPECT_EQ(outcome.row, 1);
  broken.residual = [](double, auto, auto yp_in, auto r) {
    r[0] = yp_in[0];
    r[1] = 1;
    return EvalOutcome::kOk;
  };
  EXPECT_EQ(FindRestartValues(broken, kTight, 1, 1e-6, y, yp).status, StepStatus::kSingularJacobian);
  EXPECT_EQ(y, (std::vector<double>{5, 6}));
  EXPECT_EQ(yp, (std::vector<double>{7, 8}));
}

// ---- Crossing ----

RunResult RunCrossing(const std::string& method, TestProblem test, double t_end, bool crosses) {
  test.dae.constant_mass = true;  // of all that are run here
  return RunMethod(method, test, t_end, kTight, {.cross_discontinuities = crosses});
}

class CrossingOfMethod : public testing::TestWithParam<std::string> {};

TEST_P(CrossingOfMethod, AJumpOfTheRightHandSideIsPassedToTheTolerance) {
  // x' = 1 before the jump, x' = -1000 x after it; z = x' is a second, algebraic unknown that jumps. At
  // several places, because the steps reach some of them in a lucky way.
  for (const double jump : {1.0, 0.93, 0.81, 0.777, 0.6, 0.5123}) {
    TestProblem test;
    test.dae.size = 2;
    test.dae.is_differential = {1, 0};
    test.dae.residual = [jump](double t, auto y, auto yp, auto r) {
      r[0] = yp[0] - y[1];
      r[1] = y[1] - (t < jump ? 1 : -1000 * y[0]);
      return EvalOutcome::kOk;
    };
    test.y0 = {1 - jump, 1};
    test.yp0 = {1, 0};
    const RunResult run = RunCrossing(GetParam(), test, jump + 0.002, true);
    ASSERT_EQ(run.outcome.status, StepStatus::kReachedLimit) << run.outcome.reason;
    EXPECT_NEAR(run.y[0], std::exp(-2.0), 2e-6);
    EXPECT_LE(run.statistics.crossings, 3);
  }
}

TEST_P(CrossingOfMethod, SmoothProblemsAreNotTouched) {
  const RunResult with = RunCrossing(GetParam(), Oscillator(), 5, true);
  const RunResult without = RunCrossing(GetParam(), Oscillator(), 5, false);
  EXPECT_EQ(with.y, without.y);
  EXPECT_EQ(with.statistics.steps, without.statistics.steps);
  EXPECT_EQ(with.statistics.residual_evaluations, without.statistics.residual_evaluations);
  EXPECT_EQ(with.statistics.crossings, 0);
}

TEST_P(CrossingOfMethod, APoleIsNotCrossed) {
  // y' = y^2, y = 1 / (1 - t).
  TestProblem test;
  test.dae.size = 1;
  test.dae.residual = [](double, auto y, auto yp, auto r) {
    r[0] = yp[0] - y[0] * y[0];
    return EvalOutcome::kOk;
  };
  test.y0 = {1};
  test.yp0 = {1};
  const RunResult run = RunCrossing(GetParam(), test, 2, true);
  EXPECT_FALSE(run.outcome.ok());
  EXPECT_GT(run.y[0], 1e6);
}

// Without backward Euler, which makes too many steps at these tolerances.
std::vector<std::string> ImplicitMethods() {
  std::vector<std::string> names;
  for (const MethodInfo& method : Methods()) {
    if (method.available && method.variable_step && method.implicit && method.max_order > 1)
      names.emplace_back(method.name);
  }
  return names;
}

INSTANTIATE_TEST_SUITE_P(AllMethods, CrossingOfMethod, testing::ValuesIn(ImplicitMethods()),
                         [](const auto& tested) { return TestNameOf(tested.param); });

// x' = 1, 0 = z^3 - 3 z - x: the branch z < -1 ends in a fold at x = 2, z = -1, and the only other solution
// is z = 2.
TestProblem Fold() {
  TestProblem test;
  test.dae.size = 2;
  test.dae.is_differential = {1, 0};
  test.dae.residual = [](double, auto y, auto yp, auto r) {
    r[0] = yp[0] - 1;
    r[1] = y[1] * y[1] * y[1] - 3 * y[1] - y[0];
    return EvalOutcome::kOk;
  };
  test.y0 = {0, -std::sqrt(3.0)};
  test.yp0 = {1, 1 / (3 * 3.0 - 3)};
  return test;
}

TEST(Crossing, AFoldIsNotCrossed) {
  for (const bool crosses : {false, true}) {
    const RunResult run = RunCrossing("ida", Fold(), 3, crosses);
    EXPECT_FALSE(run.outcome.ok());
    EXPECT_NEAR(run.y[0], 2, 1e-6);
    EXPECT_NEAR(run.y[1], -1, 1e-3);
  }
}

TEST(Crossing, DenseOutputOverACrossingIsTheLineBetweenItsEnds) {
  TestProblem test = KinkOfIndexTwo();
  test.dae.index = {};  // the test of z never passes over the jump
  IntegratorOptions options;
  options.cross_discontinuities = true;
  auto integrator = MakeIntegrator("ida", test.dae, {1e-4, {1e-4}}, options);
  ASSERT_TRUE(integrator);
  (*integrator)->Initialize(0, test.y0, test.yp0);
  StepOutcome outcome{.status = StepStatus::kStepped};
  std::vector<double> before(2), after(2), middle(2), yp(2);
  while (outcome.status == StepStatus::kStepped && (*integrator)->statistics().crossings == 0) {
    outcome = (*integrator)->Step(2);
  }
  ASSERT_EQ((*integrator)->statistics().crossings, 1) << outcome.reason;
  after.assign((*integrator)->y().begin(), (*integrator)->y().end());
  const double begin = (*integrator)->previous_time(), end = (*integrator)->time();
  EXPECT_LE(begin, 1);
  EXPECT_GT(end, 1 - 1e-6);
  ASSERT_TRUE((*integrator)->Interpolate(begin, before, yp));
  EXPECT_LT(before[1], 0.5);
  EXPECT_NEAR(after[1], 1, 1e-3);
  ASSERT_TRUE((*integrator)->Interpolate(begin + (end - begin) / 2, middle, yp));
  EXPECT_NEAR(middle[1], (before[1] + after[1]) / 2, 1e-9);
  EXPECT_FALSE((*integrator)->Interpolate(begin - 1e-3, middle, yp));
}

}  // namespace
}  // namespace daedalus::integrate
