// The matrix of a mass on a straight line in index-3 form, q' = v, v' = w, 0 = w + n lambda, 0 = n q, with
// n = (0.6, 0.8), for steps down to 1e-14: linear_solver.h (1) calls it singular unless its columns are
// scaled.
#include "daedalus/numerics/integrate/index_scaling.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include "daedalus/numerics/integrate/iteration_matrix.h"
#include "daedalus/numerics/linear/linear_solver.h"

namespace daedalus::integrate {
namespace {

constexpr double kX = 0.6, kY = 0.8;

DaeProblem MassOnLine() {
  DaeProblem problem;
  problem.size = 7;
  problem.is_differential = {1, 1, 1, 1, 0, 0, 0};
  problem.index = {1, 1, 2, 2, 3, 3, 3};
  problem.residual = [](double, auto y, auto yp, auto r) {
    for (int i = 0; i < 4; ++i) r[i] = yp[i] - y[i + 2];
    r[4] = y[4] + kX * y[6];
    r[5] = y[5] + kY * y[6];
    r[6] = kX * y[0] + kY * y[1];
    return EvalOutcome::kOk;
  };
  problem.pattern = linear::DensePattern(7, 7);
  problem.jacobian = [](double, auto, auto, auto dy, auto dyp) {
    std::ranges::fill(dy, 0.0);
    std::ranges::fill(dyp, 0.0);
    for (int i = 0; i < 4; ++i) dyp[7 * i + i] = 1;
    for (int i = 0; i < 4; ++i) dy[7 * (i + 2) + i] = -1;
    dy[7 * 4 + 4] = dy[7 * 5 + 5] = 1;
    dy[7 * 6 + 4] = dy[7 * 0 + 6] = kX;
    dy[7 * 6 + 5] = dy[7 * 1 + 6] = kY;
    return EvalOutcome::kOk;
  };
  return problem;
}

// Factors dF/dy + dF/dy' / h and solves it for the right side (0, .., 0, 1): q = n, v = n / h, w = n / h^2,
// lambda = -1 / h^2.
linear::FactorStatus SolveAt(double h, const DaeProblem& problem, std::vector<double>& x) {
  Evaluator evaluator(problem, {.absolute = {1e-6}});
  IterationMatrix matrix(evaluator, linear::LinearSolverKind::kAuto);
  const std::vector<double> zero(problem.size, 0.0);
  EXPECT_EQ(matrix.Evaluate(0, 1 / h, zero, zero, zero), EvalOutcome::kOk);
  const linear::FactorStatus status = matrix.Factor(1, 1 / h);
  x.assign(problem.size, 0.0);
  x.back() = 1;
  if (status == linear::FactorStatus::kOk) matrix.Solve(x);
  return status;
}

TEST(IndexScaling, AnIndex3MatrixStaysRegularHoweverSmallTheStep) {
  for (const double h : {1e3, 1.0, 1e-3, 1e-6, 1e-9, 1e-14}) {
    std::vector<double> x;
    ASSERT_EQ(SolveAt(h, MassOnLine(), x), linear::FactorStatus::kOk) << h;
    const double expected[] = {kX, kY, kX / h, kY / h, kX / (h * h), kY / (h * h), -1 / (h * h)};
    for (int i = 0; i < 7; ++i) EXPECT_NEAR(x[i] / expected[i], 1, 1e-14) << "unknown " << i << ", h = " << h;
  }
}

TEST(IndexScaling, WithoutMarksTheSameMatrixIsSingularToRounding) {
  DaeProblem unmarked = MassOnLine();
  unmarked.index.clear();
  EXPECT_FALSE(IndexScaling(unmarked).is_needed());
  std::vector<double> x;
  EXPECT_EQ(SolveAt(1e-3, unmarked, x), linear::FactorStatus::kOk);
  EXPECT_EQ(SolveAt(1e-9, unmarked, x), linear::FactorStatus::kSingular);
}

TEST(IndexScaling, DoesNotRound) {
  const DaeProblem problem = MassOnLine();
  IndexScaling scaling(problem);
  scaling.SetRate(-1 / 3e-7);
  std::vector<double> x(7, 0.1);
  scaling.ScaleSolution(x);
  for (const double value : x) {
    int exponent = 0;
    EXPECT_EQ(std::frexp(value, &exponent), std::frexp(0.1, &exponent));
  }
  EXPECT_EQ(x[0], 0.1);
  EXPECT_EQ(x[6] / x[2], x[2] / x[0]);
}

}  // namespace
}  // namespace daedalus::integrate
