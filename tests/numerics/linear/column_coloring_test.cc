#include "daedalus/numerics/linear/column_coloring.h"

#include <gtest/gtest.h>

#include <random>
#include <set>

namespace daedalus::linear {
namespace {

SparsePattern Band(std::int32_t n, std::int32_t half_width) {
  std::vector<Entry> entries;
  for (std::int32_t j = 0; j < n; ++j) {
    for (std::int32_t i = std::max(0, j - half_width); i <= std::min(n - 1, j + half_width); ++i) {
      entries.push_back({i, j});
    }
  }
  return PatternFromEntries(n, n, entries);
}

void ExpectValidColoring(const SparsePattern& pattern, const ColumnGroups& groups) {
  std::set<std::int32_t> seen;
  for (std::int32_t g = 0; g < groups.size(); ++g) {
    std::set<std::int32_t> rows;
    for (const std::int32_t j : groups.Group(g)) {
      EXPECT_TRUE(seen.insert(j).second) << "column " << j << " is in two groups";
      for (const std::int32_t i : pattern.Column(j)) {
        EXPECT_TRUE(rows.insert(i).second) << "row " << i << " is shared in group " << g;
      }
    }
  }
  EXPECT_EQ(static_cast<std::int32_t>(seen.size()), pattern.cols);
}

TEST(ColumnColoring, RandomPatternsHaveNoSharedRowInAGroup) {
  std::mt19937 random(4);
  for (int repeat = 0; repeat < 100; ++repeat) {
    std::uniform_int_distribution<std::int32_t> index(0, 19);
    std::vector<Entry> entries(repeat);
    for (Entry& entry : entries) entry = {index(random), index(random)};
    const SparsePattern pattern = PatternFromEntries(20, 20, entries);
    ExpectValidColoring(pattern, ColorColumns(pattern));
  }
}

TEST(ColumnColoring, BandNeedsExactlyItsWidth) {
  for (const std::int32_t half_width : {0, 1, 2, 5}) {
    const SparsePattern pattern = Band(100, half_width);
    const ColumnGroups groups = ColorColumns(pattern);
    EXPECT_EQ(groups.size(), 2 * half_width + 1);
    ExpectValidColoring(pattern, groups);
  }
}

TEST(ColumnColoring, FullMatrixNeedsAGroupForEachColumn) {
  EXPECT_EQ(ColorColumns(DensePattern(6, 6)).size(), 6);
}

TEST(ColumnColoring, DiagonalWithOneFullColumnNeedsTwo) {
  std::vector<Entry> entries;
  for (std::int32_t i = 0; i < 50; ++i) {
    entries.push_back({i, i});
    entries.push_back({i, 7});
  }
  EXPECT_EQ(ColorColumns(PatternFromEntries(50, 50, entries)).size(), 2);
}

}  // namespace
}  // namespace daedalus::linear
