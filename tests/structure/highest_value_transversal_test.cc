#include "daedalus/structure/highest_value_transversal.h"

#include <gtest/gtest.h>

#include <numeric>

#include "daedalus/structure/matching.h"
#include "structure/drawing.h"
#include "structure/ids.h"
#include "structure/random_incidence.h"

namespace daedalus::structure {
namespace {

TEST(HighestValueTransversal, PrefersTheSumToTheLargestEntry) {
  const Incidence a = FromDrawing({"xx",    // 5 4
                                   "xx"});  // 4 0
  const std::vector<std::int32_t> values = {5, 4, 4, 0};
  const auto t = HighestValueTransversal(a, values);
  ASSERT_TRUE(t.has_value());
  EXPECT_EQ(t->value, 8);
  EXPECT_EQ(NumbersOf(t->column_of_row), (Numbers{1, 0}));
}

TEST(HighestValueTransversal, HasNoneWhereThereIsNoPerfectMatching) {
  const std::vector<std::int32_t> ones(3, 1);
  EXPECT_FALSE(
      HighestValueTransversal(FromDrawing({"x.", "x."}), std::vector<std::int32_t>{1, 1}).has_value());
  EXPECT_FALSE(HighestValueTransversal(FromDrawing({"xxx"}), ones).has_value());
}

// Over all permutations; nullopt if none fits.
std::optional<std::int64_t> BruteForce(const Incidence& a, const std::vector<std::int32_t>& values) {
  PerRow<ColumnId> p;
  for (const ColumnId c : a.Columns()) p.Add(c);
  std::optional<std::int64_t> best;
  do {
    std::int64_t sum = 0;
    bool fits = true;
    for (const RowId r : a.Rows()) {
      if (!fits) break;
      const auto row = a.Row(r);
      const auto at = std::lower_bound(row.begin(), row.end(), p[r]);
      fits = at != row.end() && *at == p[r];
      if (fits) sum += values[a.Begin(r) + static_cast<std::size_t>(at - row.begin())];
    }
    if (fits && (!best || sum > *best)) best = sum;
  } while (std::next_permutation(p.begin(), p.end()));
  return best;
}

TEST(HighestValueTransversal, HasTheValueThatExhaustionFindsAndDualsThatProveIt) {
  std::mt19937 random(87);
  for (int trial = 0; trial < 800; ++trial) {
    const std::uint32_t n = 1 + random() % 6;
    const Incidence a =
        trial % 4 == 0 ? RandomIncidence(&random, n, n, 2) : RandomRegularIncidence(&random, n, 2);
    std::vector<std::int32_t> values;
    for (std::size_t k = 0; k < a.columns.size(); ++k)
      values.push_back(static_cast<std::int32_t>(random() % 9) - 2);
    const auto t = HighestValueTransversal(a, values);
    const auto best = BruteForce(a, values);
    ASSERT_EQ(t.has_value(), best.has_value()) << Draw(a);
    if (!t) continue;
    EXPECT_EQ(t->value, *best);
    for (const RowId r : a.Rows()) {
      for (std::uint32_t k = a.Begin(r); k < a.End(r); ++k) {
        EXPECT_GE(t->v[a.columns[k]] - t->u[r], values[k]);
        if (k == t->entry_of_row[r]) {
          EXPECT_EQ(t->v[a.columns[k]] - t->u[r], values[k]);
          EXPECT_EQ(a.columns[k], t->column_of_row[r]);
        }
      }
    }
  }
}

TEST(HighestValueTransversal, FollowsAPathOfAHundredThousandRows) {
  // Every row would rather have its own column, but the last row can only have the first column.
  const std::uint32_t n = 100000;
  Incidence a;
  a.num_columns = n;
  std::vector<std::int32_t> values;
  for (std::uint32_t i = 0; i + 1 < n; ++i) {
    a.AddRow(Columns({i, i + 1}));
    values.insert(values.end(), {1, 0});
  }
  a.AddRow(Columns({0}));
  values.push_back(1);
  const auto t = HighestValueTransversal(a, values);
  ASSERT_TRUE(t.has_value());
  EXPECT_EQ(t->value, 1);
}

}  // namespace
}  // namespace daedalus::structure
