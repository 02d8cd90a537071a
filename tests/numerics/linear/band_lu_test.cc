#include "daedalus/numerics/linear/band_lu.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <random>
#include <vector>

#include "daedalus/numerics/linear/band_pivots.h"

namespace daedalus::linear {
namespace {

struct BandMatrix {
  SparsePattern pattern;
  std::vector<double> values;
};

template <class ValueOf>
BandMatrix MakeBand(std::int32_t n, std::int32_t lower, std::int32_t upper, ValueOf value_of) {
  std::vector<Entry> entries;
  for (std::int32_t i = 0; i < n; ++i) {
    for (std::int32_t j = std::max(0, i - lower); j <= std::min(n - 1, i + upper); ++j)
      entries.push_back({i, j});
  }
  BandMatrix out{PatternFromEntries(n, n, entries), {}};
  for (std::int32_t j = 0; j < n; ++j) {
    for (const std::int32_t i : out.pattern.Column(j)) out.values.push_back(value_of(i, j));
  }
  return out;
}

std::vector<double> Times(const BandMatrix& a, const std::vector<double>& x) {
  std::vector<double> out(x.size(), 0.0);
  for (std::int32_t j = 0; j < a.pattern.cols; ++j) {
    for (std::int32_t k = a.pattern.column_starts[j]; k < a.pattern.column_starts[j + 1]; ++k)
      out[a.pattern.row_indices[k]] += a.values[k] * x[j];
  }
  return out;
}

// The largest error of a solution whose exact value is 1, -1/2, 1/3, ...
double ErrorOf(BandLu& lu, const BandMatrix& a) {
  std::vector<double> x(static_cast<std::size_t>(a.pattern.cols));
  for (std::size_t i = 0; i < x.size(); ++i) x[i] = (i % 2 ? -1.0 : 1.0) / static_cast<double>(i + 1);
  std::vector<double> b = Times(a, x);
  lu.Solve(b);
  double error = 0;
  for (std::size_t i = 0; i < x.size(); ++i) error = std::max(error, std::abs(b[i] - x[i]));
  return error;
}

TEST(BandLu, SolvesBandsOfAnyWidthOnEitherSide) {
  std::mt19937 random(2);
  std::uniform_real_distribution<double> uniform(-1, 1);
  for (const std::int32_t lower : {0, 1, 2, 4, 5, 9}) {
    for (const std::int32_t upper : {0, 1, 3, 4, 7}) {
      for (const std::int32_t n : {1, 2, 5, 40, 100}) {
        const BandMatrix a = MakeBand(
            n, lower, upper, [&](int i, int j) { return i == j ? 12 + uniform(random) : uniform(random); });
        BandLu lu(a.pattern);
        ASSERT_EQ(lu.Factor(a.values), FactorStatus::kOk) << lower << ' ' << upper << ' ' << n;
        EXPECT_LT(ErrorOf(lu, a), 1e-14) << lower << ' ' << upper << ' ' << n;
      }
    }
  }
}

// Rows 2k and 2k + 1 are the other way round: diagonals are 1e-12 of what stands below them, by which a
// solution without exchanges would lose 12 digits. Then the same solver without them again.
TEST(BandLu, AVanishingPivotIsNoObstacle) {
  constexpr std::int32_t kSize = 40;
  const auto value_of = [](int i, int j, double small) {
    const int row = i % 2 == 0 ? i + 1 : i - 1;
    return row == j ? 2.0 : i == j ? small : 0.3 / (1 + std::abs(i - j));
  };
  for (const double small : {1e-12, 0.0}) {
    const BandMatrix a = MakeBand(kSize, 3, 3, [&](int i, int j) { return value_of(i, j, small); });
    BandLu lu(a.pattern);
    for (int round = 0; round < 5; ++round) {
      ASSERT_EQ(lu.Factor(a.values), FactorStatus::kOk);
      EXPECT_LT(ErrorOf(lu, a), 1e-14);
    }
    const BandMatrix good = MakeBand(kSize, 3, 3, [&](int i, int j) { return i == j ? 3.0 : 0.3; });
    ASSERT_EQ(lu.Factor(good.values), FactorStatus::kOk);
    EXPECT_LT(ErrorOf(lu, good), 1e-14);
    std::vector<double> sizes(kSize);
    EXPECT_EQ(lu.Pivots(sizes), 1);  // symmetric and positive definite
  }
}

// With the rows of the test above in the order of their pivots the band is wider by one on either side: that
// is what is factored from then on, and what the solver has learned serves for the next matrices.
TEST(BandLu, LearnsTheOrderOfItsPivots) {
  const auto with = [](double large) {
    return MakeBand(40, 3, 3, [large](int i, int j) {
      return (i ^ 1) == j ? large : i == j ? 0.0 : 0.3 / (1 + std::abs(i - j));
    });
  };
  BandLu lu(with(1).pattern);
  EXPECT_EQ(lu.lower(), 3);
  for (const double large : {2.0, 1.7, 2.4, -3.0, 1.5}) {
    const BandMatrix a = with(large);
    ASSERT_EQ(lu.Factor(a.values), FactorStatus::kOk);
    EXPECT_EQ(lu.lower(), 4);
    EXPECT_EQ(lu.upper(), 4);
    EXPECT_LT(ErrorOf(lu, a), 1e-14);
  }
}

// And there is no order where the last column vanishes.
TEST(BandOrder, ByPivotsTakesTheLargestAndTellsWhereThereIsNone) {
  const BandMatrix a = MakeBand(3, 1, 1, [](int i, int j) { return i == j ? (i == 2 ? 1.0 : 0.0) : 1.0; });
  const BandOrder natural = NaturalBand(a.pattern);
  // 0 1 .      1 0 1
  // 1 0 1  ->  0 1 .
  // . 1 1      . 1 1
  const auto order = OrderByPivots(a.pattern, natural, a.values);
  ASSERT_TRUE(order);
  EXPECT_EQ(order->rows, (std::vector<std::int32_t>{1, 0, 2}));
  const BandMatrix singular = MakeBand(3, 1, 1, [](int, int j) { return j == 2 ? 0.0 : 1.0; });
  EXPECT_FALSE(OrderByPivots(singular.pattern, natural, singular.values));
  EXPECT_FALSE(OrderFromBothEnds(singular.pattern, natural, singular.values));
}

// Rows 2k and 2k + 1 are the other way round, whichever end one begins at.
TEST(BandOrder, FromBothEndsTakesThePivotsOfEither) {
  constexpr std::int32_t kSize = 40;
  const BandMatrix a = MakeBand(kSize, 3, 3, [](int i, int j) {
    return (i ^ 1) == j ? 2.0 : i == j ? 0.0 : 0.1;
  });
  const auto order = OrderFromBothEnds(a.pattern, NaturalBand(a.pattern), a.values);
  ASSERT_TRUE(order);
  for (std::int32_t k = 0; k < kSize; ++k) EXPECT_EQ(order->rows[k], k ^ 1);
}

// A pivot that is fifty times smaller than the rest of its row, and good once the row above was taken from
// it: the elimination from below, which comes to it first, must not use it. Its mirror image is good from
// below alone.
TEST(BandLu, APivotThatIsSmallFromOneEndOnly) {
  constexpr std::int32_t kSize = 41;
  for (const std::int32_t at : {30, 10}) {
    const std::int32_t large = at > kSize / 2 ? at - 1 : at + 1;
    const BandMatrix a = MakeBand(kSize, 1, 1, [&](int i, int j) {
      return i == at && j == large ? 150.0 : i == j ? 3.0 : 1.0;
    });
    BandLu lu(a.pattern);
    for (int round = 0; round < 2; ++round) {
      ASSERT_EQ(lu.Factor(a.values), FactorStatus::kOk);
      EXPECT_LT(ErrorOf(lu, a), 1e-13) << at;
    }
    std::vector<double> sizes(kSize);
    EXPECT_EQ(lu.Pivots(sizes),
              -1);  // by the expansion along its row: 3 det(left) det(right) less 150 times what is positive
  }
}

// 1, -1 on the diagonal and beside it: each row is the difference of neighbours, and their sum is zero with a
// ring closed.
TEST(BandLu, DependentRowsAreSingular) {
  constexpr std::int32_t kSize = 30;
  const BandMatrix a = MakeBand(kSize, 1, 1, [](int i, int j) {
    const int degree = i == 0 || i == kSize - 1 ? 1 : 2;
    return i == j ? degree : -1;  // of a chain without a ground: the constant vector is its null space
  });
  BandLu lu(a.pattern);
  EXPECT_EQ(lu.Factor(a.values), FactorStatus::kSingular);
  EXPECT_FALSE(lu.ExplainSingularity().structural);
}

// A chain whose numbers were shuffled is a chain again.
TEST(BandOrder, FindsTheChainInAnyOrder) {
  constexpr std::int32_t kSize = 200;
  std::vector<std::int32_t> rows(kSize), columns(kSize);
  for (std::int32_t i = 0; i < kSize; ++i) rows[i] = columns[i] = i;
  std::mt19937 random(4);
  std::ranges::shuffle(rows, random);
  std::ranges::shuffle(columns, random);
  std::vector<Entry> entries;
  for (std::int32_t i = 0; i < kSize; ++i) {
    for (std::int32_t j = std::max(0, i - 1); j <= std::min(kSize - 1, i + 1); ++j)
      entries.push_back({rows[i], columns[j]});
  }
  const BandOrder order = FindBandOrder(PatternFromEntries(kSize, kSize, entries));
  EXPECT_EQ(order.lower, 1);
  EXPECT_EQ(order.upper, 1);
}

// x_i = x_{i-1} / 10, over 2000 cells: what is left at the end is no number that a processor has, and the
// numbers in between are slow; all are made zero.
TEST(BandLu, WhatAChainPassesOnEndsInZero) {
  constexpr std::int32_t kSize = 2000;
  const BandMatrix a = MakeBand(kSize, 1, 1, [](int i, int j) { return i == j ? 1.0 : i > j ? -0.1 : 0.0; });
  BandLu lu(a.pattern);
  ASSERT_EQ(lu.Factor(a.values), FactorStatus::kOk);
  std::vector<double> b(kSize, 0.0);
  b[0] = 1;
  lu.Solve(b);
  int subnormal = 0;
  for (std::int32_t i = 0; i < kSize; ++i) {
    subnormal += b[i] != 0 && std::abs(b[i]) < std::numeric_limits<double>::min();
    if (i < 280) EXPECT_NEAR(b[i] * std::pow(10, i), 1, 1e-12) << i;
  }
  EXPECT_EQ(b[kSize - 1], 0);
  EXPECT_LE(subnormal, 16);
}

TEST(LinearSolverChoice, AChainIsABand) {
  const BandMatrix chain = MakeBand(100, 1, 1, [](int, int) { return 1.0; });
  EXPECT_EQ(ChooseLinearSolver(chain.pattern), LinearSolverKind::kBand);
  EXPECT_EQ(MakeLinearSolver(chain.pattern)->name(), "band");
}

}  // namespace
}  // namespace daedalus::linear
