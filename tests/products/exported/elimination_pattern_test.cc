// The order in which a matrix is eliminated by code that is written for it.
#include "daedalus/products/exported/elimination_pattern.h"

#include <gtest/gtest.h>

#include <algorithm>

namespace daedalus::exported {
namespace {

struct Matrix {
  expr::Graph graph;
  std::vector<MatrixEntry> entries;
  void Add(std::size_t row, std::size_t column, double value) {
    entries.push_back({row, column, graph.Constant(value)});
  }
};

// An arrow: whatever the order, what comes in has a place, and each entry stands where its row and column
// are.
TEST(EliminationPattern, HasAPlaceForAllThatComesIn) {
  constexpr std::size_t n = 6;
  Matrix m;
  for (std::size_t i = 0; i < n; ++i) m.Add(i, i, 4);
  for (std::size_t i = 1; i < n; ++i) m.Add(0, i, 1), m.Add(i, 0, 1);
  const auto found = PlanElimination(m.graph, n, m.entries, {});
  ASSERT_TRUE(found.has_value());
  std::vector<std::size_t> rows = found->rows;
  std::ranges::sort(rows);
  for (std::size_t k = 0; k < n; ++k) EXPECT_EQ(rows[k], k);
  for (std::size_t e = 0; e < m.entries.size(); ++e) {
    const auto row = static_cast<std::size_t>(found->entry_rows[found->places[e]]);
    EXPECT_EQ(found->rows[row], m.entries[e].row);
    std::size_t column = 0;
    while (static_cast<std::size_t>(found->starts[column + 1]) <= found->places[e]) ++column;
    EXPECT_EQ(found->columns[column], m.entries[e].column);
  }
  // Elimination by the pattern alone: an entry below column k and one right of it need a place where they
  // meet.
  const auto has = [&](std::size_t row, std::size_t column) {
    const auto begin = found->entry_rows.begin() + found->starts[column],
               end = found->entry_rows.begin() + found->starts[column + 1];
    return std::binary_search(begin, end, static_cast<int>(row));
  };
  for (std::size_t k = 0; k < n; ++k) {
    EXPECT_EQ(found->entry_rows[static_cast<std::size_t>(found->diagonals[k])], static_cast<int>(k));
    for (std::size_t i = k + 1; i < n; ++i) {
      for (std::size_t j = k + 1; j < n; ++j)
        EXPECT_TRUE(!has(i, k) || !has(k, j) || has(i, j)) << i << " " << j;
    }
  }
  // The arrow's point goes last, or all would fill in: 6 + 10 entries and no more.
  EXPECT_EQ(found->entry_rows.size(), 16u);
}

// By the sizes of the start: 1e-20 is no pivot beside 1.
TEST(EliminationPattern, ChoosesPivotsBySize) {
  Matrix m;
  m.Add(0, 0, 1e-20), m.Add(0, 1, 1), m.Add(1, 0, 1), m.Add(1, 1, 1);
  const auto found = PlanElimination(m.graph, 2, m.entries, {});
  ASSERT_TRUE(found.has_value());
  for (std::size_t k = 0; k < 2; ++k) EXPECT_FALSE(found->rows[k] == 0 && found->columns[k] == 0);
}

TEST(EliminationPattern, HasNoneOfASingularMatrix) {
  Matrix m;
  m.Add(0, 0, 1), m.Add(0, 1, 2), m.Add(1, 0, 2), m.Add(1, 1, 4);
  EXPECT_FALSE(PlanElimination(m.graph, 2, m.entries, {}).has_value());
}

}  // namespace
}  // namespace daedalus::exported
