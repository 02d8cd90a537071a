#include "daedalus/numerics/nonlinear/branch.h"

#include <gtest/gtest.h>

#include <cmath>
#include <vector>

#include "daedalus/numerics/nonlinear/continuation.h"

namespace daedalus::nonlinear {
namespace {

// z1^3 - 3 z1 = 6 lambda - 3: folds at z1 = -1 (lambda = 5/6) and z1 = 1 (lambda = 1/6). Each further unknown
// with its cube is the one before and 1, so the matrix is sparse.
struct Fold {
  double lambda = 0;
  BranchProblem problem;

  explicit Fold(std::int32_t n) {
    problem.set = [this](double value) { lambda = value; };
    problem.at.size = n;
    problem.at.nominal.assign(static_cast<std::size_t>(n), 1);
    std::vector<linear::Entry> entries;
    for (std::int32_t i = 0; i < n; ++i) {
      entries.push_back({i, i});
      if (i > 0) entries.push_back({i, i - 1});
    }
    problem.at.pattern = linear::PatternFromEntries(n, n, entries);
    problem.at.residual = [this](auto z, auto r) {
      r[0] = z[0] * z[0] * z[0] - 3 * z[0] - 6 * lambda + 3;
      for (std::size_t i = 1; i < z.size(); ++i) r[i] = z[i] + z[i] * z[i] * z[i] - z[i - 1] - 1;
      return EvalOutcome::kOk;
    };
    problem.at.jacobian = [](auto z, auto values) {
      std::size_t at = 0;
      for (std::size_t i = 0; i < z.size(); ++i) {
        values[at++] = i == 0 ? 3 * z[0] * z[0] - 3 : 1 + 3 * z[i] * z[i];
        if (i + 1 < z.size()) values[at++] = -1;
      }
      return EvalOutcome::kOk;
    };
  }
};

// Of z^3 - 3 z = side, with one real solution: z = -2 cosh(acosh(-side / 2) / 3) for side < -2.
double Cubic(double side) {
  const double z = 2 * std::cosh(std::acosh(std::abs(side) / 2) / 3);
  return side < 0 ? -z : z;
}

std::vector<double> SolvedAtZero(const Fold& fold) {
  std::vector<double> z(static_cast<std::size_t>(fold.problem.at.size));
  z[0] = Cubic(-3);
  for (std::size_t i = 1; i < z.size(); ++i) {
    z[i] = z[i - 1];
    for (int k = 0; k < 50; ++k) z[i] -= (z[i] + std::pow(z[i], 3) - z[i - 1] - 1) / (1 + 3 * z[i] * z[i]);
  }
  return z;
}

TEST(Branch, TurnsBackWithItsFolds) {
  Fold fold(1);
  std::vector<double> z = SolvedAtZero(fold);
  const BranchOutcome way = FollowBranch(fold.problem, z, 0);
  ASSERT_TRUE(way.arrived);
  EXPECT_EQ(way.num_turns, 2);
  EXPECT_NEAR(z[0], Cubic(3), 1e-9);
  EXPECT_EQ(fold.lambda, 1);
  EXPECT_LT(way.num_steps, 60);
}

TEST(Branch, IsFollowedSparsely) {
  Fold fold(3000);
  std::vector<double> z = SolvedAtZero(fold);
  const BranchOutcome way = FollowBranch(fold.problem, z, 0);
  ASSERT_TRUE(way.arrived);
  EXPECT_EQ(way.num_turns, 2);
  EXPECT_NEAR(z[0], Cubic(3), 1e-9);
  EXPECT_NEAR(z.back(), 1, 1e-9) << "where z^3 = 1";
}

// Corrections along lambda alone stay before the first fold.
TEST(Branch, LambdaAloneEndsAtTheFold) {
  Fold fold(1);
  double z = SolvedAtZero(fold)[0];
  const auto solve = [&](double lambda) {
    double at = z;
    for (int i = 0; i < 6; ++i) at -= (at * at * at - 3 * at - 6 * lambda + 3) / (3 * at * at - 3);
    if (!(std::abs(at * at * at - 3 * at - 6 * lambda + 3) < 1e-9)) return false;
    z = at;
    return true;
  };
  const auto way = FollowSolution(solve, {.begins_solved = true, .first_step = 0.1});
  EXPECT_FALSE(way.arrived);
  EXPECT_NEAR(way.reached, 5.0 / 6, 5e-3);
}

// z^2 + lambda = 1/4 comes from z = 1/2 and goes back to z = -1/2: no solution at lambda = 1.
TEST(Branch, SaysHowFarItCameWhereNoneArrives) {
  double lambda = 0;
  BranchProblem problem;
  problem.set = [&](double value) { lambda = value; };
  problem.at.size = 1;
  problem.at.residual = [&](auto z, auto r) {
    r[0] = z[0] * z[0] + lambda - 0.25;
    return EvalOutcome::kOk;
  };
  problem.at.jacobian = [](auto z, auto values) {
    values[0] = 2 * z[0];
    return EvalOutcome::kOk;
  };
  double z = 0.5;
  const BranchOutcome way = FollowBranch(problem, {&z, 1}, 0);
  EXPECT_FALSE(way.arrived);
  EXPECT_EQ(way.num_turns, 1);
  EXPECT_NEAR(way.reached, 0.25, 0.01);
}

TEST(Branch, EndsWhereSomebodySaysSo) {
  Fold fold(1);
  int asked = 0;
  const auto residual = fold.problem.at.residual;
  fold.problem.at.residual = [&](auto z, auto r) {
    return ++asked > 20 ? EvalOutcome::kFatal : residual(z, r);
  };
  std::vector<double> z = SolvedAtZero(fold);
  EXPECT_FALSE(FollowBranch(fold.problem, z, 0).arrived);
  EXPECT_LT(asked, 30);
}

}  // namespace
}  // namespace daedalus::nonlinear
