#include <gtest/gtest.h>

#include <bit>

#include "daedalus/structure/matching.h"
#include "daedalus/structure/singular_sets.h"
#include "structure/drawing.h"
#include "structure/ids.h"
#include "structure/random_incidence.h"

namespace daedalus::structure {
namespace {

TEST(Singularity, ARegularSystemNeedsNoExplanation) {
  EXPECT_TRUE(ExplainSingularity(FromDrawing({"xx", "x."})).IsRegular());
}

TEST(Singularity, TwoShortEquationsExplainEachOtherInsteadOfAChain) {
  // Without the order by length, row 0 would take column 0 and blame rows 4 and 5 on the whole chain.
  const Incidence a = FromDrawing({"xx...", ".xx..", "..xx.", "...x.", "x....", "x...."});
  const Singularity why = ExplainSingularity(a);
  ASSERT_EQ(why.overdetermined.size(), 2u);
  EXPECT_EQ(NumbersOf(why.overdetermined[0].rows), (Numbers{4, 5}));
  EXPECT_EQ(NumbersOf(why.overdetermined[0].columns), (Numbers{0}));
}

TEST(Singularity, NamesAllThatTheMissingEquationCouldDetermine) {
  // A resistor that is not connected: u = R i is the only equation for both, and p = u i determines p in any
  // case.
  const Singularity why = ExplainSingularity(FromDrawing({"xx..",  // u = R i
                                                          "xxx.",  // p = u i
                                                          "...x"}));
  EXPECT_TRUE(why.overdetermined.empty());
  ASSERT_EQ(why.underdetermined.size(), 1u);
  EXPECT_EQ(NumbersOf(why.underdetermined[0].columns), (Numbers{0, 1, 2}));
  EXPECT_EQ(NumbersOf(why.underdetermined[0].rows), (Numbers{0, 1}));
}

TEST(Singularity, BlamesTheEquationOfLowerTrust) {
  SingularityOptions options;
  options.trust = {0, 1, 1};
  const Singularity why = ExplainSingularity(FromDrawing({"x.", ".x", "xx"}), options);
  ASSERT_EQ(why.overdetermined.size(), 1u);
  EXPECT_EQ(why.overdetermined[0].row, RowId(0));
}

TEST(Singularity, EquationsWithoutUnknownsStandAlone) {
  const Singularity why = ExplainSingularity(FromDrawing({"..", "xx"}));
  ASSERT_EQ(why.overdetermined.size(), 1u);
  EXPECT_EQ(NumbersOf(why.overdetermined[0].rows), (Numbers{0}));
  EXPECT_TRUE(why.overdetermined[0].columns.empty());
  EXPECT_EQ(why.num_unmatched_columns, 1u);
}

bool ViolatesHall(const Numbers& masks, std::uint32_t set) {
  std::uint32_t columns = 0;
  for (std::uint32_t r = 0; r < masks.size(); ++r) {
    if (set >> r & 1) columns |= masks[r];
  }
  return std::popcount(set) > std::popcount(columns);
}

// Of all minimal sets that contain `row`, the size of the smallest.
int SmallestViolatorWith(const Numbers& masks, std::uint32_t row) {
  int best = 99;
  for (std::uint32_t set = 0; set < 1u << masks.size(); ++set) {
    if (!(set >> row & 1) || std::popcount(set) >= best || !ViolatesHall(masks, set)) continue;
    bool minimal = true;
    for (std::uint32_t r = 0; r < masks.size(); ++r)
      minimal &= !(set >> r & 1) || !ViolatesHall(masks, set & ~(1u << r));
    if (minimal) best = std::popcount(set);
  }
  return best;
}

TEST(Singularity, SetsAreMinimalAndAlmostAlwaysTheSmallestOnRandomGraphs) {
  std::mt19937 random(83);
  int num_sets = 0, num_smallest = 0;
  for (int trial = 0; trial < 400; ++trial) {
    const std::uint32_t rows = 1 + random() % 9, columns = 1 + random() % 9;
    const Incidence a = RandomIncidence(&random, rows, columns, 2 + random() % 4);
    const Numbers masks = RowMasks(a);
    const Singularity why = ExplainSingularity(a);
    const Matching m = MaximumMatching(a);
    EXPECT_EQ(why.num_unmatched_rows, rows - m.size);
    EXPECT_EQ(why.num_unmatched_columns, columns - m.size);
    EXPECT_EQ(why.overdetermined.size(), why.num_unmatched_rows);
    for (const OverdeterminedSet& set : why.overdetermined) {
      EXPECT_EQ(set.rows.size(), set.columns.size() + 1);
      std::uint32_t bits = 0;
      for (const RowId r : set.rows) bits |= 1u << r.value;
      EXPECT_TRUE(bits >> set.row.value & 1);
      EXPECT_TRUE(ViolatesHall(masks, bits)) << Draw(a);
      for (const RowId r : set.rows) EXPECT_FALSE(ViolatesHall(masks, bits & ~(1u << r.value))) << Draw(a);
      ++num_sets;
      num_smallest += static_cast<int>(set.rows.size()) == SmallestViolatorWith(masks, set.row.value);
    }
    for (const UnderdeterminedSet& set : why.underdetermined) {
      EXPECT_EQ(set.columns.size(), set.rows.size() + 1);
      for (const RowId r : a.Rows()) {
        bool meets = false;
        for (const ColumnId c : set.columns) meets |= Contains(a, r, c);
        EXPECT_EQ(meets, std::binary_search(set.rows.begin(), set.rows.end(), r));
      }
    }
  }
  EXPECT_GT(num_sets, 300);
  EXPECT_GT(num_smallest, num_sets * 19 / 20);
}

TEST(Singularity, OneRedundantEquationInALoopOfAMillionIsFoundWithoutRecursion) {
  const std::uint32_t n = 1000000;
  Incidence a;
  a.num_columns = n;
  for (std::uint32_t i = 0; i < n; ++i) a.AddRow(Columns({i, (i + 1) % n}));
  a.AddRow(Columns({0, n / 2}));
  const Singularity why = ExplainSingularity(a);
  ASSERT_EQ(why.overdetermined.size(), 1u);
  EXPECT_EQ(why.overdetermined[0].rows.size(), n + 1);
}

}  // namespace
}  // namespace daedalus::structure
