#include "daedalus/numerics/nonlinear/block_solver.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

namespace daedalus::nonlinear {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

// One equation in one unknown.
struct Single {
  double (*f)(double);
  double (*slope)(double);
  double guess, min = -kInfinity, max = kInfinity, nominal = 1;
};

double SolutionOf(const Single& s, Rung rung) {
  NonlinearProblem problem;
  problem.size = 1;
  problem.pattern.rows = problem.pattern.cols = 1;
  problem.pattern.column_starts = {0, 1};
  problem.pattern.row_indices = {0};
  problem.nominal = {s.nominal};
  problem.residual = [&](auto x, auto r) {
    r[0] = s.f(x[0]);
    return EvalOutcome::kOk;
  };
  problem.jacobian = [&](auto x, auto values) {
    values[0] = s.slope(x[0]);
    return EvalOutcome::kOk;
  };
  double x = s.guess;
  const LadderOutcome outcome = ClimbLadder(problem, {{s.min}, {s.max}}, {&x, 1});
  EXPECT_EQ(NameOf(outcome.rung), NameOf(rung));
  return x;
}

// A diode of 30 mV from a guess where its current is 5e12 A: on the way down each residual is small beside
// what the slope has been, and none is zero.
TEST(BlockSolver, WhatWasHugeElsewhereIsNoMeasure) {
  const Single diode{[](double v) { return 1e-9 * std::expm1(v / 0.03) + v - 1; },
                     [](double v) { return 1e-9 / 0.03 * std::exp(v / 0.03) + 1; }, 1.5};
  const double v = SolutionOf(diode, Rung::kOtherGuess);
  EXPECT_NEAR(1e-9 * std::expm1(v / 0.03), 1 - v, 1e-7);
}

TEST(BlockSolver, LeavesASingularStart) {
  const auto f = [](double y) { return y * y - 4; };
  const auto slope = [](double y) { return 2 * y; };
  EXPECT_NEAR(SolutionOf({f, slope, 0}, Rung::kEitherSide), 2, 1e-9) << "growing first, and told";
  EXPECT_NEAR(SolutionOf({f, slope, -0.1}, Rung::kLevenbergMarquardt), -2, 1e-9);
  EXPECT_NEAR(SolutionOf({[](double y) { return y * y * y - 8; }, [](double y) { return 3 * y * y; }, 0},
                         Rung::kLevenbergMarquardt),
              2, 1e-9);
}

TEST(BlockSolver, TakesNominalValuesWhereTheGuessHasNoValue) {
  const auto f = [](double y) { return std::log(y) + y - 1; };
  const auto slope = [](double y) { return 1 / y + 1; };
  EXPECT_NEAR(SolutionOf({f, slope, 0}, Rung::kLevenbergMarquardt), 1, 1e-9);
  EXPECT_NEAR(SolutionOf({f, slope, -3}, Rung::kLevenbergMarquardt), 1, 1e-9);
}

TEST(BlockSolver, KeepsToItsBounds) {
  // sin(x) = 0 between 5 and 8.
  EXPECT_NEAR(
      SolutionOf({[](double x) { return std::sin(x); }, [](double x) { return std::cos(x); }, 0, 5, 8},
                 Rung::kLevenbergMarquardt),
      2 * std::acos(-1.0), 1e-9);
}

TEST(BlockSolver, LooksFurtherWhereTheResidualHasAMinimum) {
  // y^3 - 2 y + 2 has a minimum of 0.91 at 0.82, and its only zero at -1.769...
  EXPECT_NEAR(SolutionOf({[](double y) { return y * y * y - 2 * y + 2; },
                          [](double y) { return 3 * y * y - 2; }, 0.8},
                         Rung::kOtherGuess),
              -1.7692923542386314, 1e-9);
}

TEST(BlockSolver, ADoubleRootIsAccepted) {
  EXPECT_NEAR(SolutionOf({[](double y) { return y * y; }, [](double y) { return 2 * y; }, 0.5},
                         Rung::kLevenbergMarquardt),
              0, 1e-6);
}

// x + y = 1 in two units, or with another row.
TEST(BlockSolver, TellsRowsThatDependOnEachOther) {
  for (const double last : {2e6, 3e6}) {
    NonlinearProblem problem;
    problem.size = 2;
    problem.pattern.rows = problem.pattern.cols = 2;
    problem.pattern.column_starts = {0, 2, 4};
    problem.pattern.row_indices = {0, 1, 0, 1};
    problem.jacobian = [last](auto, auto values) {
      values[0] = values[2] = 1;
      values[1] = 2e6;
      values[3] = last;
      return EvalOutcome::kOk;
    };
    const std::vector<double> x{0.5, 0.5};
    EXPECT_EQ(FindUndetermined(problem, x).has_value(), last == 2e6);
  }
}

TEST(BlockSolver, SaysWhereThereIsNone) {
  EXPECT_EQ(
      SolutionOf({[](double y) { return y * y + 1; }, [](double y) { return 2 * y; }, 0.5}, Rung::kNone), 0.5)
      << "and leaves the guess";
}

}  // namespace
}  // namespace daedalus::nonlinear
