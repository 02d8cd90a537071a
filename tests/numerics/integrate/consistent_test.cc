#include "daedalus/numerics/integrate/consistent.h"

#include <gtest/gtest.h>

#include <cmath>
#include <stdexcept>

#include "numerics/integrate/problems.h"

namespace daedalus::integrate {
namespace {

const Tolerances kTolerances{1e-6, {1e-8}};

// x' = -x + z, 0 = z^3 + z - x: for x = 2, z = 1 and x' = -1.
DaeProblem Cubic() {
  DaeProblem problem;
  problem.size = 2;
  problem.is_differential = {1, 0};
  problem.residual = [](double, auto y, auto yp, auto r) {
    r[0] = yp[0] + y[0] - y[1];
    r[1] = y[1] * y[1] * y[1] + y[1] - y[0];
    return EvalOutcome::kOk;
  };
  return problem;
}

TEST(CalculateConsistent, FindsAlgebraicValuesAndDerivativesFarMoreExactlyThanTheTolerance) {
  double y[] = {2, 0.2}, yp[] = {0, 0};
  const ConsistentOutcome outcome = CalculateConsistent(Cubic(), kTolerances, 0, 0.002, y, yp);
  ASSERT_EQ(outcome.status, ConsistentStatus::kConsistent) << outcome.reason;
  EXPECT_EQ(y[0], 2) << "the differential unknown is given";
  EXPECT_NEAR(y[1], 1, 1e-12);
  EXPECT_NEAR(yp[0], -1, 1e-12);
  EXPECT_GT(outcome.newton_iterations, 0);
  EXPECT_LT(outcome.residual_norm, 1e-3);
}

TEST(CalculateConsistent, OfRobertsonAgreesWithTheChemistry) {
  const TestProblem test = Robertson();
  double y[] = {1, 0, 0.5}, yp[] = {0, 0, 0};
  const ConsistentOutcome outcome = CalculateConsistent(test.dae, {1e-6, {1e-10}}, 0, 1, y, yp);
  ASSERT_EQ(outcome.status, ConsistentStatus::kConsistent) << outcome.reason;
  EXPECT_NEAR(y[2], 0, 1e-14);
  EXPECT_NEAR(yp[0], -0.04, 1e-12);
  EXPECT_NEAR(yp[1], 0.04, 1e-12);
}

TEST(CalculateConsistent, OfAnOrdinaryEquationGivesTheDerivative) {
  const TestProblem test = VanDerPol(100);
  double y[] = {2, 1}, yp[] = {0, 0};
  const ConsistentOutcome outcome = CalculateConsistent(test.dae, kTolerances, 0, 0.1, y, yp);
  ASSERT_TRUE(outcome.ok()) << outcome.reason;
  EXPECT_NEAR(yp[0], 1, 1e-12);
  EXPECT_NEAR(yp[1], -302, 1e-9);
}

TEST(CalculateConsistent, DampsStepsThatWouldDiverge) {
  // 0 = atan(z) - x: undamped Newton steps from z = 10 grow without bound.
  DaeProblem problem = Cubic();
  problem.residual = [](double, auto y, auto yp, auto r) {
    r[0] = yp[0] + y[1];
    r[1] = std::atan(y[1]) - y[0];
    return EvalOutcome::kOk;
  };
  double y[] = {0.5, 10}, yp[] = {0, 0};
  const ConsistentOutcome outcome = CalculateConsistent(problem, kTolerances, 0, 1, y, yp);
  ASSERT_TRUE(outcome.ok()) << outcome.reason;
  EXPECT_NEAR(y[1], std::tan(0.5), 1e-12);
  EXPECT_NEAR(yp[0], -std::tan(0.5), 1e-12);
}

TEST(CalculateConsistent, TurnsBackWhereTheResidualIsNotDefined) {
  // 0 = log(z) - x: the first full step from z = 20 leads to z < 0.
  DaeProblem problem = Cubic();
  problem.residual = [](double, auto y, auto yp, auto r) {
    r[0] = yp[0] + y[1];
    r[1] = std::log(y[1]) - y[0];
    return EvalOutcome::kOk;
  };
  double y[] = {-1, 20}, yp[] = {0, 0};
  const ConsistentOutcome outcome = CalculateConsistent(problem, kTolerances, 0, 1, y, yp);
  ASSERT_TRUE(outcome.ok()) << outcome.reason;
  EXPECT_NEAR(y[1], std::exp(-1.0), 1e-12);
}

TEST(CalculateConsistent, OfASparseProblemNeedsOneJacobian) {
  // Linear in the slopes: the second step is zero up to roundoff.
  const TestProblem test = Heat(200, true);
  std::vector<double> y = test.y0, yp(200, 0.0);
  const ConsistentOutcome outcome = CalculateConsistent(test.dae, kTolerances, 0, 1, y, yp);
  ASSERT_TRUE(outcome.ok()) << outcome.reason;
  for (int i = 0; i < 200; ++i) EXPECT_NEAR(yp[i], test.yp0[i], 1e-9);
  EXPECT_LE(outcome.residual_evaluations, 5);
}

TEST(CalculateConsistent, WithoutASolutionNamesTheRowAndLeavesTheGuess) {
  DaeProblem problem = Cubic();
  problem.residual = [](double, auto y, auto yp, auto r) {
    r[0] = yp[0] + y[0];
    r[1] = y[1] * y[1] + 1;
    return EvalOutcome::kOk;
  };
  double y[] = {1, 2}, yp[] = {0, 0};
  const ConsistentOutcome outcome = CalculateConsistent(problem, kTolerances, 0, 1, y, yp);
  EXPECT_EQ(outcome.status, ConsistentStatus::kNotConverged) << outcome.reason;
  EXPECT_EQ(outcome.row, 1);
  EXPECT_EQ(y[1], 2);
  EXPECT_EQ(yp[0], 0);
}

TEST(CalculateConsistent, OfHigherIndexSaysSingularAndNamesWhatHasNoPivot) {
  // x' = z, 0 = x - t: z does not occur in the constraint.
  DaeProblem problem;
  problem.size = 2;
  problem.is_differential = {1, 0};
  problem.residual = [](double t, auto y, auto yp, auto r) {
    r[0] = yp[0];
    r[1] = y[0] - t;
    return EvalOutcome::kOk;
  };
  double y[] = {0, 0}, yp[] = {0, 0};
  const ConsistentOutcome outcome = CalculateConsistent(problem, kTolerances, 1, 2, y, yp);
  EXPECT_EQ(outcome.status, ConsistentStatus::kSingularJacobian) << outcome.reason;
  EXPECT_EQ(outcome.unknown, 1);
}

TEST(CalculateConsistent, BadStartsAndThrowingCallbacksAreOutcomes) {
  DaeProblem problem = Cubic();
  double y[] = {2, 1}, yp[] = {0, 0};
  double three[] = {1, 1, 1};
  EXPECT_EQ(CalculateConsistent(problem, kTolerances, 0, 1, three, yp).status, ConsistentStatus::kBadInput);
  EXPECT_EQ(CalculateConsistent(problem, {1e-6, {}}, 0, 1, y, yp).status, ConsistentStatus::kBadInput);
  EXPECT_EQ(CalculateConsistent(problem, kTolerances, 1, 1, y, yp).status, ConsistentStatus::kBadInput);
  problem.residual = [](double, auto y_at, auto yp_at, auto r) {
    r[0] = yp_at[0] + y_at[0];
    r[1] = std::log(-y_at[1]);
    return EvalOutcome::kOk;
  };
  const ConsistentOutcome nan = CalculateConsistent(problem, kTolerances, 0, 1, y, yp);
  EXPECT_EQ(nan.status, ConsistentStatus::kResidualFailed);
  EXPECT_EQ(nan.row, 1);
  problem.residual = [](double, auto, auto, auto) -> EvalOutcome { throw std::runtime_error("broken"); };
  EXPECT_EQ(CalculateConsistent(problem, kTolerances, 0, 1, y, yp).status, ConsistentStatus::kFatal);
}

}  // namespace
}  // namespace daedalus::integrate
