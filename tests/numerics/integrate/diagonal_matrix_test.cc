#include "daedalus/numerics/integrate/runge_kutta/diagonal_matrix.h"

#include <gtest/gtest.h>

#include "numerics/integrate/problems.h"

namespace daedalus::integrate {
namespace {

constexpr double kDiagonal = 0.25, kStepSize = 0.5;  // 1 / (gamma h) = 8

// x' = -2 x + z, 0 = x + 3 z - 1.
DaeProblem WithAnAlgebraicUnknown(bool has_jacobian) {
  DaeProblem problem;
  problem.size = 2;
  problem.residual = [](double, auto y, auto yp, auto r) {
    r[0] = yp[0] + 2 * y[0] - y[1];
    r[1] = y[0] + 3 * y[1] - 1;
    return EvalOutcome::kOk;
  };
  if (has_jacobian) {
    problem.jacobian = [](double, auto, auto, auto dy, auto dyp) {
      Fill(dy, {2, 1, -1, 3});
      Fill(dyp, {1, 0, 0, 0});
      return EvalOutcome::kOk;
    };
  }
  return problem;
}

struct SmallMatrix {
  explicit SmallMatrix(const DaeProblem& problem)
      : evaluator(problem, {.relative = 1e-6, .absolute = {1e-9}}),
        matrix(evaluator, linear::LinearSolverKind::kAuto, kDiagonal) {}
  EvalOutcome Evaluate() {
    std::vector<double> r(2);
    return matrix.Evaluate(0, kStepSize, std::vector{1.0, 0.0}, std::vector{-2.0, 0.0}, r);
  }
  Evaluator evaluator;
  DiagonalMatrix matrix;
};

// The matrix is {{8 + 2, -1}, {1, 3}} with the opposite sign: times (-1, -1) it is (9, 4).
TEST(DiagonalMatrix, IsThatOfTheStagesWithTheOppositeSign) {
  for (const bool has_jacobian : {true, false}) {
    SmallMatrix m(WithAnAlgebraicUnknown(has_jacobian));
    ASSERT_EQ(m.Evaluate(), EvalOutcome::kOk);
    ASSERT_EQ(m.matrix.Factor(kStepSize), linear::FactorStatus::kOk);
    std::vector<double> v = {9, 4};
    m.matrix.matrix().Solve(v);
    // Differences of functions of size 1 are exact to half of the digits.
    const double error = has_jacobian ? 1e-14 : 1e-5;
    EXPECT_NEAR(v[0], -1, error);
    EXPECT_NEAR(v[1], -1, error);
  }
}

TEST(DiagonalMatrix, KnowsUnknownsWhoseDerivativeDoesNotOccur) {
  SmallMatrix m(WithAnAlgebraicUnknown(true));
  ASSERT_EQ(m.Evaluate(), EvalOutcome::kOk);
  EXPECT_FALSE(m.matrix.is_algebraic(0));
  EXPECT_TRUE(m.matrix.is_algebraic(1));
  DaeProblem declared = WithAnAlgebraicUnknown(true);
  declared.is_differential = {1, 1};
  SmallMatrix other(declared);
  ASSERT_EQ(other.Evaluate(), EvalOutcome::kOk);
  EXPECT_FALSE(other.matrix.is_algebraic(1));
}

TEST(DiagonalMatrix, KeepsTheJacobianOverStepsAndTheFactorsOfAStepSize) {
  SmallMatrix m(WithAnAlgebraicUnknown(true));
  EXPECT_FALSE(m.matrix.has_jacobian());
  ASSERT_EQ(m.Evaluate(), EvalOutcome::kOk);
  EXPECT_TRUE(m.matrix.is_current());
  EXPECT_FALSE(m.matrix.IsFactoredFor(kStepSize));
  ASSERT_EQ(m.matrix.Factor(kStepSize), linear::FactorStatus::kOk);
  EXPECT_TRUE(m.matrix.IsFactoredFor(kStepSize));
  EXPECT_FALSE(m.matrix.IsFactoredFor(kStepSize / 2));

  m.matrix.Age(true);
  EXPECT_TRUE(m.matrix.has_jacobian());
  EXPECT_FALSE(m.matrix.is_current());
  EXPECT_TRUE(m.matrix.IsFactoredFor(kStepSize));
  m.matrix.Age(false);
  EXPECT_FALSE(m.matrix.has_jacobian());

  ASSERT_EQ(m.Evaluate(), EvalOutcome::kOk);  // a new Jacobian has no factors
  EXPECT_FALSE(m.matrix.IsFactoredFor(kStepSize));
  ASSERT_EQ(m.matrix.Factor(kStepSize), linear::FactorStatus::kOk);
  m.matrix.Forget();
  EXPECT_FALSE(m.matrix.has_jacobian());
  EXPECT_FALSE(m.matrix.IsFactoredFor(kStepSize));
}

// x' = 0 and 0 = 0: no factors stand for that.
TEST(DiagonalMatrix, ASingularMatrixHasNoFactors) {
  DaeProblem problem = WithAnAlgebraicUnknown(true);
  problem.jacobian = [](double, auto, auto, auto dy, auto dyp) {
    Fill(dy, {0, 0, 0, 0});
    Fill(dyp, {1, 0, 0, 0});
    return EvalOutcome::kOk;
  };
  SmallMatrix m(problem);
  ASSERT_EQ(m.Evaluate(), EvalOutcome::kOk);
  EXPECT_NE(m.matrix.Factor(kStepSize), linear::FactorStatus::kOk);
  EXPECT_FALSE(m.matrix.IsFactoredFor(kStepSize));
}

}  // namespace
}  // namespace daedalus::integrate
