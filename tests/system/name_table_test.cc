#include "daedalus/system/name_table.h"

#include <gtest/gtest.h>

#include "daedalus/system/provenance.h"

namespace daedalus {
namespace {

TEST(NameTable, AnElementIsCalledByItsSubscripts) {
  NameTable names;
  const std::int64_t dims[] = {2, 3};
  const PathId a = names.AddPath("a", dims);
  EXPECT_EQ(names.Text({a, 0}), "a[1,1]");
  EXPECT_EQ(names.Text({a, 2}), "a[1,3]");
  EXPECT_EQ(names.Text({a, 5}), "a[2,3]");
  EXPECT_EQ(names.Text({names.AddPath("x"), 0}), "x");
  EXPECT_EQ(names.Text({}), "");
}

TEST(NameTable, ElementsCountThroughTheWholePath) {
  NameTable names;
  const std::int64_t outer[] = {5}, inner[] = {2, 3};
  const PathId a = names.AddPath("a", outer);
  const PathId b = names.AddPath("b", inner, a), c = names.AddPath("c", {}, a);
  // 1 * 6 + 0 * 3 + 2
  EXPECT_EQ(names.Text({b, 8}), "a[2].b[1,3]");
  EXPECT_EQ(names.Text({b, 29}), "a[5].b[2,3]");
  EXPECT_EQ(names.Text({c, 4}), "a[5].c");
}

TEST(NameTable, EqualTextsAreOneName) {
  NameTable names;
  const ScalarName x = names.Add("x"), y = names.Add("y");
  EXPECT_EQ(names.Add("x"), x);
  EXPECT_NE(x, y);
  const std::int64_t dims[] = {2};
  EXPECT_NE(names.AddPath("x", dims), x.path);
}

TEST(NameTable, EqualTextsHaveEqualHashesHoweverTheyCameAbout) {
  NameTable names;
  const std::int64_t outer[] = {5}, inner[] = {2, 30};
  const PathId a = names.AddPath("a", outer), b = names.AddPath("b", inner, a), c = names.AddPath("c", {}, b);
  const PathId d = names.AddPath("d"), e = names.AddPath("e", {}, d);
  for (const std::uint32_t element : {0u, 29u, 30u, 68u, 299u}) {
    EXPECT_EQ(names.Hash({b, element}), names.Hash(names.Add(names.Text({b, element}))));
    EXPECT_EQ(names.Hash({c, element}), names.Hash(names.Add(names.Text({c, element}))));
  }
  EXPECT_EQ(names.Hash({e, 0}), names.Hash(names.Add("d.e")));
  EXPECT_NE(names.Hash({e, 0}), names.Hash(names.Add("d.f")));
  EXPECT_NE(names.Hash({b, 0}), names.Hash({b, 1}));
  EXPECT_EQ(names.Hash({}), names.Hash(names.Add("")));
  EXPECT_FALSE(names.IsInArray(e));
  EXPECT_TRUE(names.IsInArray(c));
}

TEST(NameTable, ACopyKeepsItsNames) {
  NameTable names;
  const ScalarName x = names.Add("x");
  NameTable copy = names;
  const ScalarName y = copy.Add("y");
  names.Add("z");
  EXPECT_EQ(copy.Text(x), "x");
  EXPECT_EQ(copy.Text(y), "y");
  EXPECT_EQ(copy.Add("x"), x);
}

TEST(OriginTable, TheEquationsOfALoopShareTheirOrigins) {
  OriginTable origins;
  const Origin first{{SourceFileId(0), 10, 20}, {}}, second{{SourceFileId(0), 25, 40}, {}};
  const OriginId a = origins.Add(first), b = origins.Add(second);
  EXPECT_NE(a, b);
  for (int round = 0; round < 1000; ++round) {
    EXPECT_EQ(origins.Add(first), a);
    EXPECT_EQ(origins.Add(second), b);
  }
  EXPECT_EQ(origins.size(), 2u);
  EXPECT_EQ(origins[b], second);
}

TEST(HistoryPool, HistoriesShareTheirPast) {
  using Kind = Operation::Kind;
  HistoryPool pool;
  const HistoryId given = pool.Append({}, {Kind::kGiven, 7});
  const HistoryId once = pool.Append(given, {Kind::kDifferentiated, 7});
  const HistoryId other = pool.Append(given, {Kind::kSubstituted, 3});
  const HistoryId twice = pool.Append(once, {Kind::kDifferentiated, 7});
  const auto steps = pool.Steps(twice);
  ASSERT_EQ(steps.size(), 3u);
  EXPECT_EQ(steps[0].kind, Kind::kGiven);
  EXPECT_EQ(steps[2].kind, Kind::kDifferentiated);
  EXPECT_EQ(pool.Count(twice, Kind::kDifferentiated), 2u);
  EXPECT_EQ(pool.Count(other, Kind::kDifferentiated), 0u);
  EXPECT_EQ(pool.Steps(other).back().detail, 3u);
  EXPECT_TRUE(pool.Steps({}).empty());
}

}  // namespace
}  // namespace daedalus
