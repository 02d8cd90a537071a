#include "daedalus/structure/dulmage_mendelsohn.h"

#include <gtest/gtest.h>

#include "structure/drawing.h"
#include "structure/ids.h"
#include "structure/random_incidence.h"

namespace daedalus::structure {
namespace {

TEST(DulmageMendelsohn, SeparatesTooManyJustRightAndTooFew) {
  //                               over|well|under
  const Incidence a = FromDrawing({"x......",    // two rows for one column
                                   "x......",    //
                                   "xxx....",    // a loop of two
                                   ".xx....",    //
                                   "...x...",    // one alone
                                   ".x.xxxx"});  // one row for three columns
  const DulmageMendelsohn parts = DulmageMendelsohnDecomposition(a, MaximumMatching(a));
  EXPECT_EQ(NumbersOf(parts.over_rows), (Numbers{0, 1}));
  EXPECT_EQ(NumbersOf(parts.over_columns), (Numbers{0}));
  EXPECT_EQ(NumbersOf(parts.well_rows), (Numbers{2, 3, 4}));
  EXPECT_EQ(NumbersOf(parts.well_columns), (Numbers{1, 2, 3}));
  EXPECT_EQ(NumbersOf(parts.under_rows), (Numbers{5}));
  EXPECT_EQ(NumbersOf(parts.under_columns), (Numbers{4, 5, 6}));
  EXPECT_EQ(parts.well_blocks.size(), 2u);
}

TEST(DulmageMendelsohn, ARegularSystemIsAllWellDetermined) {
  const Incidence a = FromDrawing({"xx", "xx"});
  const DulmageMendelsohn parts = DulmageMendelsohnDecomposition(a, MaximumMatching(a));
  EXPECT_EQ(parts.well_rows.size(), 2u);
  EXPECT_EQ(parts.well_blocks.size(), 1u);
  EXPECT_TRUE(parts.over_rows.empty() && parts.under_columns.empty());
}

// The size of a maximum matching when the rows and columns at these places are not there.
std::uint32_t SizeWithout(const Incidence& a, RowId row, ColumnId column) {
  Incidence b;
  b.num_columns = a.num_columns;
  for (const RowId r : a.Rows()) {
    std::vector<ColumnId> entries;
    for (const ColumnId c : a.Row(r)) {
      if (r != row && c != column) entries.push_back(c);
    }
    b.AddRow(entries);
  }
  return MaximumMatching(b).size;
}

// A row is over-determined if and only if some maximum matching can do without it; a column under-determined
// likewise.
TEST(DulmageMendelsohn, PartsAreWhatSomeMaximumMatchingCanDoWithoutOnRandomGraphs) {
  std::mt19937 random(58);
  for (int trial = 0; trial < 500; ++trial) {
    const std::uint32_t rows = random() % 9, columns = random() % 9;
    const Incidence a = RandomIncidence(&random, rows, columns, 2 + random() % 4);
    const Matching m = MaximumMatching(a);
    const DulmageMendelsohn parts = DulmageMendelsohnDecomposition(a, m);
    std::vector<RowId> spare_rows;
    std::vector<ColumnId> spare_columns;
    for (const RowId r : a.Rows()) {
      if (SizeWithout(a, r, ColumnId()) == m.size) spare_rows.push_back(r);
    }
    for (const ColumnId c : a.Columns()) {
      if (SizeWithout(a, RowId(), c) == m.size) spare_columns.push_back(c);
    }
    EXPECT_EQ(parts.over_rows, spare_rows) << Draw(a, m.column_of_row);
    EXPECT_EQ(parts.under_columns, spare_columns) << Draw(a, m.column_of_row);
    EXPECT_EQ(parts.well_rows.size(), parts.well_columns.size());
    EXPECT_EQ(parts.well_blocks.rows.size(), parts.well_rows.size());
    EXPECT_EQ(parts.over_rows.size() + parts.well_rows.size() + parts.under_rows.size(), rows);
    EXPECT_EQ(parts.over_columns.size() + parts.well_columns.size() + parts.under_columns.size(), columns);
    for (const RowId r : parts.over_rows) {
      for (const ColumnId c : a.Row(r)) {
        EXPECT_TRUE(std::binary_search(parts.over_columns.begin(), parts.over_columns.end(), c));
      }
    }
  }
}

TEST(DulmageMendelsohn, AMillionRowsWithOneTooManyNeedNoRecursion) {
  const std::uint32_t n = 1000000;
  Incidence a;
  a.num_columns = n;
  for (std::uint32_t i = 0; i < n; ++i) a.AddRow(Columns({i, std::min(i + 1, n - 1)}));
  a.AddRow(Columns({0}));
  const DulmageMendelsohn parts = DulmageMendelsohnDecomposition(a, MaximumMatching(a));
  EXPECT_EQ(parts.over_rows.size(), n + 1);
}

}  // namespace
}  // namespace daedalus::structure
