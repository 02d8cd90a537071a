#include "daedalus/numerics/linear/block_triangular.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <random>

#include "daedalus/numerics/linear/sparse_products.h"

namespace daedalus::linear {
namespace {

struct Problem {
  SparsePattern pattern;
  std::vector<double> values;
  BlockOrder order;
};

// Blocks of these sizes below each other, with some entries left of them; rows and columns shuffled.
Problem Shuffled(const std::vector<int>& sizes, std::mt19937_64& random) {
  Problem out;
  for (const int size : sizes) out.order.starts.push_back(out.order.starts.back() + size);
  const std::int32_t n = out.order.starts.back();
  for (std::vector<std::int32_t>* order : {&out.order.rows, &out.order.columns}) {
    order->resize(static_cast<std::size_t>(n));
    std::iota(order->begin(), order->end(), 0);
    std::ranges::shuffle(*order, random);
  }
  std::vector<Entry> entries;
  for (std::size_t b = 0; b < sizes.size(); ++b) {
    for (std::int32_t p = out.order.starts[b]; p < out.order.starts[b + 1]; ++p) {
      for (std::int32_t q = 0; q < out.order.starts[b + 1]; ++q) {
        const bool is_left = q < out.order.starts[b];
        if (is_left && random() % 3 != 0) continue;
        entries.push_back(
            {out.order.rows[static_cast<std::size_t>(p)], out.order.columns[static_cast<std::size_t>(q)]});
      }
    }
  }
  out.pattern = PatternFromEntries(n, n, entries);
  for (std::int32_t k = 0; k < out.pattern.num_nonzeros(); ++k)
    out.values.push_back(std::uniform_real_distribution(0.5, 2.0)(random));
  return out;
}

std::vector<double> Vector(std::size_t n, std::mt19937_64& random) {
  std::vector<double> out(n);
  for (double& value : out) value = std::uniform_real_distribution(-1.0, 1.0)(random);
  return out;
}

// The sets of columns (or rows) of the blocks from `first` on.
std::vector<std::int32_t> From(const BlockOrder& order, const std::vector<std::int32_t>& list,
                               std::size_t first) {
  return {list.begin() + order.starts[first], list.end()};
}

TEST(BlockTriangular, SolvesBothWaysInAnyOrderOfRowsAndColumns) {
  std::mt19937_64 random(7);
  for (int trial = 0; trial < 50; ++trial) {
    const Problem p = Shuffled({1, 3, 1, 1, 2, 12, 1}, random);
    BlockTriangularSolver solver(p.pattern, p.order);
    solver.Factor(p.values);
    ASSERT_TRUE(solver.singular_blocks().empty());
    const std::vector<double> b = Vector(21, random);
    std::vector<double> x = b, y = b;
    solver.Solve(x, 7);
    solver.SolveTransposed(y, 7);
    std::vector<double> ax(21), aty(21);
    AddProduct(p.pattern, p.values, x, ax);
    AddTransposedProduct(p.pattern, p.values, y, aty);
    double size = 1;
    for (std::size_t i = 0; i < 21; ++i) size = std::max({size, std::abs(x[i]), std::abs(y[i])});
    for (std::size_t i = 0; i < 21; ++i) {
      EXPECT_NEAR(ax[i], b[i], 1e-12 * size);
      EXPECT_NEAR(aty[i], b[i], 1e-12 * size);
    }
  }
}

TEST(BlockTriangular, TheFirstBlocksNeedNothingOfTheOthers) {
  std::mt19937_64 random(8);
  Problem p = Shuffled({1, 2, 1, 3}, random);
  BlockTriangularSolver solver(p.pattern, p.order);
  solver.Factor(p.values);
  std::vector<double> b = Vector(7, random), all = b, first = b;
  solver.Solve(all, 4);
  solver.Solve(first, 2);
  for (std::size_t i = 0; i < 3; ++i) {
    const auto column = static_cast<std::size_t>(p.order.columns[i]);
    EXPECT_EQ(first[column], all[column]);
  }
  for (const std::int32_t column : From(p.order, p.order.columns, 2))
    EXPECT_EQ(first[static_cast<std::size_t>(column)], 0);
}

TEST(BlockTriangular, ASingularBlockSpoilsOnlyWhatDependsOnIt) {
  // Rows 0, 1, 2: x0 = b0; 0 x1 = b1; x0 + x2 = b2. Then x3 depends on x1.
  const SparsePattern pattern =
      PatternFromEntries(4, 4, std::vector<Entry>{{0, 0}, {1, 1}, {2, 0}, {2, 2}, {3, 1}, {3, 3}});
  BlockTriangularSolver solver(pattern, {{0, 1, 2, 3}, {0, 1, 2, 3}, {0, 1, 2, 3, 4}});
  std::vector<double> values(6, 1.0);
  const auto entry = [&](std::int32_t row, std::int32_t column) -> double& {
    for (auto k = pattern.column_starts[static_cast<std::size_t>(column)];; ++k) {
      if (pattern.row_indices[static_cast<std::size_t>(k)] == row) return values[static_cast<std::size_t>(k)];
    }
  };
  entry(1, 1) = 0;
  solver.Factor(values);
  ASSERT_EQ(std::vector<std::size_t>(solver.singular_blocks().begin(), solver.singular_blocks().end()),
            std::vector<std::size_t>{1});
  std::vector<double> b{1, 2, 3, 4};
  solver.Solve(b, 4);
  EXPECT_EQ(b[0], 1);
  EXPECT_EQ(b[2], 2);
  EXPECT_TRUE(std::isnan(b[1]) && std::isnan(b[3]));
  std::vector<double> of_second{0, 0, 1, 0}, of_last{0, 0, 0, 1};
  solver.SolveTransposed(of_second, 4);
  EXPECT_EQ(of_second, (std::vector<double>{-1, 0, 1, 0})) << "x2 does not depend on the singular block";
  solver.SolveTransposed(of_last, 4);
  EXPECT_TRUE(std::isnan(of_last[1]));
}

TEST(BlockTriangular, ASingularLoopIsFoundByItsPivots) {
  const SparsePattern pattern = DensePattern(2, 2);
  BlockTriangularSolver solver(pattern, {{0, 1}, {0, 1}, {0, 2}});
  solver.Factor(std::vector<double>{1, 2, 2, 4});
  EXPECT_EQ(solver.singular_blocks().size(), 1u);
  solver.Factor(std::vector<double>{1, 2, 2, 5});
  EXPECT_TRUE(solver.singular_blocks().empty()) << "the next values are others";
  std::vector<double> b{1, 0};
  solver.Solve(b, 1);
  EXPECT_NEAR(b[0], 5, 1e-14);
  EXPECT_NEAR(b[1], -2, 1e-14);
}

}  // namespace
}  // namespace daedalus::linear
