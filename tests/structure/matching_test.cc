#include "daedalus/structure/matching.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>

#include "structure/drawing.h"

namespace daedalus::structure {
namespace {

void ExpectValid(const Incidence& a, const Matching& m) {
  std::uint32_t size = 0;
  for (std::uint32_t row = 0; row < a.num_rows(); ++row) {
    const std::uint32_t column = m.column_of_row[row];
    if (column == kUnmatched) continue;
    ++size;
    EXPECT_EQ(m.row_of_column[column], row);
    const auto entries = a.Row(row);
    EXPECT_NE(std::find(entries.begin(), entries.end(), column), entries.end())
        << "a matched column appears in its row";
  }
  EXPECT_EQ(m.size, size);
}

// The largest matching by dynamic programming over sets of columns.
int BruteForceSize(const Incidence& a) {
  std::vector<int> best(std::size_t{1} << a.num_columns, 0);
  for (std::uint32_t row = 0; row < a.num_rows(); ++row) {
    std::vector<int> next = best;
    for (std::size_t used = 0; used < best.size(); ++used) {
      for (const std::uint32_t column : a.Row(row)) {
        const std::size_t bit = std::size_t{1} << column;
        if (!(used & bit)) next[used | bit] = std::max(next[used | bit], best[used] + 1);
      }
    }
    best = next;
  }
  return *std::max_element(best.begin(), best.end());
}

TEST(Matching, FindsThePerfectOneThatGreedyMisses) {
  const Incidence a = FromDrawing({"xx.",  // greedy gives row 0 column 0,
                                   "x..",  // which row 1 needs
                                   ".xx"});
  const Matching m = MaximumMatching(a);
  EXPECT_TRUE(m.IsPerfect());
  EXPECT_EQ(Draw(a, m.column_of_row), "x#.\n#..\n.x#\n");
}

TEST(Matching, LeavesTheLaterOfTwoRowsThatShareTheirOnlyColumn) {
  const Matching m = MaximumMatching(FromDrawing({"x.", "x."}));
  EXPECT_EQ(m.size, 1u);
  EXPECT_EQ(m.column_of_row[0], 0u);
  EXPECT_EQ(m.column_of_row[1], kUnmatched);
}

TEST(Matching, HasTheSizeThatExhaustionFindsOnRandomGraphs) {
  std::mt19937 random(20240607);
  for (int trial = 0; trial < 3000; ++trial) {
    const auto rows = random() % 9, columns = random() % 9;
    Incidence a;
    a.num_columns = static_cast<std::uint32_t>(columns);
    for (std::size_t r = 0; r < rows; ++r) {
      std::vector<std::uint32_t> entries;
      for (std::uint32_t c = 0; c < columns; ++c) {
        if (random() % 4 == 0) entries.push_back(c);
      }
      a.AddRow(entries);
    }
    const Matching m = MaximumMatching(a);
    ExpectValid(a, m);
    ASSERT_EQ(static_cast<int>(m.size), BruteForceSize(a)) << Draw(a);
  }
}

TEST(Matching, FollowsAPathOfAMillionRowsWithoutRecursion) {
  const std::uint32_t n = 1000000;
  Incidence a;
  a.num_columns = n;
  // Row i contains columns i and i+1, the last row only column 0: its path runs through all the others.
  for (std::uint32_t i = 0; i + 1 < n; ++i) a.AddRow(std::vector<std::uint32_t>{i, i + 1});
  a.AddRow(std::vector<std::uint32_t>{0});
  EXPECT_TRUE(MaximumMatching(a).IsPerfect());
}

TEST(MatchingExtender, ARowThatFindsNoRoomTakesNothingAway) {
  const Incidence a = FromDrawing({"xx", "xx", "x."});
  MatchingExtender extender(a);
  EXPECT_TRUE(extender.AugmentRow(0));
  EXPECT_TRUE(extender.AugmentRow(1));
  EXPECT_FALSE(extender.AugmentRow(2));
  EXPECT_NE(extender.matching().column_of_row[0], kUnmatched);
  EXPECT_NE(extender.matching().column_of_row[1], kUnmatched);
}

TEST(Incidence, TransposeTwiceIsTheSame) {
  const Incidence a = FromDrawing({"x.x.", "....", ".xxx"});
  const Incidence b = Transpose(Transpose(a));
  EXPECT_EQ(Draw(a), Draw(b));
  EXPECT_EQ(Draw(Transpose(a)), "x..\n..x\nx.x\n..x\n");
}

// x y      the first row holds x already; the second one takes it, the first goes on to y
TEST(MatchingExtender, GoesOnFromPairsThatAreGiven) {
  const Incidence a = FromDrawing({"xx", "x."});
  MatchingExtender extender(a, {{0, kUnmatched}, {0, kUnmatched}, 1});
  EXPECT_TRUE(extender.AugmentRow(1));
  EXPECT_EQ(extender.matching().size, 2u);
  EXPECT_EQ(Draw(a, extender.matching().column_of_row), "x#\n#.\n");
}

}  // namespace
}  // namespace daedalus::structure
