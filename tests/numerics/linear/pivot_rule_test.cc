// Pivots that stay on the diagonal, in the matrix of damped least squares: | I  -A; A'  damping I |, A the
// balances of what flows along the lines of a grid.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <utility>
#include <vector>

#include "daedalus/numerics/linear/sparse_lu.h"

namespace daedalus::linear {
namespace {

struct Damped {
  SparsePattern pattern;
  std::vector<double> values;
};

// Entries by columns are those of a pattern that is found from the same list.
Damped DampedGrid(std::int32_t n, double damping) {
  std::vector<std::pair<std::int32_t, std::int32_t>> edges;
  for (std::int32_t i = 0; i < n; ++i) {
    for (std::int32_t j = 0; j < n; ++j) {
      if (i + 1 < n) edges.emplace_back(i * n + j, (i + 1) * n + j);
      if (j + 1 < n) edges.emplace_back(i * n + j, i * n + j + 1);
    }
  }
  const std::int32_t nodes = n * n, flows = static_cast<std::int32_t>(edges.size());
  std::vector<Entry> entries;
  std::vector<double> values;
  const auto enter = [&](std::int32_t row, std::int32_t column, double value) {
    entries.push_back({row, column});
    values.push_back(value);
  };
  for (std::int32_t v = 0; v < nodes; ++v) enter(v, v, 1);
  for (std::int32_t e = 0; e < flows; ++e) {
    const auto& [from, to] = edges[static_cast<std::size_t>(e)];
    enter(from, nodes + e, 1);
    enter(to, nodes + e, -1);
    enter(nodes + e, from, -1);
    enter(nodes + e, to, 1);
    enter(nodes + e, nodes + e, damping);
  }
  Damped out{PatternFromEntries(nodes + flows, nodes + flows, entries), {}};
  out.values.resize(entries.size());
  for (std::size_t k = 0; k < entries.size(); ++k) {
    const auto column = out.pattern.Column(entries[k].col);
    const auto place = std::ranges::lower_bound(column, entries[k].row) - column.begin();
    out.values[static_cast<std::size_t>(out.pattern.column_starts[static_cast<std::size_t>(entries[k].col)] +
                                        place)] = values[k];
  }
  return out;
}

// x = (1, 2, 3, ...) / size from what A makes of it.
double WorstError(SparseLu& lu, const Damped& matrix) {
  std::vector<double> exact(static_cast<std::size_t>(matrix.pattern.cols)), b(exact.size(), 0.0);
  for (std::size_t i = 0; i < exact.size(); ++i)
    exact[i] = static_cast<double>(i + 1) / static_cast<double>(exact.size());
  for (std::int32_t j = 0; j < matrix.pattern.cols; ++j) {
    for (std::int32_t k = matrix.pattern.column_starts[static_cast<std::size_t>(j)];
         k < matrix.pattern.column_starts[static_cast<std::size_t>(j) + 1]; ++k)
      b[static_cast<std::size_t>(matrix.pattern.row_indices[static_cast<std::size_t>(k)])] +=
          matrix.values[static_cast<std::size_t>(k)] * exact[static_cast<std::size_t>(j)];
  }
  lu.Solve(b);
  double out = 0;
  for (std::size_t i = 0; i < b.size(); ++i) out = std::max(out, std::abs(b[i] - exact[i]));
  return out;
}

// The least singular value of the matrix is the damping, along flows in circles: errors are rounding over
// that.
TEST(PivotRule, OnTheDiagonalIsAccurateWhereTheMatrixIsQuasiDefinite) {
  for (const double damping : {1.0, 1e-4, 1e-8}) {
    const Damped matrix = DampedGrid(30, damping);
    SparseLu lu(matrix.pattern, PivotRule::kDiagonal);
    ASSERT_EQ(lu.Factor(matrix.values), FactorStatus::kOk);
    EXPECT_LT(WorstError(lu, matrix), 1e-13 / damping) << damping;
  }
}

TEST(PivotRule, OnTheDiagonalFillsInLess) {
  const Damped matrix = DampedGrid(30, 1e-8);
  SparseLu by_size(matrix.pattern), on_diagonal(matrix.pattern, PivotRule::kDiagonal);
  ASSERT_EQ(by_size.Factor(matrix.values), FactorStatus::kOk);
  ASSERT_EQ(on_diagonal.Factor(matrix.values), FactorStatus::kOk);
  EXPECT_GT(by_size.num_nonzeros(), 2 * on_diagonal.num_nonzeros());
}

}  // namespace
}  // namespace daedalus::linear
