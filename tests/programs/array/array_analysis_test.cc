// Indices, constraints and free values that are known by hand, and systems of which the structure says
// otherwise.
#include "daedalus/programs/array/array_analysis.h"

#include <gtest/gtest.h>

#include "programs/array/array_models.h"

namespace daedalus::array {
namespace {

ArrayAnalysis Analyze(const System& system, std::vector<double> start, std::vector<char> may_move = {},
                      double time = 0) {
  const std::vector<double> units(system.variables.size(), 1.0);
  AnalysisProblem problem;
  problem.time = time;
  problem.start = start;
  problem.units = units;
  problem.may_move = may_move;
  return AnalyzeArray(system, problem);
}

void ExpectIndex(const ArrayAnalysis& analysis, int index, std::size_t num_free) {
  ASSERT_TRUE(analysis.index.has_value());
  EXPECT_EQ(*analysis.index, index);
  EXPECT_EQ(analysis.num_free, num_free);
  for (const ArrayRanks& ranks : analysis.ranks) {
    EXPECT_EQ(ranks.holds(), ranks.order == index) << ranks.order;
    EXPECT_LT(ranks.gap.first_dropped, 1e-12) << ranks.order;
    EXPECT_GT(ranks.gap.last_kept, 1e-6) << ranks.order;
  }
}

TEST(ArrayAnalysis, AnOrdinaryDifferentialEquationHasIndexZero) {
  Model m("Oscillator");
  const Expr x = m.Variable("x"), v = m.Variable("v");
  m.Equation(der(x) + v == 0);
  m.Equation(der(v) + der(x) == x);
  ExpectIndex(Analyze(std::move(m).Build().value(), {1, 0}), 0, 2);
}

TEST(ArrayAnalysis, APendulumHasIndexThree) {
  const ArrayAnalysis analysis = Analyze(CartesianPendulum(), {0.6, -0.8, 0, 0, 0});
  ExpectIndex(analysis, 3, 2);
  ASSERT_EQ(analysis.ranks.size(), 4u);
  EXPECT_EQ(analysis.ranks[0].num_constraints, 1u) << "the length";
  EXPECT_EQ(analysis.ranks[1].num_constraints, 2u) << "the speed along the rod";
  EXPECT_EQ(analysis.ranks[2].num_constraints, 3u) << "and the force";
  EXPECT_EQ(analysis.ranks[3].num_constraints, 3u);
  ASSERT_EQ(analysis.ranks[2].open_slopes.size(), 1u) << "that of the force";
  EXPECT_EQ(analysis.ranks[2].open_slopes[0].index(), 4u);
}

// Start values that violate length and speed end at the nearest point; lambda = -9.81 y + w^2 + z^2.
TEST(ArrayAnalysis, ItsPointSatisfiesHiddenConstraints) {
  const ArrayAnalysis analysis = Analyze(CartesianPendulum(), {1.2, -0.3, 0.5, 0.1, 0});
  const auto& p = analysis.point;
  EXPECT_NEAR(p[0] * p[0] + p[1] * p[1], 1, 1e-12);
  EXPECT_NEAR(p[0] * p[2] + p[1] * p[3], 0, 1e-12);
  EXPECT_NEAR(p[4], -9.81 * p[1] + p[2] * p[2] + p[3] * p[3], 1e-11);
}

TEST(ArrayAnalysis, TightOrbitsHaveIndexTwo) {
  ExpectIndex(Analyze(TightOrbits(100), {1, 0, 0}), 2, 1);
}

// der(x) + der(y) appears twice: the structure sees two states and index 0, but the difference is a
// constraint.
TEST(ArrayAnalysis, ASingularLeadingMatrixIsSeen) {
  Model m("SingularLeadingMatrix");
  const Expr x = m.Variable("x"), y = m.Variable("y");
  m.Equation(der(x) + der(y) + x == 0);
  m.Equation(der(x) + der(y) + 2 * y == 0);
  ExpectIndex(Analyze(std::move(m).Build().value(), {2, 1}), 1, 1);
}

// Reissig, Martinson & Barton (2000): index 1 whose structural index can be made as high as one likes; the
// smallest of their family: x2' + x3' + x1 = a, x2' + x3' + x2 = b, x4' + x5' + x3 = c, x4' + x5' + x4 = d,
// x5 = e.
TEST(ArrayAnalysis, AStructureThatIsTooHighIsSeen) {
  Model m("ReissigMartinsonBarton");
  std::vector<Expr> x;
  for (int i = 1; i <= 5; ++i) x.push_back(m.Variable("x" + std::to_string(i)));
  m.Equation(der(x[1]) + der(x[2]) + x[0] == 1);
  m.Equation(der(x[1]) + der(x[2]) + x[1] == 2);
  m.Equation(der(x[3]) + der(x[4]) + x[2] == 3);
  m.Equation(der(x[3]) + der(x[4]) + x[3] == 4);
  m.Equation(x[4] == 5);
  const ArrayAnalysis analysis = Analyze(std::move(m).Build().value(), {0, 0, 0, 0, 0});
  ASSERT_TRUE(analysis.index.has_value());
  EXPECT_EQ(*analysis.index, 1);
}

// A chain of n integrations that is to follow sin t: index n + 1, and nothing is free.
TEST(ArrayAnalysis, ChainsOfAnyIndex) {
  for (int n = 1; n <= 7; ++n) {
    Model m("Chain");
    std::vector<Expr> x;
    for (int i = 0; i <= n; ++i) x.push_back(m.Variable("x" + std::to_string(i)));
    m.Equation(x[0] == sin(m.Time()));
    for (int i = 0; i < n; ++i)
      m.Equation(der(x[static_cast<std::size_t>(i)]) == x[static_cast<std::size_t>(i) + 1]);
    const ArrayAnalysis analysis =
        Analyze(std::move(m).Build().value(), std::vector<double>(static_cast<std::size_t>(n) + 1), {}, 0.4);
    ASSERT_TRUE(analysis.index.has_value()) << n;
    EXPECT_EQ(*analysis.index, n + 1);
    EXPECT_EQ(analysis.num_free, 0u);
    EXPECT_NEAR(analysis.point[n], std::sin(0.4 + n * M_PI / 2), 1e-12) << "the n-th derivative";
  }
}

TEST(ArrayAnalysis, FixedValuesDoNotMove) {
  const ArrayAnalysis analysis = Analyze(CartesianPendulum(), {1.2, -0.6, 0, 0.3, 0}, {1, 0, 1, 0, 1});
  EXPECT_EQ(analysis.point[1], -0.6);
  EXPECT_EQ(analysis.point[3], 0.3);
  EXPECT_NEAR(analysis.point[0], 0.8, 1e-12);
  EXPECT_NEAR(analysis.point[2], 0.3 * 0.6 / 0.8, 1e-12);
}

TEST(ArrayAnalysis, ContradictingValuesAreTold) {
  const ArrayAnalysis analysis = Analyze(CartesianPendulum(), {1.2, -0.6, 0, 0.3, 0}, {0, 0, 1, 1, 1});
  EXPECT_FALSE(analysis.index.has_value());
  EXPECT_FALSE(analysis.ranks.back().is_consistent);
}

// x y = 0 twice: of no index, since nothing determines y' where x = 0.
TEST(ArrayAnalysis, ASystemWithoutAnIndexHasNone) {
  Model m("Undetermined");
  const Expr x = m.Variable("x"), y = m.Variable("y");
  m.Equation(x == 0);
  m.Equation(x * y == 0);
  const ArrayAnalysis analysis = Analyze(std::move(m).Build().value(), {0, 1});
  EXPECT_FALSE(analysis.index.has_value());
  ASSERT_FALSE(analysis.ranks.back().open_slopes.empty());
  EXPECT_EQ(analysis.ranks.back().open_slopes[0].index(), 1u);
}

}  // namespace
}  // namespace daedalus::array
