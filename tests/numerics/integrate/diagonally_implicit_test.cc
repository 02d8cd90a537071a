// sdirk4, trapezoid (bi2) and backward-euler: measured orders on ordinary, stiff and index-1 problems, error
// control, and the price of a step.
#include "daedalus/numerics/integrate/diagonally_implicit.h"

#include <gtest/gtest.h>

#include <cmath>

#include "numerics/integrate/convergence.h"
#include "numerics/integrate/problems.h"
#include "numerics/integrate/run.h"

namespace daedalus::integrate {
namespace {

struct Named {
  const char* name;
  Maker make;
  int order;
};

const Named kMethodsOfThisFile[] = {
    {"backward-euler", MakeBackwardEuler, 1}, {"trapezoid", MakeTrapezoid, 2}, {"sdirk4", MakeSdirk4, 4}};

TEST(DiagonallyImplicit, MeasuredOrdersAreThoseOfTheTableaus) {
  for (const Named& method : kMethodsOfThisFile) {
    EXPECT_NEAR(MeasuredOrder(method.make, SmoothOde(), 0.05), method.order, 0.2) << method.name;
    EXPECT_NEAR(MeasuredOrder(method.make, SmoothOde(), 0.05, {}, 0.4), method.order, 0.2) << method.name;
  }
}

TEST(DiagonallyImplicit, AlgebraicUnknownsHaveTheSameOrderAtTheEndsOfSteps) {
  for (const Named& method : kMethodsOfThisFile) {
    EXPECT_NEAR(MeasuredOrder(method.make, SmoothIndexOne(), 0.05), method.order, 0.2) << method.name;
    // Inside steps of sdirk4 one less: its stages alone tell of the slopes there.
    const double inside = std::min(method.order, 3);
    EXPECT_NEAR(MeasuredOrder(method.make, SmoothIndexOne(), 0.05, {}, 0.4), inside, 0.2) << method.name;
  }
}

TEST(DiagonallyImplicit, StiffProblemsReduceTheOrderToThatOfTheStages) {
  // Prothero-Robinson with z = h lambda: sdirk4 has stage order 1, and an error O(h^2 / z), h / lambda
  // ([HW96] IV.15); backward Euler h / lambda too; the trapezoidal rule has stage order 2: h^2 / lambda.
  EXPECT_NEAR(MeasuredOrder(MakeSdirk4, ProtheroRobinson(1e6), 0.1), 1, 0.05);
  EXPECT_NEAR(MeasuredOrder(MakeBackwardEuler, ProtheroRobinson(1e6), 0.1), 1, 0.05);
  EXPECT_NEAR(MeasuredOrder(MakeTrapezoid, ProtheroRobinson(1e6), 0.025), 2, 0.05);
  EXPECT_GT(MeasuredOrder(MakeSdirk4, ProtheroRobinson(100), 0.003), 3.8) << "where h lambda is small";
}

TEST(DiagonallyImplicit, FactorsThatMultiplyDerivativesMayDependOnEverything) {
  // y y' = -1/2, that is (y^2)' = -1: y = sqrt(1 - t).
  SmoothProblem smooth;
  smooth.t_end = 0.5;
  smooth.test.dae.size = 1;
  smooth.exact = [](double t) { return std::vector{std::sqrt(1 - t)}; };
  smooth.test.dae.residual = [](double, auto y, auto yp, auto r) {
    r[0] = y[0] * yp[0] + 0.5;
    return EvalOutcome::kOk;
  };
  smooth.test.y0 = {1};
  smooth.test.yp0 = {-0.5};
  for (const Named& method : kMethodsOfThisFile) {
    EXPECT_NEAR(MeasuredOrder(method.make, smooth, 0.025), method.order, 0.2) << method.name;
  }
}

TEST(DiagonallyImplicit, ErrorsOfControlledStepsFallWithTheTolerance) {
  for (const Named& method : kMethodsOfThisFile) {
    double last = 1;
    for (const double tolerance : {1e-3, 1e-5, 1e-7}) {
      if (method.order == 1 && tolerance < 1e-6) continue;  // 10^4 steps
      const RunResult run = RunWith(method.make, Oscillator(), 5, {tolerance, {tolerance}});
      ASSERT_EQ(run.outcome.status, StepStatus::kReachedLimit) << run.outcome.reason;
      const double error = std::abs(run.y[0] - std::cos(5.0));
      EXPECT_LT(error, 2 * std::sqrt(2.0) * tolerance * static_cast<double>(run.statistics.steps))
          << method.name;
      EXPECT_LT(error, last / 5) << method.name;
      last = error;
    }
  }
}

TEST(DiagonallyImplicit, RobertsonIsSolvedOverElevenDecades) {
  const double reference[] = {0.2083340149701255e-07, 0.8333360770334713e-13, 0.9999999791665050};
  const RunResult run = RunWith(MakeSdirk4, Robertson(), 1e11, {1e-6, {1e-12, 1e-16, 1e-8}});
  ASSERT_EQ(run.outcome.status, StepStatus::kReachedLimit) << run.outcome.reason;
  for (int i = 0; i < 3; ++i) EXPECT_NEAR(run.y[i] / reference[i], 1, 1e-3) << i;
  EXPECT_LT(run.statistics.jacobian_evaluations, run.statistics.steps / 2) << "Jacobians are kept";
  EXPECT_LT(run.statistics.factorizations, run.statistics.steps + run.statistics.rejected_steps());
}

TEST(DiagonallyImplicit, TheTrapezoidalRuleKeepsTheEnergyAndBackwardEulerLosesIt) {
  const auto energy = [](const Maker& make) {
    const RunResult run = RunWith(make, Oscillator(), 20, {1e-10, {1e-10}}, {.fixed_step = 0.1});
    return run.y[0] * run.y[0] + run.y[1] * run.y[1];
  };
  EXPECT_NEAR(energy(MakeTrapezoid), 1, 1e-9);
  // 200 steps divide it by 1 + h^2 each.
  EXPECT_NEAR(energy(MakeBackwardEuler), std::pow(1.01, -200), 1e-9);
}

TEST(DiagonallyImplicit, DenseOutputOfTheTrapezoidalRuleDoesNotRingInStiffComponents) {
  // Started off the solution by 1e-6, the slope is wrong by 1, and this alternates almost for ever.
  SmoothProblem smooth = ProtheroRobinson(1e6);
  smooth.test.y0[0] += 1e-6;
  smooth.test.yp0[0] -= 1;
  const auto integrator = MakeTrapezoid(smooth.test.dae, {1e-10, {1e-10}}, {.fixed_step = 0.05});
  ASSERT_TRUE((*integrator)->Initialize(0, smooth.test.y0, smooth.test.yp0).ok());
  ASSERT_TRUE((*integrator)->Step(2).ok());
  StepOutcome outcome;
  while (outcome.status == StepStatus::kStepped) {
    ASSERT_TRUE((outcome = (*integrator)->Step(2)).ok());
    EXPECT_GT(std::abs((*integrator)->yp()[0] - std::cos((*integrator)->time() + 1)), 0.9);
    const double middle = ((*integrator)->previous_time() + (*integrator)->time()) / 2;
    double y[1], yp[1];
    ASSERT_TRUE((*integrator)->Interpolate(middle, y, yp));
    // Hermite polynomials with the slopes of the method would be off by h / 8 = 6e-3 at most, and by half of
    // it.
    if ((*integrator)->previous_time() > 0.06) {
      EXPECT_NEAR(y[0], std::sin(middle + 1), 3e-5);
    }
  }
}

TEST(DiagonallyImplicit, AJacobianOfZeroDerivativesDivergesAtAFixedStepWithoutTryingSmallerOnes) {
  TestProblem test = Decay(-50);
  test.dae.jacobian = [](double, auto, auto, auto dy, auto dyp) {
    dy[0] = 0;
    dyp[0] = 1;
    return EvalOutcome::kOk;
  };
  const RunResult run = RunWith(MakeBackwardEuler, test, 1, {1e-6, {1e-6}}, {.fixed_step = 0.1});
  EXPECT_EQ(run.outcome.status, StepStatus::kNewtonDiverged);
  EXPECT_EQ(run.outcome.reason,
            "the corrector iteration does not converge at the fixed step size; largest residual in row 0");
  EXPECT_EQ(run.statistics.convergence_failures, 1);
  EXPECT_EQ(run.y[0], 1);
}

}  // namespace
}  // namespace daedalus::integrate
