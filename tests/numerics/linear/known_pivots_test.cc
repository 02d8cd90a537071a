#include "daedalus/numerics/linear/known_pivots.h"

#include <gtest/gtest.h>

#include <cmath>
#include <complex>
#include <numeric>
#include <random>

#include "daedalus/numerics/linear/decompositions.h"
#include "daedalus/numerics/linear/linear_solver.h"

namespace daedalus::linear {
namespace {

// All pivots on the diagonal, one block.
PivotOrder DiagonalOrder(std::int32_t n) {
  PivotOrder order;
  order.rows.resize(n);
  std::iota(order.rows.begin(), order.rows.end(), 0);
  order.columns = order.rows;
  order.block_starts = {0, n};
  order.lower.starts = order.upper.starts = {0};
  for (std::int32_t j = 0; j < n; ++j) {
    for (std::int32_t i = 0; i < n; ++i) {
      if (i > j) order.lower.rows.push_back(i);
      if (i < j) order.upper.rows.push_back(i);
    }
    order.lower.starts.push_back(static_cast<std::int32_t>(order.lower.rows.size()));
    order.upper.starts.push_back(static_cast<std::int32_t>(order.upper.rows.size()));
  }
  return order;
}

TEST(KnownPivots, QualityIsGrowthAndWeakestPivotAsDefined) {
  // [ 1e-3 1 ]   U = [ 1e-3    1 ]
  // [    1 1 ]       [    0 -999 ]
  const SparsePattern pattern = DensePattern(2, 2);
  KnownPivots<double> lu(pattern, {});
  PivotOrder order = DiagonalOrder(2);
  lu.SetPivots(pattern, order);
  ASSERT_TRUE(lu.Factor(std::vector<double>{1e-3, 1, 1, 1}));
  const PivotQuality quality = lu.Quality();
  EXPECT_NEAR(quality.growth, 1.0 / 999, 1e-15);
  EXPECT_NEAR(quality.weakest, 1e-3, 1e-18);
  EXPECT_EQ(quality.weakest_column, 0);
  EXPECT_TRUE(lu.IsAtLeast({.growth = 1.0 / 1000, .weakest = 0.9e-3}));
  EXPECT_FALSE(lu.IsAtLeast({.growth = 1.0 / 998, .weakest = 0.9e-3}));
  EXPECT_FALSE(lu.IsAtLeast({.growth = 1.0 / 1000, .weakest = 1.1e-3}));
}

TEST(KnownPivots, AVanishingPivotIsToldAndForgotten) {
  const SparsePattern pattern = DensePattern(2, 2);
  KnownPivots<double> lu(pattern, {});
  PivotOrder order = DiagonalOrder(2);
  lu.SetPivots(pattern, order);
  EXPECT_FALSE(lu.Factor(std::vector<double>{0, 1, 1, 0}));
  EXPECT_EQ(lu.Quality().weakest_column, 0);
  EXPECT_FALSE(lu.Factor(std::vector<double>{1, 1, 1, 1}));
  EXPECT_EQ(lu.Quality().weakest_column, 1);
  EXPECT_EQ(lu.Quality().weakest, 0);
  EXPECT_TRUE(lu.Factor(std::vector<double>{2, 1, 1, 3}));
  std::vector<double> b = {4, 7};
  lu.Solve(b);
  EXPECT_NEAR(b[0], 1, 1e-15);
  EXPECT_NEAR(b[1], 2, 1e-15);
}

TEST(KnownPivots, WhatALongChainPassesOnEndsBeforeTheDenormalNumbers) {
  // x_0 = 1, x_i = x_{i-1} / 2: the last x that is a normal number has i = 1022.
  constexpr std::int32_t kSize = 1200;
  std::vector<Entry> entries;
  for (std::int32_t i = 0; i < kSize; ++i) {
    entries.push_back({i, i});
    if (i > 0) entries.push_back({i, i - 1});
  }
  const SparsePattern pattern = PatternFromEntries(kSize, kSize, entries);
  std::vector<double> values;
  for (std::int32_t j = 0; j < kSize; ++j) values.insert(values.end(), {1, -0.5});
  values.pop_back();
  const auto solver = MakeLinearSolver(pattern, LinearSolverKind::kSparse);
  ASSERT_EQ(solver->Factor(values), FactorStatus::kOk);
  std::vector<double> b(kSize, 0.0);
  b[0] = 1;
  solver->Solve(b);
  for (std::int32_t i = 0; i < 960; ++i) EXPECT_EQ(b[i], std::ldexp(1, -i)) << i;
  for (const double x : b) EXPECT_NE(std::fpclassify(x), FP_SUBNORMAL);
}

// A chain of `sparse` unknowns, and `full` ones that depend on each other and on it.
SparsePattern ChainAndFullEnd(std::int32_t sparse, std::int32_t full) {
  std::vector<Entry> entries;
  const std::int32_t n = sparse + full;
  for (std::int32_t i = 0; i < n; ++i) entries.push_back({i, i});
  for (std::int32_t i = 1; i < sparse; ++i) entries.insert(entries.end(), {{i, i - 1}, {i - 1, i}});
  for (std::int32_t i = sparse; i < n; ++i) {
    for (std::int32_t j = sparse; j < n; ++j) entries.push_back({i, j});
    entries.insert(entries.end(), {{i, i - sparse}, {i - sparse, i}});
  }
  return PatternFromEntries(n, n, entries);
}

// |A x - b| / (|A| |x|) for values of A in pattern order.
double BackwardError(const SparsePattern& pattern, const std::vector<double>& values, LinearSolver& solver) {
  Eigen::MatrixXd matrix = Eigen::MatrixXd::Zero(pattern.rows, pattern.cols);
  std::size_t k = 0;
  for (std::int32_t j = 0; j < pattern.cols; ++j) {
    for (const std::int32_t i : pattern.Column(j)) matrix(i, j) = values[k++];
  }
  std::vector<double> x(pattern.rows, 1.0);
  solver.Solve(x);
  const Eigen::Map<const Eigen::VectorXd> solution(x.data(), pattern.rows);
  const Eigen::VectorXd rest = matrix * solution - Eigen::VectorXd::Ones(pattern.rows);
  return rest.lpNorm<Eigen::Infinity>() /
         (matrix.lpNorm<Eigen::Infinity>() * solution.lpNorm<Eigen::Infinity>());
}

TEST(KnownPivots, ManyMatricesOfOnePatternAreSolvedToRoundoff) {
  // Chains alone, full matrices alone, and both, with full parts of every size modulo four.
  std::mt19937 random(3);
  std::uniform_real_distribution<double> uniform(-1, 1);
  for (const auto& [sparse, full] :
       {std::pair{30, 0}, {0, 9}, {12, 10}, {20, 11}, {20, 12}, {3, 33}, {40, 30}, {600, 0}, {600, 7}}) {
    const SparsePattern pattern = ChainAndFullEnd(std::max(sparse, full), full);
    const auto solver = MakeLinearSolver(pattern, LinearSolverKind::kSparse);
    for (int trial = 0; trial < (sparse < 100 ? 20 : 2); ++trial) {
      std::vector<double> values(pattern.num_nonzeros());
      for (double& value : values) value = uniform(random);
      ASSERT_EQ(solver->Factor(values), FactorStatus::kOk);
      EXPECT_LT(BackwardError(pattern, values, *solver), 1e-12) << sparse << " and " << full;
    }
  }
}

TEST(KnownPivots, PivotsThatShrinkAreGivenUpBeforeTheyCostAccuracy) {
  // Chosen on a large diagonal, which then shrinks by ten from one matrix to the next.
  std::mt19937 random(4);
  std::uniform_real_distribution<double> uniform(0.5, 1);
  for (const auto& [sparse, full] : {std::pair{30, 0}, {10, 10}, {40, 30}}) {
    const SparsePattern pattern = ChainAndFullEnd(sparse, full);
    std::vector<double> values(pattern.num_nonzeros());
    for (double& value : values) value = (random() % 2 == 0 ? 1 : -1) * uniform(random);
    const auto solver = MakeLinearSolver(pattern, LinearSolverKind::kSparse);
    for (double diagonal = 10; diagonal > 1e-18; diagonal /= 10) {
      for (std::int32_t j = 0; j < pattern.cols; ++j) {
        for (std::int32_t k = pattern.column_starts[j]; k < pattern.column_starts[j + 1]; ++k) {
          if (pattern.row_indices[k] == j) values[k] = diagonal;
        }
      }
      ASSERT_EQ(solver->Factor(values), FactorStatus::kOk);
      // A growth of 1e3 is tolerated: n eps 1e3 is 1e-11 here. With the first pivots the error would reach 1.
      EXPECT_LT(BackwardError(pattern, values, *solver), 1e-10) << "diagonal " << diagonal;
    }
  }
}

}  // namespace
}  // namespace daedalus::linear
