#include "daedalus/programs/codegen/jacobian.h"

#include <gtest/gtest.h>

#include <map>

#include "daedalus/programs/codegen/model_kernels.h"
#include "daedalus/system/expr/differentiate.h"
#include "programs/codegen/chain_model.h"
#include "programs/codegen/random_model.h"

namespace daedalus::codegen {
namespace {

using expr::Graph;
using expr::Op;
using expr::ParameterId;
using expr::VariableId;

using Entries = std::map<std::pair<int, int>, double>;

Entries EntriesOf(const SparsePattern& pattern, const std::vector<double>& values) {
  Entries entries;
  for (std::int32_t column = 0; column < pattern.cols; ++column) {
    for (std::int32_t k = pattern.column_starts[column]; k < pattern.column_starts[column + 1]; ++k) {
      entries[{pattern.row_indices[k], column}] = values[k];
    }
  }
  return entries;
}

void ExpectWellFormed(const SparsePattern& pattern) {
  ASSERT_EQ(pattern.column_starts.size(), static_cast<std::size_t>(pattern.cols) + 1);
  EXPECT_EQ(pattern.column_starts.front(), 0);
  EXPECT_EQ(static_cast<std::size_t>(pattern.column_starts.back()), pattern.row_indices.size());
  for (std::int32_t column = 0; column < pattern.cols; ++column) {
    for (std::int32_t k = pattern.column_starts[column] + 1; k < pattern.column_starts[column + 1]; ++k) {
      EXPECT_LT(pattern.row_indices[k - 1], pattern.row_indices[k]);
    }
  }
}

//        y0  y1  y2        y0' y1' y2'
//  F0    2   .   .         1   .   .       y0' + 2 y0
//  F1    .   x   .         .   .   x       y1*y2' + floor(y0)
//  F2    x   .   x         .   .   .       y0*y2 - (if y1 > 0 then 1 else 2)
TEST(Jacobian, PatternsHoldExactlyThePartialsThatAreNotZero) {
  Graph g;
  const auto y = [&](std::size_t k) { return g.Variable(VariableId(k)); };
  const auto yp = [&](std::size_t k) { return g.Variable(VariableId(k), 1); };
  const ExprId jump = Conditional(g, Greater(g, y(1), g.Constant(0)), g.Constant(1), g.Constant(2));
  const std::vector<ExprId> residuals = {Sum(g, yp(0), Product(g, g.Constant(2), y(0))),
                                         Sum(g, Product(g, y(1), yp(2)), Unary(g, Op::kFloor, y(0))),
                                         Difference(g, Product(g, y(0), y(2)), jump)};
  const auto kernels = CompileModel(g, residuals, 3);
  JacobianKernel& jacobian = kernels->jacobian;
  const std::vector<double> at_y = {3, 5, 7}, at_yp = {11, 13, 17};
  std::vector<double> dy(jacobian.dy_pattern().row_indices.size()),
      dyp(jacobian.dyp_pattern().row_indices.size()), combined(jacobian.pattern().row_indices.size());
  jacobian.EvaluateParts({0, at_y.data(), at_yp.data(), nullptr}, dy.data(), dyp.data());
  jacobian.Evaluate({0, at_y.data(), at_yp.data(), nullptr}, 100, combined.data());

  EXPECT_EQ(EntriesOf(jacobian.dy_pattern(), dy),
            (Entries{{{0, 0}, 2}, {{1, 1}, 17}, {{2, 0}, 7}, {{2, 2}, 3}}));
  EXPECT_EQ(EntriesOf(jacobian.dyp_pattern(), dyp), (Entries{{{0, 0}, 1}, {{1, 2}, 5}}));
  EXPECT_EQ(EntriesOf(jacobian.pattern(), combined),
            (Entries{{{0, 0}, 102}, {{1, 1}, 17}, {{1, 2}, 500}, {{2, 0}, 7}, {{2, 2}, 3}}));
  ExpectWellFormed(jacobian.pattern());
}

TEST(Jacobian, AChainIsTridiagonalAndCostsOneTapeAShape) {
  constexpr std::size_t kCells = 10'000;
  const ChainModel chain(kCells);
  const auto kernels = CompileModel(chain.graph, chain.residuals, kCells);
  EXPECT_EQ(kernels->jacobian.pattern().row_indices.size(), 3 * kCells - 2);
  EXPECT_EQ(kernels->jacobian.dyp_pattern().row_indices.size(), kCells);
  ExpectWellFormed(kernels->jacobian.pattern());
  const KernelProgram& program = kernels->jacobian.kernel().program();
  EXPECT_EQ(program.groups.size(), 2u);
  EXPECT_LT(program.num_instructions(), 100u);
  EXPECT_LT(program.table_bytes(), 1000u);
}

TEST(Jacobian, TheCoefficientOfOneInstanceDoesNotReachAnother) {
  constexpr std::size_t kCells = 50;
  const ChainModel chain(kCells, true);
  const auto kernels = CompileModel(chain.graph, chain.residuals, kCells);
  const std::vector<double> y(kCells, 1.0), yp(kCells, 0.0), p = {1.0};
  std::vector<double> values(kernels->jacobian.pattern().row_indices.size());
  kernels->jacobian.Evaluate({0, y.data(), yp.data(), p.data()}, 0, values.data());
  const Entries entries = EntriesOf(kernels->jacobian.pattern(), values);
  for (int i = 0; i < static_cast<int>(kCells); ++i) {
    EXPECT_DOUBLE_EQ(entries.at({i, i}), 2 + 3 * (2.5 + i));
  }
}

// The other route: partial derivatives in the model's own graph, equation by equation, evaluated directly.
TEST(Jacobian, EqualsThePartialDerivativesOfEachEquation) {
  constexpr std::uint32_t kVariables = 12, kParameters = 5;
  std::mt19937 random(3);
  int num_compared = 0;
  for (std::uint32_t seed = 1; seed <= 30; ++seed) {
    Graph g;
    RandomExpressions expressions(g, kVariables, kParameters, seed);
    std::vector<ExprId> residuals;
    for (std::uint32_t i = 0; i < 12; ++i) residuals.push_back(expressions.Make(100 * seed + i / 3, 8));
    const auto kernels = CompileModel(g, residuals, kVariables);
    const TestPoint point = RandomPoint(kVariables, kParameters, random);
    std::vector<double> dy(kernels->jacobian.dy_pattern().row_indices.size()),
        dyp(kernels->jacobian.dyp_pattern().row_indices.size());
    kernels->jacobian.EvaluateParts(point.inputs(), dy.data(), dyp.data());
    const Entries parts[] = {EntriesOf(kernels->jacobian.dy_pattern(), dy),
                             EntriesOf(kernels->jacobian.dyp_pattern(), dyp)};
    for (std::uint32_t row = 0; row < residuals.size(); ++row) {
      for (std::uint32_t column = 0; column < kVariables; ++column) {
        for (const int order : {0, 1}) {
          const ExprId partial = expr::Partial(g, residuals[row], g.Variable(VariableId(column), order));
          const double expected = expr::Evaluate(g, partial, point.point());
          if (!std::isfinite(expected)) continue;
          const auto found = parts[order].find({static_cast<int>(row), static_cast<int>(column)});
          const double value = found == parts[order].end() ? 0.0 : found->second;
          EXPECT_NEAR(value, expected, 1e-9 * (1 + std::fabs(expected))) << "seed " << seed << " row " << row;
          num_compared += expected != 0;
        }
      }
    }
  }
  EXPECT_GT(num_compared, 300);
}

TEST(Jacobian, CopiesShareThePatterns) {
  const ChainModel chain(20);
  const auto kernels = CompileModel(chain.graph, chain.residuals, 20);
  const JacobianKernel copy = kernels->jacobian;
  EXPECT_EQ(&copy.pattern(), &kernels->jacobian.pattern());
  EXPECT_EQ(&copy.dy_pattern(), &kernels->jacobian.dy_pattern());
}

TEST(Jacobian, MachineCodeEqualsInterpreterToTheLastBit) {
  constexpr std::uint32_t kVariables = 12, kParameters = 5;
  std::mt19937 random(5);
  for (std::uint32_t seed = 1; seed <= 5; ++seed) {
    Graph g;
    RandomExpressions expressions(g, kVariables, kParameters, seed);
    std::vector<ExprId> residuals;
    for (std::uint32_t i = 0; i < 40; ++i) residuals.push_back(expressions.Make(100 * seed + i / 4, 10));
    const auto kernels = CompileModel(g, residuals, kVariables);
    const TestPoint point = RandomPoint(kVariables, kParameters, random);
    std::vector<double> interpreted(kernels->jacobian.pattern().row_indices.size()),
        compiled(interpreted.size());
    kernels->jacobian.Evaluate(point.inputs(), 7, interpreted.data());
    for (const int level : {0, 1, 2}) {
      MachineCodeOptions options;
      options.optimization_level = level;
      ASSERT_EQ(kernels->UseMachineCode(options), std::nullopt);
      kernels->jacobian.Evaluate(point.inputs(), 7, compiled.data());
      ExpectSameValues(interpreted, compiled);
    }
  }
}

TEST(Jacobian, EqualsCentralDifferencesOfTheResidual) {
  constexpr std::size_t kCells = 7;
  const ChainModel chain(kCells, true);
  const auto kernels = CompileModel(chain.graph, chain.residuals, kCells);
  std::mt19937 random(4);
  TestPoint point = RandomPoint(kCells, 1, random);
  std::vector<double> values(kernels->jacobian.pattern().row_indices.size()), high(kCells), low(kCells);
  const double c = 3, h = 1e-5;
  kernels->jacobian.Evaluate(point.inputs(), c, values.data());
  const Entries entries = EntriesOf(kernels->jacobian.pattern(), values);
  for (std::size_t column = 0; column < kCells; ++column) {
    const double y = point.y[column], yp = point.yp[column];
    point.y[column] = y + h, point.yp[column] = yp + c * h;
    kernels->residual.Evaluate(point.inputs(), high.data());
    point.y[column] = y - h, point.yp[column] = yp - c * h;
    kernels->residual.Evaluate(point.inputs(), low.data());
    point.y[column] = y, point.yp[column] = yp;
    for (std::size_t row = 0; row < kCells; ++row) {
      const auto found = entries.find({static_cast<int>(row), static_cast<int>(column)});
      EXPECT_NEAR(found == entries.end() ? 0 : found->second, (high[row] - low[row]) / (2 * h), 1e-6);
    }
  }
}

// A guard must protect the derivative as well: d/dx (if x > 0 then sqrt(x) else 0) at 0 is 0, not NaN.
TEST(Jacobian, ADiscardedBranchDoesNotSpoilTheDerivative) {
  Graph g;
  const ExprId x = g.Variable(VariableId(0));
  const std::vector<ExprId> residuals = {
      Conditional(g, Greater(g, x, g.Constant(0)), Unary(g, Op::kSqrt, x), g.Constant(0))};
  const auto kernels = CompileModel(g, residuals, 1);
  double value = NAN;
  const double at = 0;
  kernels->jacobian.Evaluate({0, &at, &at, nullptr}, 0, &value);
  EXPECT_EQ(value, 0.0);
}

TEST(Jacobian, ASumOverALargeArrayIsLinearInItsSize) {
  constexpr std::size_t kTerms = 100'000;
  Graph g;
  std::vector<ExprId> terms;
  for (std::size_t k = 0; k < kTerms; ++k) terms.push_back(Power(g, g.Variable(VariableId(k)), 2));
  const std::vector<ExprId> residuals = {Unary(g, Op::kSqrt, Sum(g, terms))};
  const auto kernels = CompileModel(g, residuals, kTerms);
  EXPECT_EQ(kernels->jacobian.pattern().row_indices.size(), kTerms);
  EXPECT_LT(kernels->jacobian.kernel().program().num_instructions(), 20 * kTerms);
  const std::vector<double> y(kTerms, 2.0), yp(kTerms, 0.0);
  std::vector<double> values(kTerms);
  kernels->jacobian.Evaluate({0, y.data(), yp.data(), nullptr}, 1, values.data());
  for (std::size_t k = 0; k < kTerms; k += 1000) EXPECT_NEAR(values[k], 2 / std::sqrt(4.0 * kTerms), 1e-12);
}

}  // namespace
}  // namespace daedalus::codegen
