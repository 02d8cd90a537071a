// euler, rk4, dopri5 and dop853: measured orders of steps and dense output, error control with and without an
// embedded solution, and what they say of stiff problems.
#include "daedalus/numerics/integrate/explicit_runge_kutta.h"

#include <gtest/gtest.h>

#include <cmath>

#include "numerics/integrate/convergence.h"
#include "numerics/integrate/problems.h"
#include "numerics/integrate/run.h"

namespace daedalus::integrate {
namespace {

TEST(ExplicitRungeKutta, MeasuredOrdersAreThoseOfTheTableaus) {
  EXPECT_NEAR(MeasuredOrder(MakeEuler, SmoothOde(), 0.0125), 1, 0.05);
  EXPECT_NEAR(MeasuredOrder(MakeRungeKutta4, SmoothOde(), 0.025), 4, 0.1);
  EXPECT_NEAR(MeasuredOrder(MakeDopri5, SmoothOde(), 0.025), 5, 0.15);
  EXPECT_NEAR(MeasuredOrder(MakeDop853, SmoothOde(), 0.2), 8, 0.5);
}

TEST(ExplicitRungeKutta, DenseOutputHasTheOrderOfTheStepsInsideThem) {
  for (const double inside : {0.25, 0.4, 0.8}) {
    EXPECT_NEAR(MeasuredOrder(MakeEuler, SmoothOde(), 0.0125, {}, inside), 1, 0.05);
    EXPECT_NEAR(MeasuredOrder(MakeRungeKutta4, SmoothOde(), 0.025, {}, inside), 4, 0.1);
    EXPECT_GT(MeasuredOrder(MakeDopri5, SmoothOde(), 0.025, {}, inside), 4.8);
    EXPECT_GT(MeasuredOrder(MakeDop853, SmoothOde(), 0.2, {}, inside), 6.8);
  }
}

// y' = n t^(n - 1), y = t^n in one step from 0 to 1: the error inside of it.
double ErrorOfPower(const Maker& make, int n) {
  TestProblem test = Decay();
  test.dae.residual = [n](double t, auto, auto yp, auto r) {
    r[0] = yp[0] - n * std::pow(t, n - 1);
    return EvalOutcome::kOk;
  };
  test.y0 = test.yp0 = {0};
  const auto integrator = make(test.dae, {1e-6, {1e-6}}, {.fixed_step = 1});
  EXPECT_TRUE((*integrator)->Initialize(0, test.y0, test.yp0).ok());
  EXPECT_TRUE((*integrator)->Step(1).ok());
  double y[1], yp[1];
  EXPECT_TRUE((*integrator)->Interpolate(0.3, y, yp));
  return std::max(std::abs(y[0] - std::pow(0.3, n)), std::abs(yp[0] - n * std::pow(0.3, n - 1)));
}

TEST(ExplicitRungeKutta, DenseOutputReproducesPolynomials) {
  for (int n = 1; n <= 4; ++n) EXPECT_LT(ErrorOfPower(MakeDopri5, n), 1e-14) << n;
  for (int n = 1; n <= 7; ++n) EXPECT_LT(ErrorOfPower(MakeDop853, n), 1e-12) << n;
  EXPECT_GT(ErrorOfPower(MakeRungeKutta4, 4), 0.01) << "a cubic cannot";
  EXPECT_GT(ErrorOfPower(MakeDopri5, 5), 1e-3);
  EXPECT_GT(ErrorOfPower(MakeDop853, 8), 1e-6);
}

TEST(ExplicitRungeKutta, ErrorsFallWithTheToleranceWithoutAnEmbeddedSolutionToo) {
  const Maker makers[] = {MakeRungeKutta4, MakeDopri5, MakeDop853};
  for (const Maker& make : makers) {
    double last = 1;
    for (const double tolerance : {1e-4, 1e-6, 1e-8}) {
      const RunResult run = RunWith(make, Oscillator(), 10, {tolerance, {tolerance}});
      ASSERT_EQ(run.outcome.status, StepStatus::kReachedLimit) << run.outcome.reason;
      const double error = std::abs(run.y[0] - std::cos(10.0));
      EXPECT_LT(error, 2 * std::sqrt(2.0) * tolerance * static_cast<double>(run.statistics.steps));
      EXPECT_LT(error, last / 10);
      last = error;
    }
  }
  const RunResult euler = RunWith(MakeEuler, Oscillator(), 1, {1e-6, {1e-6}});
  EXPECT_NEAR(euler.y[0], std::cos(1.0), 1.5e-6 * static_cast<double>(euler.statistics.steps));
}

TEST(ExplicitRungeKutta, EvaluationsAStep) {
  const std::pair<Maker, int> costs[] = {{MakeDopri5, 6}, {MakeDop853, 16}};
  for (const auto& [make, most] : costs) {
    const RunResult run = RunWith(make, Oscillator(), 10, {1e-6, {1e-6}});
    const std::int64_t attempts = run.statistics.steps + run.statistics.rejected_steps();
    EXPECT_LE(run.statistics.residual_evaluations, most * attempts + 4);
    EXPECT_EQ(run.statistics.jacobian_evaluations, 0);
    EXPECT_EQ(run.statistics.factorizations, 0);
  }
}

TEST(ExplicitRungeKutta, FixedStepsAreAllOfThatSize) {
  const TestProblem test = Oscillator();
  const auto integrator = MakeRungeKutta4(test.dae, {1e-6, {1e-6}}, {.fixed_step = 0.3});
  ASSERT_TRUE((*integrator)->Initialize(0, test.y0, test.yp0).ok());
  for (int i = 0; i < 3; ++i) {
    ASSERT_TRUE((*integrator)->Step(1).ok());
    EXPECT_NEAR((*integrator)->time(), 0.3 * (i + 1), 1e-15);
  }
  EXPECT_EQ((*integrator)->Step(1).status, StepStatus::kReachedLimit);
}

TEST(ExplicitRungeKutta, StiffnessIsNoticedOnVanDerPolAndNotOnTheOscillator) {
  const Maker makers[] = {MakeDopri5, MakeDop853};
  for (const Maker& make : makers) {
    const RunResult stiff = RunWith(make, VanDerPol(1000), 10, {1e-6, {1e-6}});
    ASSERT_EQ(stiff.outcome.status, StepStatus::kReachedLimit) << stiff.outcome.reason;
    EXPECT_TRUE(stiff.statistics.advice.starts_with("the problem looks stiff at t = "))
        << stiff.statistics.advice;
    const RunResult harmless = RunWith(make, Oscillator(), 100, {1e-6, {1e-6}});
    EXPECT_EQ(harmless.statistics.advice, "");
  }
}

TEST(ExplicitRungeKutta, ProblemsThatAreNotExplicitAreRefusedWithTheirRow) {
  const Maker makers[] = {MakeEuler, MakeRungeKutta4, MakeDopri5, MakeDop853};
  for (const Maker& make : makers) {
    const RunResult run = RunWith(make, Robertson(), 1, {1e-6, {1e-6}});
    EXPECT_EQ(run.outcome.status, StepStatus::kBadInput);
    EXPECT_EQ(run.outcome.row, 2);
    EXPECT_EQ(run.outcome.reason, "explicit methods need y' = f(t, y), and equation 2 is not of that form");
  }
}

TEST(ExplicitRungeKutta, SignsAreKeptOrTheUnknownIsNamed) {
  TestProblem test = Decay();
  test.dae.residual = [](double, auto, auto yp, auto r) {
    r[0] = yp[0] + 1;
    return EvalOutcome::kOk;
  };
  test.dae.signs = {Sign::kPositive};
  const RunResult run = RunWith(MakeDopri5, test, 2, {1e-6, {1e-6}});
  EXPECT_EQ(run.outcome.status, StepStatus::kSignViolated) << run.outcome.reason;
  EXPECT_EQ(run.outcome.unknown, 0);
  EXPECT_GT(run.y[0], 0);
}

TEST(ExplicitRungeKutta, ASolutionThatBlowsUpEndsThere) {
  TestProblem test = Decay();
  test.dae.residual = [](double, auto y, auto yp, auto r) {
    r[0] = yp[0] - y[0] * y[0];
    return EvalOutcome::kOk;
  };
  const Maker makers[] = {MakeRungeKutta4, MakeDopri5, MakeDop853};
  for (const Maker& make : makers) {
    const RunResult run = RunWith(make, test, 2, {1e-6, {1e-6}});
    EXPECT_FALSE(run.outcome.ok());
    EXPECT_NEAR(run.outcome.t, 1, 1e-3);
  }
}

}  // namespace
}  // namespace daedalus::integrate
