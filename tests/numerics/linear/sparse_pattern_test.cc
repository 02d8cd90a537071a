#include "daedalus/numerics/linear/sparse_pattern.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <set>

namespace daedalus::linear {
namespace {

std::vector<Entry> RandomEntries(std::int32_t rows, std::int32_t cols, int count, std::mt19937& random) {
  std::uniform_int_distribution<std::int32_t> row(0, rows - 1);
  std::uniform_int_distribution<std::int32_t> col(0, cols - 1);
  std::vector<Entry> entries(count);
  for (Entry& entry : entries) entry = {row(random), col(random)};
  return entries;
}

std::set<std::pair<std::int32_t, std::int32_t>> AsSet(const SparsePattern& pattern) {
  std::set<std::pair<std::int32_t, std::int32_t>> set;
  for (std::int32_t j = 0; j < pattern.cols; ++j) {
    for (const std::int32_t i : pattern.Column(j)) set.insert({i, j});
  }
  return set;
}

TEST(SparsePattern, DefaultIsValidAndEmpty) {
  EXPECT_EQ(FindPatternError(SparsePattern{}), std::nullopt);
}

TEST(SparsePattern, FromEntriesSortsAndMergesRepetitions) {
  //   . x
  //   x x
  //   x .
  const Entry entries[] = {{2, 0}, {1, 1}, {1, 0}, {0, 1}, {1, 0}};
  const SparsePattern pattern = PatternFromEntries(3, 2, entries);
  EXPECT_EQ(pattern.column_starts, (std::vector<std::int32_t>{0, 2, 4}));
  EXPECT_EQ(pattern.row_indices, (std::vector<std::int32_t>{1, 2, 0, 1}));
}

TEST(SparsePattern, FromRandomEntriesHoldsExactlyThese) {
  std::mt19937 random(1);
  for (int repeat = 0; repeat < 50; ++repeat) {
    const auto entries = RandomEntries(7, 5, repeat, random);
    const SparsePattern pattern = PatternFromEntries(7, 5, entries);
    ASSERT_EQ(FindPatternError(pattern), std::nullopt);
    std::set<std::pair<std::int32_t, std::int32_t>> expected;
    for (const Entry& entry : entries) expected.insert({entry.row, entry.col});
    EXPECT_EQ(AsSet(pattern), expected);
  }
}

TEST(SparsePattern, ValidatorNamesEachDefect) {
  const SparsePattern good = DensePattern(2, 2);
  const auto defect = [&](auto spoil) {
    SparsePattern bad = good;
    spoil(bad);
    return FindPatternError(bad).value_or("");
  };
  EXPECT_NE(defect([](auto& p) { p.cols = -1; }), "");
  EXPECT_NE(defect([](auto& p) { p.cols = 3; }), "");
  EXPECT_NE(defect([](auto& p) { p.column_starts[0] = 1; }), "");
  EXPECT_NE(defect([](auto& p) { p.column_starts = {0, 5, 4}; }), "");
  EXPECT_NE(defect([](auto& p) { p.row_indices.pop_back(); }), "");
  EXPECT_EQ(defect([](auto& p) { p.row_indices[3] = 2; }), "row 2 of column 1 does not exist");
  EXPECT_EQ(defect([](auto& p) { p.row_indices[1] = 0; }), "the rows of column 0 are not strictly ascending");
}

TEST(SparsePattern, TransposingTwiceIsTheIdentityOnPatternAndValues) {
  std::mt19937 random(2);
  const SparsePattern pattern = PatternFromEntries(9, 6, RandomEntries(9, 6, 20, random));
  const Transposed once = Transpose(pattern);
  ASSERT_EQ(FindPatternError(once.pattern), std::nullopt);
  for (const auto& [i, j] : AsSet(pattern)) EXPECT_TRUE(AsSet(once.pattern).contains({j, i}));
  const Transposed twice = Transpose(once.pattern);
  EXPECT_EQ(twice.pattern, pattern);
  for (std::int32_t k = 0; k < pattern.num_nonzeros(); ++k) EXPECT_EQ(once.source[twice.source[k]], k);
}

TEST(SparsePattern, UnionHoldsBothAndTheMapsPointAtTheSameEntries) {
  std::mt19937 random(3);
  const SparsePattern a = PatternFromEntries(8, 8, RandomEntries(8, 8, 15, random));
  const SparsePattern b = PatternFromEntries(8, 8, RandomEntries(8, 8, 15, random));
  const PatternUnion both = Unite(a, b);
  ASSERT_EQ(FindPatternError(both.pattern), std::nullopt);
  auto expected = AsSet(a);
  expected.merge(AsSet(b));
  EXPECT_EQ(AsSet(both.pattern), expected);
  for (std::int32_t j = 0; j < 8; ++j) {
    for (std::int32_t k = a.column_starts[j]; k < a.column_starts[j + 1]; ++k) {
      EXPECT_EQ(both.pattern.row_indices[both.first[k]], a.row_indices[k]);
      EXPECT_GE(both.first[k], both.pattern.column_starts[j]);
      EXPECT_LT(both.first[k], both.pattern.column_starts[j + 1]);
    }
    for (std::int32_t k = b.column_starts[j]; k < b.column_starts[j + 1]; ++k) {
      EXPECT_EQ(both.pattern.row_indices[both.second[k]], b.row_indices[k]);
    }
  }
}

}  // namespace
}  // namespace daedalus::linear
