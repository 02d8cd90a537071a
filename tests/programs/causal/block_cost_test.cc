#include "daedalus/programs/causal/block_cost.h"

#include <gtest/gtest.h>

#include <cmath>

#include "programs/causal/programs.h"

namespace daedalus::causal {
namespace {

// A linear loop with three entries a row.
BlockShape Sparse(std::uint64_t n, std::uint64_t tearing) {
  BlockShape shape;
  shape.size = n;
  shape.entries = 3 * n;
  shape.tearing = tearing;
  shape.inner_entries = 3 * n - tearing * 3 - (n - tearing);
  shape.is_linear = true;
  return shape;
}
BlockShape Nonlinear(BlockShape shape) {
  shape.is_linear = false;
  return shape;
}
BlockShape Full(std::uint64_t n) {
  BlockShape shape = Sparse(n, n);
  shape.entries = n * n;
  shape.inner_entries = 0;
  return shape;
}

TEST(BlockCost, CountsTheEntriesOfInnerUnknowns) {
  // (7.9) torn by i3, columns u1 i1 u2 i2 u3 i3: 13 entries, 2 of i3, 5 pivots.
  structure::TearingProblem problem;
  problem.appears.num_columns = 6;
  for (const std::vector<std::uint32_t>& row :
       std::vector<std::vector<std::uint32_t>>{{0, 1}, {2, 3}, {4, 5}, {0, 4}, {2, 4}, {1, 3, 5}}) {
    problem.appears.AddRow(std::vector<structure::ColumnId>(row.begin(), row.end()));
  }
  problem.costs.assign(problem.appears.columns.size(), 0);
  const BlockShape shape =
      ShapeOf(problem, structure::CompleteTearing(problem, {structure::ColumnId(5)}), true);
  EXPECT_EQ(shape.size, 6u);
  EXPECT_EQ(shape.entries, 13u);
  EXPECT_EQ(shape.tearing, 1u);
  EXPECT_EQ(shape.inner_entries, 13u - 2u - 5u);
  EXPECT_EQ(CheapestMethod(shape), BlockMethod::kRelaxation);
}

TEST(BlockCost, SmallLinearLoopsAreRelaxedNonlinearOnesTorn) {
  EXPECT_EQ(CheapestMethod(Sparse(6, 1)), BlockMethod::kRelaxation);
  EXPECT_EQ(CheapestMethod(Nonlinear(Sparse(6, 1))), BlockMethod::kTorn);
}

TEST(BlockCost, RelaxationIsNeverMoreThanTornButItsCodeIsLimited) {
  for (std::uint64_t n = 2; n < 300; n += 7) {
    for (std::uint64_t k = 1; k <= n; k += 5) {
      const BlockCosts costs = EstimateCosts(Sparse(n, k));
      EXPECT_TRUE(costs.relaxation < costs.torn || std::isinf(costs.relaxation)) << n << " " << k;
    }
  }
  EXPECT_TRUE(std::isinf(EstimateCosts(Sparse(5000, 1)).relaxation));
  EXPECT_TRUE(std::isinf(EstimateCosts(Nonlinear(Sparse(6, 1))).relaxation));
}

TEST(BlockCost, LargeSparseLoopsGoToSparseLuUnlessFewVariablesTearThem) {
  EXPECT_EQ(CheapestMethod(Sparse(5000, 1)), BlockMethod::kTorn) << "a chain";
  EXPECT_EQ(CheapestMethod(Sparse(5000, 1000)), BlockMethod::kSparse);
  EXPECT_EQ(CheapestMethod(Nonlinear(Sparse(100, 50))), BlockMethod::kSparse);
}

TEST(BlockCost, FullMatricesOfModestSizeGoToDenseLu) {
  EXPECT_EQ(CheapestMethod(Nonlinear(Full(8))), BlockMethod::kDense);
  EXPECT_EQ(CheapestMethod(Nonlinear(Full(30))), BlockMethod::kDense);
}

// The same question asked of equations: a plate of n x n cells, each in balance with its four neighbours.
TEST(BlockCost, APlateIsSolvedBySparseLuAndSmallOnesAreRelaxed) {
  const auto method = [](std::size_t n) {
    Model m("Plate");
    std::vector<Expr> v;
    for (std::size_t i = 0; i < n * n; ++i) v.push_back(m.Variable("v" + std::to_string(i)));
    for (std::size_t i = 0; i < n; ++i) {
      for (std::size_t j = 0; j < n; ++j) {
        const auto at = [&](std::size_t k, std::size_t l) {
          return k < n && l < n ? v[k * n + l] : Expr(1.0);
        };
        m.Equation(4.1 * at(i, j) == at(i - 1, j) + at(i + 1, j) + at(i, j - 1) + at(i, j + 1));
      }
    }
    return Built(std::move(m)).program.blocks[0].method;
  };
  EXPECT_EQ(method(2), BlockMethod::kRelaxation);
  EXPECT_EQ(method(40), BlockMethod::kSparse);
}

}  // namespace
}  // namespace daedalus::causal
