// The change between dopri5 and an implicit method, where a problem becomes stiff and where it ceases to be.
#include "daedalus/numerics/integrate/switching.h"

#include <gtest/gtest.h>

#include <cmath>

#include "daedalus/numerics/integrate/explicit_runge_kutta.h"
#include "daedalus/numerics/integrate/rosenbrock.h"
#include "numerics/integrate/problems.h"
#include "numerics/integrate/run.h"

namespace daedalus::integrate {
namespace {

// y' = -stiffness(t) (y - cos t) - sin t: y = cos t, stiff between t = 1 and t = 2 only.
TestProblem StiffForAWhile() {
  TestProblem test;
  test.dae.size = 1;
  test.dae.constant_mass = true;
  test.dae.residual = [](double t, auto y, auto yp, auto r) {
    const double stiffness = 1 + 1e5 * std::exp(-std::pow((t - 1.5) / 0.2, 4));
    r[0] = yp[0] + stiffness * (y[0] - std::cos(t)) + std::sin(t);
    return EvalOutcome::kOk;
  };
  test.dae.jacobian = [](double t, auto, auto, auto dy, auto dyp) {
    dy[0] = 1 + 1e5 * std::exp(-std::pow((t - 1.5) / 0.2, 4));
    dyp[0] = 1;
    return EvalOutcome::kOk;
  };
  test.y0 = {1};
  test.yp0 = {0};
  return test;
}

const Tolerances kSwitchingTolerances{1e-6, {1e-6}};

TEST(Switching, ChangesOverWhereAProblemIsStiffAndBack) {
  const TestProblem test = StiffForAWhile();
  const auto integrator = MakeSwitching(test.dae, kSwitchingTolerances, {.max_step = 0.05}, MakeRodas);
  ASSERT_TRUE(integrator) << integrator.error();
  ASSERT_TRUE((*integrator)->Initialize(0, test.y0, test.yp0).ok());
  ASSERT_EQ(StepTo(**integrator, 0.8).status, StepStatus::kReachedLimit);
  EXPECT_EQ((*integrator)->statistics().jacobian_evaluations, 0) << "explicit so far";
  ASSERT_EQ(StepTo(**integrator, 1.7).status, StepStatus::kReachedLimit);
  EXPECT_GT((*integrator)->statistics().jacobian_evaluations, 0) << "implicit now";
  ASSERT_EQ(StepTo(**integrator, 4).status, StepStatus::kReachedLimit);
  const std::int64_t jacobians = (*integrator)->statistics().jacobian_evaluations;
  ASSERT_EQ(StepTo(**integrator, 6).status, StepStatus::kReachedLimit);
  EXPECT_EQ((*integrator)->statistics().jacobian_evaluations, jacobians) << "explicit again";
  EXPECT_NEAR((*integrator)->y()[0], std::cos(6.0), 1e-4);
  // Stability alone would ask for 1e5 times some 0.4 / 3.3 explicit steps.
  EXPECT_LT((*integrator)->statistics().steps, 1000);
}

TEST(Switching, VanDerPolChangesOftenAndIsRight) {
  const TestProblem test = VanDerPol(1000);
  const auto integrator = MakeSwitching(test.dae, kSwitchingTolerances, {}, MakeRodas);
  ASSERT_TRUE((*integrator)->Initialize(0, test.y0, test.yp0).ok());
  ASSERT_EQ(StepTo(**integrator, 2000).status, StepStatus::kReachedLimit);
  EXPECT_NEAR((*integrator)->y()[0], 0.1706167732170469e1, 1e-4);
  EXPECT_LT((*integrator)->statistics().steps, 5000);
}

TEST(Switching, AnOscillatorStaysExplicit) {
  const TestProblem test = Oscillator();
  const auto integrator = MakeSwitching(test.dae, kSwitchingTolerances, {}, MakeRodas);
  ASSERT_TRUE((*integrator)->Initialize(0, test.y0, test.yp0).ok());
  ASSERT_EQ(StepTo(**integrator, 100).status, StepStatus::kReachedLimit);
  EXPECT_EQ((*integrator)->statistics().jacobian_evaluations, 0);
  const auto alone = MakeDopri5(test.dae, kSwitchingTolerances);
  ASSERT_TRUE((*alone)->Initialize(0, test.y0, test.yp0).ok());
  ASSERT_EQ(StepTo(**alone, 100).status, StepStatus::kReachedLimit);
  EXPECT_EQ((*integrator)->y()[0], (*alone)->y()[0]);
}

TEST(Switching, StepsStayContiguousAndDenseOutputValidThroughAChange) {
  const TestProblem test = StiffForAWhile();
  const auto integrator = MakeSwitching(test.dae, kSwitchingTolerances, {.max_step = 0.05}, MakeRodas);
  StepOutcome outcome = (*integrator)->Initialize(0, test.y0, test.yp0);
  double last = 0, y[1], yp[1];
  while (outcome.status == StepStatus::kStepped) {
    outcome = (*integrator)->Step(3);
    ASSERT_EQ((*integrator)->previous_time(), last);
    last = (*integrator)->time();
    const double t = ((*integrator)->previous_time() + last) / 2;
    ASSERT_TRUE((*integrator)->Interpolate(t, y, yp));
    EXPECT_NEAR(y[0], std::cos(t), 2e-5);
  }
  EXPECT_EQ(outcome.status, StepStatus::kReachedLimit);
}

TEST(Switching, CountersAreTheSumsOfBoth) {
  TestProblem test = StiffForAWhile();
  std::int64_t residuals = 0;
  const ResidualFunction residual = test.dae.residual;
  test.dae.residual = [&residuals, residual](double t, auto y, auto yp, auto r) {
    ++residuals;
    return residual(t, y, yp, r);
  };
  const auto integrator = MakeSwitching(test.dae, kSwitchingTolerances, {.max_step = 0.05}, MakeRodas);
  ASSERT_TRUE((*integrator)->Initialize(0, test.y0, test.yp0).ok());
  ASSERT_EQ(StepTo(**integrator, 4).status, StepStatus::kReachedLimit);
  EXPECT_EQ((*integrator)->statistics().residual_evaluations, residuals);
  ASSERT_TRUE((*integrator)->Initialize(0, test.y0, test.yp0).ok());
  EXPECT_EQ((*integrator)->statistics().steps, 0);
}

TEST(Switching, TheStepsOfBothAreLimitedTogether) {
  const RunResult run =
      RunWith([](auto problem, auto tolerances,
                 auto options) { return MakeSwitching(problem, tolerances, options, MakeRodas); },
              StiffForAWhile(), 4, kSwitchingTolerances, {.max_step = 0.01, .max_steps = 300});
  EXPECT_EQ(run.outcome.status, StepStatus::kTooManySteps);
  EXPECT_EQ(run.statistics.steps, 300);
  EXPECT_GT(run.statistics.jacobian_evaluations, 0) << "both methods ran";
}

TEST(Switching, AnAlgebraicEquationIsRefusedAtTheStart) {
  const TestProblem test = Robertson();
  const auto integrator = MakeSwitching(test.dae, kSwitchingTolerances, {}, MakeRodas);
  const StepOutcome outcome = (*integrator)->Initialize(0, test.y0, test.yp0);
  EXPECT_EQ(outcome.status, StepStatus::kBadInput);
  EXPECT_EQ(outcome.row, 2);
}

}  // namespace
}  // namespace daedalus::integrate
