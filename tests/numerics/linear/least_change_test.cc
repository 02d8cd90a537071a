#include "daedalus/numerics/linear/least_change.h"

#include <gtest/gtest.h>

#include <vector>

namespace daedalus::linear {
namespace {

SparsePattern Full(std::int32_t n) {
  std::vector<Entry> entries;
  for (std::int32_t column = 0; column < n; ++column) {
    for (std::int32_t row = 0; row < n; ++row) entries.push_back({row, column});
  }
  return PatternFromEntries(n, n, entries);
}

// x + y = 2 twice: of all solutions (1, 1) is the shortest; with y in units of 3, (0.2, 1.8).
TEST(LeastChange, TakesTheShortestSolutionInTheUnitsOfTheUnknowns) {
  const std::vector<double> a = {1, 1, 1, 1}, r = {2, 2};
  std::vector<double> d(2);
  ASSERT_TRUE(LeastChange(Full(2), a, std::vector<double>{1, 1}, r, d));
  EXPECT_NEAR(d[0], 1, 1e-12);
  EXPECT_NEAR(d[1], 1, 1e-12);
  ASSERT_TRUE(LeastChange(Full(2), a, std::vector<double>{1, 3}, r, d));
  EXPECT_NEAR(d[0], 0.2, 1e-12);
  EXPECT_NEAR(d[1], 1.8, 1e-12);
}

TEST(LeastChange, SeesAContradiction) {
  std::vector<double> d(2);
  EXPECT_FALSE(LeastChange(Full(2), std::vector<double>{1, 1, 1, 1}, std::vector<double>{1, 1},
                           std::vector<double>{2, 2.001}, d));
  EXPECT_FALSE(LeastChange(Full(2), std::vector<double>{1, 0, 0, 0}, std::vector<double>{1, 1},
                           std::vector<double>{2, 1e-30}, d));
}

TEST(LeastChange, AnUnknownThatNothingHoldsStays) {
  std::vector<double> d(2);
  ASSERT_TRUE(LeastChange(Full(2), std::vector<double>{4, 0, 0, 0}, std::vector<double>{1, 1},
                          std::vector<double>{2, 0}, d));
  EXPECT_NEAR(d[0], 0.5, 1e-15);
  EXPECT_EQ(d[1], 0);
}

// Rows whose sizes differ by 20 orders of magnitude are judged each in its own.
TEST(LeastChange, RowsHaveUnitsOfTheirOwn) {
  std::vector<double> d(2);
  ASSERT_TRUE(LeastChange(Full(2), std::vector<double>{1e-10, 1e10, 1e-10, 1e10}, std::vector<double>{1, 1},
                          std::vector<double>{2e-10, 2e10}, d));
  EXPECT_NEAR(d[0], 1, 1e-9);
  EXPECT_FALSE(LeastChange(Full(2), std::vector<double>{1e-10, 1e10, 1e-10, 1e10}, std::vector<double>{1, 1},
                           std::vector<double>{2.1e-10, 2e10}, d));
}

}  // namespace
}  // namespace daedalus::linear
