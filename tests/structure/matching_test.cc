#include "daedalus/structure/matching.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>

#include "structure/drawing.h"
#include "structure/ids.h"

namespace daedalus::structure {
namespace {

void ExpectValid(const Incidence& a, const Matching& m) {
  std::uint32_t size = 0;
  for (const RowId row : a.Rows()) {
    const ColumnId column = m.column_of_row[row];
    if (!column.IsValid()) continue;
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
  for (const RowId row : a.Rows()) {
    std::vector<int> next = best;
    for (std::size_t used = 0; used < best.size(); ++used) {
      for (const ColumnId column : a.Row(row)) {
        const std::size_t bit = std::size_t{1} << column.value;
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
  EXPECT_EQ(m.column_of_row[RowId(0)], ColumnId(0));
  EXPECT_FALSE(m.column_of_row[RowId(1)].IsValid());
}

TEST(Matching, HasTheSizeThatExhaustionFindsOnRandomGraphs) {
  std::mt19937 random(20240607);
  for (int trial = 0; trial < 3000; ++trial) {
    const auto rows = random() % 9, columns = random() % 9;
    Incidence a;
    a.num_columns = static_cast<std::uint32_t>(columns);
    for (std::size_t r = 0; r < rows; ++r) {
      Numbers entries;
      for (std::uint32_t c = 0; c < columns; ++c) {
        if (random() % 4 == 0) entries.push_back(c);
      }
      a.AddRow(Columns(entries));
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
  for (std::uint32_t i = 0; i + 1 < n; ++i) a.AddRow(Columns({i, i + 1}));
  a.AddRow(Columns({0}));
  EXPECT_TRUE(MaximumMatching(a).IsPerfect());
}

TEST(MatchingExtender, ARowThatFindsNoRoomTakesNothingAway) {
  const Incidence a = FromDrawing({"xx", "xx", "x."});
  MatchingExtender extender(a);
  EXPECT_TRUE(extender.AugmentRow(RowId(0)));
  EXPECT_TRUE(extender.AugmentRow(RowId(1)));
  EXPECT_FALSE(extender.AugmentRow(RowId(2)));
  EXPECT_TRUE(extender.matching().column_of_row[RowId(0)].IsValid());
  EXPECT_TRUE(extender.matching().column_of_row[RowId(1)].IsValid());
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
  Matching given{PerRow<ColumnId>(2), PerColumn<RowId>(2), 1};
  given.column_of_row[RowId(0)] = ColumnId(0);
  given.row_of_column[ColumnId(0)] = RowId(0);
  MatchingExtender extender(a, given);
  EXPECT_TRUE(extender.AugmentRow(RowId(1)));
  EXPECT_EQ(extender.matching().size, 2u);
  EXPECT_EQ(Draw(a, extender.matching().column_of_row), "x#\n#.\n");
}

}  // namespace
}  // namespace daedalus::structure
