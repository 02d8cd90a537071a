// What is special of `adams`: measured orders 1 to 12, problems that are not stiff, algebraic unknowns,
// slopes.
#include "daedalus/numerics/integrate/adams.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "daedalus/numerics/integrate/sundials/ida.h"
#include "numerics/integrate/problems.h"
#include "numerics/integrate/run.h"

namespace daedalus::integrate {
namespace {

const double kPi = std::acos(-1.0);

std::unique_ptr<Integrator> Started(const TestProblem& test, double tolerance,
                                    const IntegratorOptions& options = {}) {
  auto integrator = MakeAdams(test.dae, {tolerance, {tolerance}}, options);
  EXPECT_TRUE(integrator) << integrator.error();
  EXPECT_TRUE((*integrator)->Initialize(0, test.y0, test.yp0).ok());
  return *std::move(integrator);
}

// Two bodies, excentricity e; the period is 2 pi.
TestProblem Kepler(double e) {
  TestProblem test;
  test.dae.size = 4;
  test.dae.residual = [](double, auto y, auto yp, auto r) {
    const double cubed = std::pow(y[0] * y[0] + y[1] * y[1], 1.5);
    r[0] = yp[0] - y[2];
    r[1] = yp[1] - y[3];
    r[2] = yp[2] + y[0] / cubed;
    r[3] = yp[3] + y[1] / cubed;
    return EvalOutcome::kOk;
  };
  test.y0 = {1 - e, 0, 0, std::sqrt((1 + e) / (1 - e))};
  test.yp0 = {0, test.y0[3], -1 / ((1 - e) * (1 - e)), 0};
  return test;
}

// The oscillator with an implicit mass matrix and an algebraic unknown: 2 x' + v' = 2 v - x, x' + v' = v - x,
// 0 = z
// - x v exp(z - x v). x = cos t, v = -sin t, z = x v.
TestProblem ImplicitOscillator() {
  TestProblem test;
  test.dae.size = 3;
  test.dae.is_differential = {1, 1, 0};
  test.dae.residual = [](double, auto y, auto yp, auto r) {
    r[0] = 2 * yp[0] + yp[1] - 2 * y[1] + y[0];
    r[1] = yp[0] + yp[1] - y[1] + y[0];
    r[2] = y[2] - y[0] * y[1] * std::exp(y[2] - y[0] * y[1]);
    return EvalOutcome::kOk;
  };
  test.y0 = {1, 0, 0};
  test.yp0 = {0, -1, -1};
  return test;
}

double ErrorWithFixedStep(int order, int n) {
  const auto integrator = Started(
      Oscillator(), 1e-10, {.max_order = order, .fixed_step = 4.0 / n, .starter = Starter::kRungeKutta});
  EXPECT_EQ(StepTo(*integrator, 4).status, StepStatus::kReachedLimit);
  EXPECT_EQ(integrator->statistics().last_order, order);
  return std::hypot(integrator->y()[0] - std::cos(4.0), integrator->y()[1] + std::sin(4.0));
}

TEST(AdamsOrder, IsMeasuredFromOneToTwelve) {
  for (int order = 1; order <= 12; ++order) {
    const int n = order < 8 ? 48 : 24;  // the finer step must stay above roundoff
    const int finer = n * 5 / 3;
    const double measured = std::log(ErrorWithFixedStep(order, n) / ErrorWithFixedStep(order, finer)) /
                            std::log(static_cast<double>(finer) / n);
    EXPECT_NEAR(measured, order, order < 8 ? 0.25 : 0.65) << order;
  }
}

TEST(AdamsOrder, HigherOrdersAreMoreExactAtTheSameStep) {
  double previous = 1;
  for (int order = 1; order <= 12; ++order) {
    const double error = ErrorWithFixedStep(order, 32);
    EXPECT_LT(error, previous / 3) << order;
    previous = error;
  }
}

TEST(AdamsSteps, SmoothProblemsNeedFarFewerThanIda) {
  for (const auto& [test, factor] : {std::pair{Oscillator(), 4.0}, std::pair{Kepler(0.5), 3.0}}) {
    const auto adams = Started(test, 1e-10);
    ASSERT_EQ(StepTo(*adams, 20 * kPi).status, StepStatus::kReachedLimit);
    const RunResult ida = RunIda(test, 20 * kPi, {1e-10, {1e-10}});
    ASSERT_EQ(ida.outcome.status, StepStatus::kReachedLimit);
    EXPECT_LT(factor * static_cast<double>(adams->statistics().steps),
              static_cast<double>(ida.statistics.steps));
    double error = 0;
    double error_of_ida = 0;
    for (std::size_t i = 0; i < test.y0.size(); ++i) {  // both are periodic
      error = std::max(error, std::abs(adams->y()[i] - test.y0[i]));
      error_of_ida = std::max(error_of_ida, std::abs(ida.y[i] - test.y0[i]));
    }
    EXPECT_LT(error, error_of_ida);
  }
}

TEST(AdamsSteps, OrderAdaptsToTheTolerance) {
  std::int32_t highest[2];
  for (const int tight : {0, 1}) {
    const auto integrator = Started(Oscillator(), tight ? 1e-11 : 1e-3);
    StepOutcome outcome{.status = StepStatus::kStepped};
    highest[tight] = 0;
    while (outcome.status == StepStatus::kStepped) {
      outcome = integrator->Step(30);
      highest[tight] = std::max(highest[tight], integrator->statistics().last_order);
    }
  }
  EXPECT_LE(highest[0], 7);
  EXPECT_GE(highest[1], 8);
}

TEST(AdamsDae, AlgebraicUnknownsAndAMassMatrixAreFollowedToTheTolerance) {
  for (const double tolerance : {1e-5, 1e-8, 1e-11}) {
    const auto integrator = Started(ImplicitOscillator(), tolerance);
    std::vector<double> y(3), yp(3);
    StepOutcome outcome{.status = StepStatus::kStepped};
    while (outcome.status == StepStatus::kStepped) {
      outcome = integrator->Step(6);
      const double t = (integrator->previous_time() + integrator->time()) / 2;
      ASSERT_TRUE(integrator->Interpolate(t, y, yp));
      EXPECT_NEAR(y[0], std::cos(t), 100 * tolerance);
      EXPECT_NEAR(y[2], -std::sin(t) * std::cos(t), 300 * tolerance);
    }
    ASSERT_EQ(outcome.status, StepStatus::kReachedLimit) << outcome.reason;
    const auto at_end = integrator->y();
    EXPECT_NEAR(at_end[2], at_end[0] * at_end[1], tolerance) << "(8.28b) corrects algebraic unknowns along";
  }
}

TEST(AdamsDae, SlopesAreThoseOfTheEquationsNotOfTheFormula) {
  // The first two equations are linear in w, so (8.28b) solves them at once; the third, which is not linear,
  // to a hundredth of the tolerance.
  const TestProblem test = ImplicitOscillator();
  const auto integrator = Started(test, 1e-4);
  std::vector<double> r(3);
  StepOutcome outcome{.status = StepStatus::kStepped};
  while (outcome.status == StepStatus::kStepped) {
    outcome = integrator->Step(6);
    test.dae.residual(integrator->time(), integrator->y(), integrator->yp(), r);
    for (const int row : {0, 1}) EXPECT_NEAR(r[row], 0, 1e-10);
    EXPECT_NEAR(r[2], 0, 1e-6);
  }
}

TEST(AdamsDae, HigherIndexIsRefusedWithTheUnknownThatHasNoSlope) {
  // x' = z, 0 = x - t^2: z is not in the second equation, so (8.28b) cannot find it.
  TestProblem test;
  test.dae.size = 2;
  test.dae.is_differential = {1, 0};
  test.dae.residual = [](double t, auto y, auto yp, auto r) {
    r[0] = yp[0] - y[1];
    r[1] = y[0] - t * t;
    return EvalOutcome::kOk;
  };
  test.y0 = {0, 0};
  test.yp0 = {0, 2};
  const auto integrator = Started(test, 1e-6);
  const StepOutcome outcome = StepTo(*integrator, 1);
  EXPECT_EQ(outcome.status, StepStatus::kSingularJacobian) << outcome.reason;
  EXPECT_TRUE(outcome.row.has_value());
  EXPECT_EQ(integrator->time(), 0);
}

TEST(AdamsStart, ByRungeKuttaIsAsGoodAndNeedsNoMoreSteps) {
  const auto slow = Started(Kepler(0.3), 1e-8);
  const auto fast = Started(Kepler(0.3), 1e-8, {.starter = Starter::kRungeKutta});
  ASSERT_EQ(StepTo(*slow, 2 * kPi).status, StepStatus::kReachedLimit);
  ASSERT_EQ(StepTo(*fast, 2 * kPi).status, StepStatus::kReachedLimit);
  EXPECT_LE(fast->statistics().steps, slow->statistics().steps);
  EXPECT_NEAR(fast->y()[0], 0.7, 1e-5);
}

TEST(AdamsInput, OrdersAboveTwelveAreRefused) {
  EXPECT_FALSE(MakeAdams(Oscillator().dae, {1e-6, {1e-6}}, {.max_order = 13}));
}

}  // namespace
}  // namespace daedalus::integrate
