#include "daedalus/programs/causal/tearing_growth.h"

#include <gtest/gtest.h>

#include "daedalus/programs/causal/relaxation.h"
#include "daedalus/structure/tearing_greedy.h"
#include "programs/causal/programs.h"

namespace daedalus::causal {
namespace {

// A ladder: cell i has a series resistor and a leak to ground, v the voltages and c the currents.
Model Ladder(int n) {
  Model m("Ladder");
  const Expr g = m.Parameter("g", 2.0), leak = m.Parameter("leak", 0.1);
  std::vector<Expr> v, c;
  for (int i = 0; i < n; ++i) v.push_back(m.Variable("v" + std::to_string(i)));
  for (int i = 0; i < n; ++i) c.push_back(m.Variable("c" + std::to_string(i)));
  for (std::size_t i = 0; i < v.size(); ++i) {
    m.Equation(c[i] == g * ((i > 0 ? v[i - 1] : Expr(1.0)) - v[i]));
    m.Equation(c[i] == (i + 1 < c.size() ? c[i + 1] : Expr(0.0)) + leak * v[i]);
  }
  return m;
}

// 1 along the diagonal, `growth` below it, and a corner that closes the loop.
structure::TearingProblem Chain(std::uint32_t n) {
  structure::TearingProblem problem;
  problem.appears.num_columns = n;
  for (std::uint32_t i = 0; i < n; ++i) {
    const structure::ColumnId row[] = {structure::ColumnId(i), structure::ColumnId((i + n - 1) % n)};
    problem.appears.AddRow(row);
  }
  problem.costs.assign(problem.appears.columns.size(), 0);
  return problem;
}
std::vector<double> ChainFactors(const structure::TearingProblem& problem, double growth) {
  std::vector<double> factors;
  for (const structure::RowId row : problem.appears.Rows()) {
    for (const structure::ColumnId column : problem.appears.Row(row))
      factors.push_back(column.index() == row.index() ? 1.0 : growth);
  }
  return factors;
}

TEST(TearingGrowth, UnitsDoNotMatter) {
  // u = R i with a large R between chains of ones: nothing grows.
  const structure::TearingProblem problem = Chain(20);
  std::vector<double> factors = ChainFactors(problem, 1.0);
  const structure::TornBlock torn = structure::TearBlock(problem);
  EXPECT_NEAR(GrowthOf(problem, factors, torn), 1.0, 1e-12);
  for (std::size_t k = 0; k < factors.size(); ++k) {
    if (problem.appears.columns[k] == structure::ColumnId(7)) factors[k] *= 1e6;  // in other units
  }
  EXPECT_LT(GrowthOf(problem, factors, torn), 100.0);
}

TEST(TearingGrowth, AChainIsTornAgainWhereErrorsHaveGrown) {
  const structure::TearingProblem problem = Chain(100);
  const std::vector<double> factors = ChainFactors(problem, 2.0);
  const structure::TornBlock torn = structure::CompleteTearing(problem, {structure::ColumnId(99)});
  ASSERT_EQ(torn.tearing.size(), 1u);
  EXPECT_GT(GrowthOf(problem, factors, torn), 1e25) << "2^99";
  const structure::TornBlock limited = LimitGrowth(problem, factors, torn, 1e5);
  EXPECT_TRUE(IsLegalTearing(problem, limited));
  EXPECT_LE(GrowthOf(problem, factors, limited), 1e5);
  EXPECT_LE(limited.tearing.size(), 8u) << "2^16 < 1e5 < 2^17: 6 pieces would do";
}

TEST(TearingGrowth, AShortChainStaysAsItIs) {
  const structure::TearingProblem problem = Chain(10);
  const structure::TornBlock torn = structure::TearBlock(problem);
  EXPECT_EQ(LimitGrowth(problem, ChainFactors(problem, 2.0), torn, 1e5).tearing, torn.tearing);
}

// The worst error of the voltages against the equations of the nodes, solved by LU.
double LadderError(double max_growth) {
  constexpr Eigen::Index n = 250;
  BuiltProgram torn = Built(Ladder(n), {.max_growth = max_growth, .loop_method = BlockMethod::kTorn});
  SlowRunner run(torn);
  run.Run();
  Eigen::MatrixXd a = Eigen::MatrixXd::Zero(n, n);
  for (Eigen::Index i = 0; i < n; ++i) {
    a(i, i) = (i + 1 < n ? 4.0 : 2.0) + 0.1;
    if (i > 0) a(i, i - 1) = a(i - 1, i) = -2.0;
  }
  const Eigen::VectorXd v = a.partialPivLu().solve(Eigen::VectorXd::Unit(n, 0) * 2.0);
  double worst = 0;
  for (Eigen::Index i = 0; i < n; ++i) {
    worst = std::max(worst, std::abs(v[i] - run.values[static_cast<std::size_t>(i)]));
  }
  return worst;
}

TEST(TearingGrowth, ALongLadderKeepsItsDigitsOnlyWithTheLimit) {
  EXPECT_LT(LadderError(1e5), 1e-10);
  EXPECT_FALSE(LadderError(1e300) < 1e-6);
}

}  // namespace
}  // namespace daedalus::causal
