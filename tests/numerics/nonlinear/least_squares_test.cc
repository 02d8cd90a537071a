#include "daedalus/numerics/nonlinear/least_squares.h"

#include <gtest/gtest.h>

#include <limits>

namespace daedalus::nonlinear {
namespace {

using Matrix = std::vector<std::vector<double>>;

// a x = b with a curvature c x_0^2 in the first row.
struct Rows {
  Matrix a;
  std::vector<double> b;
  double curvature = 0;
};

struct Found {
  LeastSquaresOutcome outcome;
  std::vector<double> x;
};

Found SolvedFrom(const Rows& rows, std::vector<double> x) {
  const std::size_t m = rows.a.size(), n = x.size();
  NonlinearProblem problem;
  problem.size = static_cast<std::int32_t>(n);
  problem.num_excess = static_cast<std::int32_t>(m) - problem.size;
  problem.pattern = linear::DensePattern(static_cast<std::int32_t>(m), problem.size);
  problem.residual = [&](auto z, auto r) {
    for (std::size_t i = 0; i < m; ++i) {
      r[i] = -rows.b[i];
      for (std::size_t j = 0; j < n; ++j) r[i] += rows.a[i][j] * z[j];
    }
    r[0] += rows.curvature * z[0] * z[0];
    return EvalOutcome::kOk;
  };
  problem.jacobian = [&](auto z, auto values) {
    for (std::size_t j = 0; j < n; ++j) {
      for (std::size_t i = 0; i < m; ++i) values[j * m + i] = rows.a[i][j];
    }
    values[0] += 2 * rows.curvature * z[0];
    return EvalOutcome::kOk;
  };
  const double far = std::numeric_limits<double>::infinity();
  const Bounds none{std::vector<double>(n, -far), std::vector<double>(n, far)};
  Found out;
  out.outcome = SolveLeastSquares(problem, none, x);
  out.x = std::move(x);
  return out;
}

std::vector<std::int32_t> RowsOf(const LeastSquaresOutcome& outcome) {
  std::vector<std::int32_t> out;
  for (const auto& violated : outcome.contradicting) out.push_back(violated.row);
  return out;
}

TEST(LeastSquares, MoreEquationsThanUnknownsThatHoldTogether) {
  const Found found = SolvedFrom({{{1, 1}, {2, 2}, {1, -1}}, {3, 6, -1}}, {0, 0});
  ASSERT_TRUE(found.outcome.ok);
  EXPECT_NEAR(found.x[0], 1, 2e-9);
  EXPECT_NEAR(found.x[1], 2, 1e-9);
}

TEST(LeastSquares, WhatNothingDeterminesStaysNearTheGuess) {
  const Found found = SolvedFrom({{{1, 1}, {2, 2}}, {3, 6}}, {1, 0});
  ASSERT_TRUE(found.outcome.ok);
  EXPECT_NEAR(found.x[0] + found.x[1], 3, 1e-9);
  // The units of the unknowns grow with them on the way, so it is not the very shortest.
  EXPECT_NEAR(found.x[0] - found.x[1], 1, 1e-3) << "nearly the shortest way";
}

// Rows that differ by 1e-3: both hold to 1e-10 where an unknown is still 1e-7 away.
TEST(LeastSquares, UnknownsAreNearWhereRowsHardlyTellThemApart) {
  for (const double guess : {2.0, 1.3, 1.01, 5.0}) {
    const Found found = SolvedFrom({{{1, 1}, {1, 1.001}}, {2, 2.001}}, {guess, 0});
    ASSERT_TRUE(found.outcome.ok);
    EXPECT_NEAR(found.x[0], 1, 2e-9) << guess;
  }
}

TEST(LeastSquares, OnlyRowsThatContradictEachOtherAreNamed) {
  const Found found = SolvedFrom({{{1, 0, 0}, {0, 1, 1}, {0, 2, 2}, {0, 1, -1}}, {7, 1, 3, 0}}, {0, 0, 0});
  ASSERT_FALSE(found.outcome.ok);
  EXPECT_EQ(RowsOf(found.outcome), (std::vector<std::int32_t>{1, 2}));
}

TEST(LeastSquares, AnEquationWithoutASolutionIsNamed) {
  const Found found = SolvedFrom({{{0}}, {-4}, 1}, {1});  // x^2 = -4
  ASSERT_FALSE(found.outcome.ok);
  EXPECT_EQ(RowsOf(found.outcome), (std::vector<std::int32_t>{0}));
}

}  // namespace
}  // namespace daedalus::nonlinear
