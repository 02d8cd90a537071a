#include "daedalus/numerics/nonlinear/newton.h"

#include <gtest/gtest.h>

#include <cmath>
#include <stdexcept>

namespace daedalus::nonlinear {
namespace {

// f(x) = 0 in one unknown.
template <class F, class D>
NonlinearProblem Scalar(F f, D derivative) {
  NonlinearProblem problem;
  problem.size = 1;
  problem.residual = [f](auto x, auto r) {
    r[0] = f(x[0]);
    return EvalOutcome::kOk;
  };
  problem.jacobian = [derivative](auto x, auto j) {
    j[0] = derivative(x[0]);
    return EvalOutcome::kOk;
  };
  return problem;
}

// Rosenbrock's valley as equations: 10 (x2 - x1^2) = 0, 1 - x1 = 0.
NonlinearProblem Rosenbrock() {
  NonlinearProblem problem;
  problem.size = 2;
  problem.residual = [](auto x, auto r) {
    r[0] = 10 * (x[1] - x[0] * x[0]);
    r[1] = 1 - x[0];
    return EvalOutcome::kOk;
  };
  problem.jacobian = [](auto x, auto j) {
    j[0] = -20 * x[0];
    j[1] = -1;
    j[2] = 10;
    j[3] = 0;
    return EvalOutcome::kOk;
  };
  return problem;
}

// Broyden's tridiagonal function [J. J. More, B. S. Garbow, K. E. Hillstrom, ACM TOMS 7, 1981, problem 30]:
// (3 - 2 x_i) x_i - x_{i-1} - 2 x_{i+1} + 1 = 0.
NonlinearProblem BroydenTridiagonal(std::int32_t n) {
  NonlinearProblem problem;
  problem.size = n;
  std::vector<linear::Entry> entries;
  for (std::int32_t i = 0; i < n; ++i) {
    for (const std::int32_t j : {i - 1, i, i + 1}) {
      if (j >= 0 && j < n) entries.push_back({i, j});
    }
  }
  problem.pattern = linear::PatternFromEntries(n, n, entries);
  problem.residual = [n](auto x, auto r) {
    for (std::int32_t i = 0; i < n; ++i) {
      r[i] = (3 - 2 * x[i]) * x[i] - (i > 0 ? x[i - 1] : 0) - 2 * (i + 1 < n ? x[i + 1] : 0) + 1;
    }
    return EvalOutcome::kOk;
  };
  problem.jacobian = [n](auto x, auto values) {
    std::size_t k = 0;
    for (std::int32_t j = 0; j < n; ++j) {
      if (j > 0) values[k++] = -2;
      values[k++] = 3 - 4 * x[j];
      if (j + 1 < n) values[k++] = -1;
    }
    return EvalOutcome::kOk;
  };
  return problem;
}

TEST(Newton, SolvesALinearEquationInOneIteration) {
  const auto problem = Scalar([](double x) { return 3 * x - 6; }, [](double) { return 3.0; });
  double x[] = {100};
  const SolveOutcome outcome = SolveNonlinear(problem, x);
  EXPECT_EQ(outcome.status, SolveStatus::kConverged) << outcome.reason;
  EXPECT_NEAR(x[0], 2, 1e-14);
  EXPECT_EQ(outcome.iterations, 1);
}

TEST(Newton, ARootGivenAsStartIsKeptExactly) {
  const auto problem = Scalar([](double x) { return x * x - 4; }, [](double x) { return 2 * x; });
  double x[] = {2};
  const SolveOutcome outcome = SolveNonlinear(problem, x);
  EXPECT_TRUE(outcome.ok());
  EXPECT_EQ(x[0], 2);
  EXPECT_EQ(outcome.iterations, 0);
}

TEST(Newton, SolvesRosenbrockFromTheClassicalStart) {
  double x[] = {-1.2, 1};
  const SolveOutcome outcome = SolveNonlinear(Rosenbrock(), x);
  ASSERT_EQ(outcome.status, SolveStatus::kConverged) << outcome.reason;
  EXPECT_NEAR(x[0], 1, 1e-10);
  EXPECT_NEAR(x[1], 1, 1e-10);
}

TEST(Newton, DampingConvergesWhereTheFullStepDiverges) {
  // Newton for atan x = 0 diverges from |x| > 1.3917.
  const auto problem =
      Scalar([](double x) { return std::atan(x); }, [](double x) { return 1 / (1 + x * x); });
  double x[] = {10};
  const SolveOutcome outcome = SolveNonlinear(problem, x);
  ASSERT_EQ(outcome.status, SolveStatus::kConverged) << outcome.reason;
  EXPECT_NEAR(x[0], 0, 1e-9);
}

TEST(Newton, ScaleTakenFarFromTheSolutionDoesNotEndTheIterationEarly) {
  // At x = 50 the derivative is 5e21: in its units any residual near the solution looks like nothing.
  const auto problem = Scalar([](double x) { return std::exp(x) - 2; }, [](double x) { return std::exp(x); });
  double x[] = {50};
  const SolveOutcome outcome = SolveNonlinear(problem, x);
  ASSERT_EQ(outcome.status, SolveStatus::kConverged) << outcome.reason;
  EXPECT_NEAR(x[0], std::log(2.0), 1e-9);
}

TEST(Newton, BacksOffFromPointsWhereTheResidualDoesNotExist) {
  // From x = 3 the full step for log x = -1 lands at x < 0.
  const auto problem = Scalar([](double x) { return std::log(x) + 1; }, [](double x) { return 1 / x; });
  double x[] = {3};
  const SolveOutcome outcome = SolveNonlinear(problem, x);
  ASSERT_EQ(outcome.status, SolveStatus::kConverged) << outcome.reason;
  EXPECT_NEAR(x[0], std::exp(-1.0), 1e-9);
}

TEST(Newton, BacksOffFromACallbackThatRefuses) {
  NonlinearProblem problem = Scalar([](double) { return 0.0; }, [](double x) { return 1 / x; });
  problem.residual = [](auto x, auto r) {
    if (x[0] <= 0) return EvalOutcome::kRecoverable;
    r[0] = std::log(x[0]) + 1;
    return EvalOutcome::kOk;
  };
  double x[] = {30};
  EXPECT_TRUE(SolveNonlinear(problem, x).ok());
  EXPECT_NEAR(x[0], std::exp(-1.0), 1e-9);
}

TEST(Newton, UnitsOfEquationsAndUnknownsDoNotMatter) {
  // Rosenbrock with x1 in units of 1e-9, x2 in 1e+7, equation 1 in 1e+12, equation 2 in 1e-15.
  NonlinearProblem problem;
  problem.size = 2;
  problem.nominal = {1e9, 1e-7};
  problem.residual = [](auto x, auto r) {
    r[0] = 1e12 * 10 * (x[1] * 1e7 - x[0] * 1e-9 * x[0] * 1e-9);
    r[1] = 1e-15 * (1 - x[0] * 1e-9);
    return EvalOutcome::kOk;
  };
  problem.jacobian = [](auto x, auto j) {
    j[0] = -20e12 * x[0] * 1e-18;
    j[1] = -1e-24;
    j[2] = 10e19;
    j[3] = 0;
    return EvalOutcome::kOk;
  };
  double x[] = {-1.2e9, 1e-7};
  const SolveOutcome outcome = SolveNonlinear(problem, x);
  ASSERT_EQ(outcome.status, SolveStatus::kConverged) << outcome.reason;
  EXPECT_NEAR(x[0] * 1e-9, 1, 1e-9);
  EXPECT_NEAR(x[1] * 1e7, 1, 1e-9);
}

TEST(Newton, DenseAndSparseSolversFindTheSameRootOfALargeSystem) {
  const NonlinearProblem problem = BroydenTridiagonal(300);
  std::vector<double> dense(300, -1), sparse(300, -1);
  const auto a = SolveNonlinear(problem, dense, {.linear_solver = linear::LinearSolverKind::kDense});
  const auto b = SolveNonlinear(problem, sparse, {.linear_solver = linear::LinearSolverKind::kSparse});
  ASSERT_TRUE(a.ok()) << a.reason;
  ASSERT_TRUE(b.ok()) << b.reason;
  for (int i = 0; i < 300; ++i) EXPECT_NEAR(dense[i], sparse[i], 1e-12);
  std::vector<double> r(300);
  problem.residual(dense, r);
  for (const double residual : r) EXPECT_NEAR(residual, 0, 1e-9);
}

TEST(Newton, ManyUnknownsCostAFewIterations) {
  constexpr std::int32_t kSize = 100000;
  std::vector<double> x(kSize, -1);
  const SolveOutcome outcome = SolveNonlinear(BroydenTridiagonal(kSize), x);
  ASSERT_TRUE(outcome.ok()) << outcome.reason;
  EXPECT_LE(outcome.iterations, 10);
}

TEST(Newton, WithoutASolutionSaysSoAndNamesTheRow) {
  NonlinearProblem problem = Rosenbrock();
  problem.residual = [](auto x, auto r) {
    r[0] = x[0] - 1;
    r[1] = x[1] * x[1] + 1;
    return EvalOutcome::kOk;
  };
  problem.jacobian = [](auto x, auto j) {
    j[0] = 1;
    j[1] = 0;
    j[2] = 0;
    j[3] = 2 * x[1];
    return EvalOutcome::kOk;
  };
  double x[] = {3, 2};
  const SolveOutcome outcome = SolveNonlinear(problem, x);
  EXPECT_EQ(outcome.status, SolveStatus::kNotConverged) << outcome.reason;
  EXPECT_EQ(outcome.row, 1);
  EXPECT_GT(outcome.residual_norm, 0.1);
  EXPECT_NE(outcome.reason, "");
}

TEST(Newton, IterationLimitIsKept) {
  // A double root converges by halving only, and its scale vanishes with it.
  const auto problem =
      Scalar([](double x) { return (x - 1) * (x - 1); }, [](double x) { return 2 * (x - 1); });
  double x[] = {1e6};
  const SolveOutcome outcome = SolveNonlinear(problem, x, {.max_iterations = 3});
  EXPECT_EQ(outcome.status, SolveStatus::kNotConverged);
  EXPECT_EQ(outcome.iterations, 3);
}

TEST(Newton, SingularJacobianNamesRowAndUnknown) {
  NonlinearProblem problem = Rosenbrock();
  problem.residual = [](auto x, auto r) {
    r[0] = x[0] + x[1] - 3;
    r[1] = 2 * x[0] + 2 * x[1] - 7;
    return EvalOutcome::kOk;
  };
  problem.jacobian = [](auto, auto j) {
    j[0] = 1;
    j[1] = 2;
    j[2] = 1;
    j[3] = 2;
    return EvalOutcome::kOk;
  };
  for (const auto kind : {linear::LinearSolverKind::kDense, linear::LinearSolverKind::kSparse}) {
    double x[] = {0, 0};
    const SolveOutcome outcome = SolveNonlinear(problem, x, {.linear_solver = kind});
    EXPECT_EQ(outcome.status, SolveStatus::kSingularJacobian) << outcome.reason;
    EXPECT_TRUE(outcome.row.has_value());
    EXPECT_TRUE(outcome.unknown.has_value());
    EXPECT_EQ(x[0], 0);
  }
}

TEST(Newton, ResidualThatIsNotFiniteAtTheStartNamesItsRow) {
  NonlinearProblem problem = Rosenbrock();
  problem.residual = [](auto x, auto r) {
    r[0] = x[0];
    r[1] = 1 / (x[0] - x[0]);
    return EvalOutcome::kOk;
  };
  double x[] = {1, 1};
  const SolveOutcome outcome = SolveNonlinear(problem, x);
  EXPECT_EQ(outcome.status, SolveStatus::kResidualFailedAtStart);
  EXPECT_EQ(outcome.row, 1);
}

TEST(Newton, ExceptionsOfCallbacksBecomeAnOutcome) {
  NonlinearProblem problem = Rosenbrock();
  problem.residual = [](auto, auto) -> EvalOutcome { throw std::runtime_error("no table"); };
  double x[] = {1, 1};
  EXPECT_EQ(SolveNonlinear(problem, x).status, SolveStatus::kFatal);
  problem = Rosenbrock();
  int calls = 0;
  problem.jacobian = [&calls](auto y, auto j) -> EvalOutcome {
    if (++calls > 2) throw 1;
    j[0] = -20 * y[0];
    j[1] = -1;
    j[2] = 10;
    j[3] = 0;
    return EvalOutcome::kOk;
  };
  double start[] = {-1.2, 1};
  EXPECT_EQ(SolveNonlinear(problem, start).status, SolveStatus::kFatal);
  EXPECT_EQ(calls, 3);
}

TEST(Newton, BadInputIsRefusedWithItsReason) {
  double x[] = {1, 1};
  const auto refusal = [&](auto spoil) {
    NonlinearProblem problem = Rosenbrock();
    spoil(problem);
    const SolveOutcome outcome = SolveNonlinear(problem, x);
    EXPECT_EQ(outcome.status, SolveStatus::kBadInput);
    return outcome.reason;
  };
  EXPECT_EQ(refusal([](auto& p) { p.size = 3; }), "2 start values for 3 unknowns");
  EXPECT_NE(refusal([](auto& p) { p.jacobian = nullptr; }), "");
  EXPECT_EQ(refusal([](auto& p) { p.nominal = {1}; }), "1 nominal values for 2 unknowns");
  EXPECT_NE(refusal([](auto& p) { p.nominal = {1, 0}; }), "");
  EXPECT_NE(refusal([](auto& p) { p.pattern = linear::DensePattern(2, 3); }), "");
  double bad[] = {1, NAN};
  EXPECT_EQ(SolveNonlinear(Rosenbrock(), bad).unknown, 1);
  EXPECT_EQ(SolveNonlinear(Rosenbrock(), x, {.tolerance = 0}).status, SolveStatus::kBadInput);
}

TEST(Newton, NoUnknownsAreSolvedAlready) {
  NonlinearProblem problem = Rosenbrock();
  problem.size = 0;
  EXPECT_TRUE(SolveNonlinear(problem, {}).ok());
}

TEST(Newton, NothingIsPrinted) {
  testing::internal::CaptureStderr();
  const auto problem = Scalar([](double x) { return x * x + 1; }, [](double x) { return 2 * x; });
  double x[] = {1};
  EXPECT_FALSE(SolveNonlinear(problem, x).ok());
  EXPECT_EQ(testing::internal::GetCapturedStderr(), "");
}

}  // namespace
}  // namespace daedalus::nonlinear
