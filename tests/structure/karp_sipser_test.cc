#include "daedalus/structure/karp_sipser.h"

#include <gtest/gtest.h>

#include "structure/drawing.h"
#include "structure/random_incidence.h"

namespace daedalus::structure {
namespace {

TEST(KarpSipser, MakesNoMistakeWhereRowsOrColumnsHaveASingleNeighbour) {
  const Incidence a = FromDrawing({"xx.", "x..", ".xx"});
  EXPECT_EQ(Draw(a, KarpSipserMatching(a, Transpose(a)).column_of_row), "x#.\n#..\n.x#\n");
}

TEST(KarpSipser, IsAMatchingAndMostlyAMaximumOneOnRandomGraphs) {
  std::mt19937 random(1981);
  std::uint32_t sum = 0, maximum = 0;
  for (int trial = 0; trial < 1000; ++trial) {
    const Incidence a = RandomIncidence(&random, random() % 15, random() % 15, 2 + random() % 6);
    const Matching m = KarpSipserMatching(a, Transpose(a));
    std::uint32_t size = 0;
    for (const RowId r : a.Rows()) {
      const ColumnId c = m.column_of_row[r];
      if (!c.IsValid()) continue;
      ++size;
      EXPECT_EQ(m.row_of_column[c], r);
      EXPECT_TRUE(Contains(a, r, c));
    }
    EXPECT_EQ(m.size, size);
    sum += size;
    maximum += MaximumMatching(a).size;
  }
  EXPECT_LE(sum, maximum);
  EXPECT_GT(sum, maximum - maximum / 100);
}

}  // namespace
}  // namespace daedalus::structure
