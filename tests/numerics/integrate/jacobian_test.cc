// Agreement between routes: exact and difference Jacobians, sparse and dense solvers.
#include <gtest/gtest.h>

#include <cmath>
#include <random>

#include "daedalus/numerics/integrate/evaluator.h"
#include "daedalus/numerics/integrate/finite_differences.h"
#include "numerics/integrate/problems.h"
#include "numerics/integrate/run.h"
#include "sanitized.h"

namespace daedalus::integrate {
namespace {

// Eigen without optimisation and under a sanitizer takes minutes for what is seconds otherwise.
const std::int32_t kReduction = IsSanitized() ? 10 : 1;

void ExpectSameJacobian(TestProblem test, double c, std::span<const double> y, std::span<const double> yp,
                        double tolerance) {
  const Tolerances tolerances{1e-6, {1e-6}};
  Evaluator exact(test.dae, tolerances);
  test.dae.jacobian = nullptr;
  Evaluator differences(test.dae, tolerances);
  std::vector<double> r(y.size());
  ASSERT_EQ(exact.Residual(0, y, yp, r), EvalOutcome::kOk);
  std::vector<double> a(exact.problem().pattern.row_indices.size());
  std::vector<double> b(a.size(), std::nan(""));
  ASSERT_EQ(exact.Jacobian(0, c, y, yp, r, a), EvalOutcome::kOk);
  ASSERT_EQ(differences.Jacobian(0, c, y, yp, r, b), EvalOutcome::kOk);
  double largest = 0;
  for (const double value : a) largest = std::max(largest, std::abs(value));
  for (std::size_t k = 0; k < a.size(); ++k) EXPECT_NEAR(a[k], b[k], tolerance * largest) << "entry " << k;
}

TEST(FiniteDifferences, AgreeWithTheExactJacobian) {
  std::mt19937 random(7);
  std::uniform_real_distribution<double> uniform(-2, 2);
  for (const double c : {0.0, 1.0, 1e3}) {
    for (int repeat = 0; repeat < 10; ++repeat) {
      const std::vector<double> y = {uniform(random), uniform(random), uniform(random)};
      const std::vector<double> yp = {uniform(random), uniform(random), uniform(random)};
      ExpectSameJacobian(Robertson(), c, y, yp, 1e-6);
      ExpectSameJacobian(VanDerPol(5), c, std::span(y).first(2), std::span(yp).first(2), 1e-6);
      ExpectSameJacobian(Oscillator(), c, std::span(y).first(2), std::span(yp).first(2), 1e-6);
    }
  }
  const TestProblem heat = Heat(50, true);
  ExpectSameJacobian(heat, 10, heat.y0, heat.yp0, 1e-6);
}

TEST(FiniteDifferences, CostTwoResidualsForEachGroup) {
  Evaluator evaluator(Heat(1000, false).dae, {1e-6, {1e-6}});
  const TestProblem heat = Heat(1000, false);
  std::vector<double> r(1000);
  std::vector<double> values(evaluator.problem().pattern.row_indices.size());
  evaluator.Residual(0, heat.y0, heat.yp0, r);
  evaluator.Jacobian(0, 1, heat.y0, heat.yp0, r, values);
  EXPECT_EQ(evaluator.residual_evaluations(), 1 + 2 * 3);
  EXPECT_EQ(evaluator.jacobian_evaluations(), 1);
}

TEST(FiniteDifferences, StepBackWhereTheResidualEnds) {
  // sqrt(1 - y) at y = 1 exists on one side only.
  DaeProblem problem;
  problem.size = 1;
  problem.residual = [](double, auto y, auto yp, auto r) {
    r[0] = yp[0] - 3 * y[0] - 0 * std::sqrt(1 - y[0]);
    return EvalOutcome::kOk;
  };
  Evaluator evaluator(problem, {1e-6, {1e-6}});
  const double y[] = {1}, yp[] = {3};
  double r[1], value[1];
  ASSERT_EQ(evaluator.Residual(0, y, yp, r), EvalOutcome::kOk);
  ASSERT_EQ(evaluator.Jacobian(0, 2, y, yp, r, value), EvalOutcome::kOk);
  EXPECT_NEAR(value[0], 2 - 3, 1e-6);
}

TEST(FiniteDifferences, ASmallUnknownBesideLargeOnesKeepsItsColumn) {
  // Robertson at the start: y3 = 0 enters y1 + y2 + y3 - 1 beside y1 = 1.
  const TestProblem test = Robertson();
  TestProblem without = test;
  without.dae.jacobian = nullptr;
  Evaluator evaluator(without.dae, {1e-6, {1e-12}});
  std::vector<double> r(3), values(9);
  evaluator.Residual(0, test.y0, test.yp0, r);
  evaluator.Jacobian(0, 1, test.y0, test.yp0, r, values);
  EXPECT_NEAR(values[8], 1, 0.05);
}

TEST(SparseAndDense, AgreeOnTheHeatEquation) {
  const std::int32_t kPoints = 1000 / kReduction;
  const double t_end = 0.1;
  const Tolerances tolerances{1e-7, {1e-9}};
  const RunResult sparse =
      RunIda(Heat(kPoints, true), t_end, tolerances, {.linear_solver = linear::LinearSolverKind::kSparse});
  const RunResult dense =
      RunIda(Heat(kPoints, true), t_end, tolerances, {.linear_solver = linear::LinearSolverKind::kDense});
  const RunResult differences = RunIda(Heat(kPoints, false), t_end, tolerances);
  ASSERT_EQ(sparse.outcome.status, StepStatus::kReachedLimit) << sparse.outcome.reason;
  ASSERT_EQ(dense.outcome.status, StepStatus::kReachedLimit) << dense.outcome.reason;
  ASSERT_EQ(differences.outcome.status, StepStatus::kReachedLimit) << differences.outcome.reason;
  const double pi = std::acos(-1.0);
  const double h = 1.0 / (kPoints + 1);
  const double damping = std::exp(-(2 - 2 * std::cos(pi * h)) / (h * h) * t_end);
  for (std::int32_t i = 0; i < kPoints; ++i) {
    ASSERT_NEAR(sparse.y[i], dense.y[i], 1e-9);
    ASSERT_NEAR(sparse.y[i], differences.y[i], 1e-6);
    ASSERT_NEAR(sparse.y[i], damping * std::sin(pi * h * (i + 1)), 1e-5);
  }
}

TEST(SparseAndDense, WorkGrowsLinearlyInTheNumberOfUnknowns) {
  // 2 10^5 unknowns: any quadratic step in colouring, analysis or solution would take minutes.
  const TestProblem heat = Heat(200000 / kReduction, false);
  const RunResult run = RunIda(heat, 1e-3, {1e-3, {1e-4}});
  ASSERT_EQ(run.outcome.status, StepStatus::kReachedLimit) << run.outcome.reason;
  EXPECT_LT(run.statistics.steps, 100);
}

}  // namespace
}  // namespace daedalus::integrate
