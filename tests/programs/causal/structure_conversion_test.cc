#include "daedalus/programs/causal/structure_conversion.h"

#include <gtest/gtest.h>

#include <random>

#include "daedalus/programs/causal/dependent_rows.h"
#include "daedalus/programs/causal/solvability.h"
#include "daedalus/system/builder.h"

namespace daedalus::causal {
namespace {

struct Converted {
  System system;
  ConversionReport report;
};

Converted Convert(Model m, const std::vector<double>& start, const std::vector<double>& parameters = {}) {
  Converted out{std::move(m).Build().value(), {}};
  out.report =
      ConvertStructure(out.system, OffsetsOf(IncidenceOf(out.system)).value(), {0.0, start, parameters});
  return out;
}

std::uint32_t FreeStates(const System& system) {
  return DegreesOfFreedom(system, IncidenceOf(system)).value();
}

TEST(DependentRows, ARegularMatrixHasNone) {
  const std::vector<double> a{1, 1, 1, 1 + 1e-11};
  EXPECT_TRUE(FindDependentRows(a, std::vector<std::uint32_t>{0, 0}).dependent.empty())
      << "nearly dependent is not dependent";
}

TEST(DependentRows, SizesOfRowsAndColumnsDoNotMatter) {
  const std::vector<double> regular{1e-12, 1, 0, 1e9};
  EXPECT_TRUE(FindDependentRows(regular, std::vector<std::uint32_t>{0, 0}).dependent.empty());
  const std::vector<double> singular{1e-12, 2e-3, 3e3, 6e12};
  const auto found = FindDependentRows(singular, std::vector<std::uint32_t>{0, 0});
  ASSERT_EQ(found.dependent.size(), 1u);
  const DependentRow& row = found.dependent[0];
  EXPECT_NEAR(row.multipliers.at(0) * singular[2 * row.others.at(0)] / singular[2 * row.row], -1, 1e-12);
}

TEST(DependentRows, RowsOfLowerRankAreLeftOver) {
  const std::vector<double> a{1, 2, 5, 10};
  EXPECT_EQ(FindDependentRows(a, std::vector<std::uint32_t>{0, 1}).dependent.at(0).row, 0u);
  EXPECT_EQ(FindDependentRows(a, std::vector<std::uint32_t>{1, 0}).dependent.at(0).row, 1u);
}

// E = U U' of decimals, of known rank: what cancels does so to rounding only.
TEST(DependentRows, TheRankOfProductsOfDecimals) {
  std::mt19937 numbers(3);
  std::uniform_real_distribution<double> decimal(-1, 1);
  for (const std::size_t n : {5u, 20u, 50u}) {
    for (const std::size_t rank : {n - 1, n - 2, n / 2}) {
      std::vector<double> u(n * rank), a(n * n);
      for (double& x : u) x = decimal(numbers);
      for (std::size_t i = 0; i < n; ++i) {
        for (std::size_t j = 0; j < n; ++j) {
          for (std::size_t k = 0; k < rank; ++k) a[i * n + j] += u[i * rank + k] * u[j * rank + k];
        }
      }
      EXPECT_EQ(FindDependentRows(a, std::vector<std::uint32_t>(n, 0)).dependent.size(), n - rank)
          << n << " " << rank;
    }
  }
}

TEST(StructureConversion, ATruthfulSystemIsLeftAlone) {
  Model m("M");
  auto x = m.Variable("x"), y = m.Variable("y");
  m.Equation(der(x) + der(y) == x);
  m.Equation(der(x) - der(y) == y);
  const auto out = Convert(std::move(m), {0, 0});
  EXPECT_TRUE(out.report.conversions.empty());
  EXPECT_EQ(out.report.free_states, 2u);
}

// Neither at a guess where the block is regular nor at one where all its entries vanish.
TEST(StructureConversion, NothingIsBuiltWhereNothingIsWrong) {
  for (const double guess : {0.6, 0.0}) {
    Model m("M");
    auto x = m.Variable("x"), y = m.Variable("y"), vx = m.Variable("vx"), vy = m.Variable("vy"),
         f = m.Variable("f");
    m.Equation(der(x) == vx);
    m.Equation(der(y) == vy);
    m.Equation(der(vx) == -f * x);
    m.Equation(der(vy) == -f * y - 9.81);
    m.Equation(x * x + y * y == 1.0);
    System system = std::move(m).Build().value();
    const std::size_t before = system.graph.size();
    const std::vector<double> start{guess, guess, 0, 0, 0};
    const auto report = ConvertStructure(system, OffsetsOf(IncidenceOf(system)).value(), {0.0, start, {}});
    EXPECT_EQ(report.free_states, 2u);
    EXPECT_EQ(system.graph.size(), before) << guess;
  }
}

TEST(StructureConversion, ASumOfDerivativesTwiceIsOneState) {
  Model m("M");
  auto x = m.Variable("x"), y = m.Variable("y");
  m.Equation(der(x) + der(y) == x);
  m.Equation(2.0 * der(x) + 2.0 * der(y) == y - 1.0);
  const auto out = Convert(std::move(m), {0, 0});
  ASSERT_EQ(out.report.conversions.size(), 1u);
  EXPECT_EQ(out.report.promised_states, 2u);
  EXPECT_EQ(out.report.free_states, 1u);
  EXPECT_EQ(FreeStates(out.system), 1u);
  EXPECT_TRUE(out.report.conversions[0].is_constant);
}

using Integers = std::vector<std::vector<int>>;

Integers Product(const Integers& a, const Integers& b) {
  Integers out(a.size(), std::vector<int>(a.size(), 0));
  for (std::size_t i = 0; i < a.size(); ++i) {
    for (std::size_t k = 0; k < a.size(); ++k) {
      for (std::size_t j = 0; j < a.size(); ++j) out[i][j] += a[i][k] * b[k][j];
    }
  }
  return out;
}

// Of determinant 1: rows are added to each other.
Integers Unimodular(std::size_t n, std::mt19937& numbers) {
  Integers out(n, std::vector<int>(n, 0));
  for (std::size_t i = 0; i < n; ++i) out[i][i] = 1;
  for (std::size_t k = 0; k < 2 * n; ++k) {
    const std::size_t to = numbers() % n, from = (to + 1 + numbers() % (n - 1)) % n;
    const int sign = numbers() % 2 == 0 ? 1 : -1;
    for (std::size_t j = 0; j < n; ++j) out[to][j] += sign * out[from][j];
  }
  return out;
}

// Weierstrass' form, x1' + x1 = 0 beside N x2' + x2 = 0 with chains of 1 to 5 in N, in another basis on both
// sides: Q E P x' + Q P x = 0. As many values are free as x1 has components. Integers cancel to zero and to
// rounding, and where all of a row cancels in a column the rounding must not be taken for an entry.
TEST(StructureConversion, ChainsBehindAChangeOfBasisAreFoundToTheirEnd) {
  for (std::uint32_t seed = 1; seed <= 30; ++seed) {
    std::mt19937 numbers(seed);
    const std::size_t free = 2 + numbers() % 4, length = 1 + numbers() % 5, n = free + length + 1;
    Integers e(n, std::vector<int>(n, 0));
    for (std::size_t i = 0; i < free; ++i) e[i][i] = 1;
    for (std::size_t i = free; i + 1 < free + length; ++i) e[i][i + 1] = 1;
    const Integers q = Unimodular(n, numbers), p = Unimodular(n, numbers);
    const Integers leading = Product(Product(q, e), p), rest = Product(q, p);
    Model m("M");
    std::vector<Expr> x;
    for (std::size_t i = 0; i < n; ++i) x.push_back(m.Variable("x" + std::to_string(i)));
    for (std::size_t i = 0; i < n; ++i) {
      Expr sum = 0.0 * x[0];
      for (std::size_t j = 0; j < n; ++j) sum = sum + leading[i][j] * der(x[j]) + rest[i][j] * x[j];
      m.Equation(sum == 0.0);
    }
    const auto out = Convert(std::move(m), std::vector<double>(n, 0.5));
    EXPECT_EQ(FreeStates(out.system), free)
        << "seed " << seed << ", " << n << " equations, a chain of " << length;
  }
}

// Capacitors from node to node and none to the ground: the charge of all nodes together is no state. The
// block is too large for a dense elimination.
TEST(StructureConversion, LargeBlocksAreAskedToo) {
  constexpr int kNodes = 400;
  for (const bool has_ground : {false, true}) {
    Model m("M");
    std::vector<Expr> v;
    for (int i = 0; i < kNodes; ++i) v.push_back(m.Variable("v" + std::to_string(i)));
    for (int i = 0; i < kNodes; ++i) {
      Expr charge = has_ground && i == 0 ? der(v[0]) : 0.0 * m.Time();
      if (i > 0)
        charge = charge + der(v[static_cast<std::size_t>(i)]) - der(v[static_cast<std::size_t>(i - 1)]);
      if (i < kNodes - 1)
        charge = charge + der(v[static_cast<std::size_t>(i)]) - der(v[static_cast<std::size_t>(i + 1)]);
      m.Equation(charge == -v[static_cast<std::size_t>(i)]);
    }
    const auto out = Convert(std::move(m), std::vector<double>(kNodes, 0.0));
    EXPECT_EQ(out.report.promised_states, 400u);
    EXPECT_EQ(out.report.free_states, has_ground ? 400u : 399u);
    EXPECT_EQ(out.report.conversions.size(), has_ground ? 0u : 1u);
    EXPECT_TRUE(out.report.warnings.empty());
  }
}

// A multiplier that is a variable: y (der(x) + z) against der(x) + z, with y not among what is solved for in
// the block.
TEST(StructureConversion, MultipliersMayDependOnStates) {
  Model m("M");
  auto x = m.Variable("x"), z = m.Variable("z"), y = m.Variable("y");
  m.Equation(der(x) + z == -x);
  m.Equation(y * der(x) + y * z == -x * y + x - y);
  m.Equation(der(y) == z);
  const auto out = Convert(std::move(m), {1, 0, 1});
  ASSERT_EQ(out.report.conversions.size(), 1u);
  EXPECT_FALSE(out.report.conversions[0].is_constant);
  EXPECT_EQ(out.report.promised_states, 2u);
  EXPECT_EQ(out.report.free_states, 1u) << "x = y";
}

// Reissig, Martinson, Barton: structure is right here although it counts a high index.
TEST(StructureConversion, AnIndexThatIsTooHighNeedsNoConversion) {
  Model m("M");
  auto x1 = m.Variable("x1"), x2 = m.Variable("x2"), x3 = m.Variable("x3");
  m.Equation(der(x2) + der(x3) + x1 == 0.0);
  m.Equation(der(x2) + der(x3) + x2 == 0.0);
  m.Equation(x3 == m.Time());
  const auto out = Convert(std::move(m), {0, 0, 0});
  EXPECT_EQ(FreeStates(out.system), 1u);
}

TEST(StructureConversion, EquationsThatSayTheSameAreLeftToTheSolver) {
  Model m("M");
  auto x = m.Variable("x"), y = m.Variable("y"), z = m.Variable("z");
  m.Equation(der(x) == -x);
  m.Equation(y + z == x);
  m.Equation(2.0 * y + 2.0 * z == 2.0 * x);
  const auto out = Convert(std::move(m), {1, 0, 0});
  EXPECT_TRUE(out.report.conversions.empty());
  EXPECT_EQ(out.system.equations.size(), 3u);
}

// The highest derivatives themselves are in the multipliers: der(a) + b der(b) is one unknown in two
// equations.
TEST(StructureConversion, AugmentsWhereMultipliersHaveHighestDerivatives) {
  Model m("M");
  auto a = m.Variable("a"), b = m.Variable("b");
  m.Equation(a + exp(-der(a) - b * der(b)) == 1.0);
  m.Equation(a + pow(der(a) + b * der(b), 3.0) == 2.0);
  const auto out = Convert(std::move(m), {0, 1});
  ASSERT_EQ(out.report.conversions.size(), 1u);
  EXPECT_EQ(out.system.variables.size(), 3u) << "the sum has a name of its own";
  EXPECT_EQ(out.report.promised_states, 2u);
  EXPECT_EQ(FreeStates(out.system), 1u) << "a is a constant";
}

// The matrix 1 - n n' for a vector n that has equations of its own.
template <class First, class Second>
Converted ConvertProjection(First first, Second second) {
  Model m("M");
  auto x = m.Variable("x"), y = m.Variable("y"), th = m.Variable("th"), c = m.Variable("c"),
       n1 = m.Variable("n1"), n2 = m.Variable("n2");
  m.Equation(der(th) == x);
  m.Equation(c == cos(th));
  m.Equation(n1 == first(th, c));
  m.Equation(n2 == second(th, c));
  m.Equation((1.0 - n1 * n1) * der(x) - n1 * n2 * der(y) == -x);
  m.Equation((1.0 - n2 * n2) * der(y) - n1 * n2 * der(x) == -y);
  return Convert(std::move(m), {1, 1, 1, 0, 0, 0});
}

TEST(StructureConversion, WhatOtherEquationsMakeSingularIsCombined) {
  const auto out = ConvertProjection([](auto, auto c) { return c; }, [](auto th, auto) { return sin(th); });
  ASSERT_EQ(out.report.conversions.size(), 1u);
  EXPECT_EQ(out.report.promised_states, 3u);
  EXPECT_EQ(out.report.free_states, 2u);
  EXPECT_TRUE(out.report.conversions[0].depends_on_others);
  EXPECT_NE(out.report.conversions[0].reason.find("for `n1 = c`, `n2 = sin(th)`"), std::string::npos)
      << out.report.conversions[0].reason;
}

TEST(StructureConversion, WhatOtherEquationsLeaveRegularStays) {
  EXPECT_TRUE(ConvertProjection([](auto, auto c) { return c; }, [](auto th, auto) { return 0.9 * sin(th); })
                  .report.conversions.empty());
  EXPECT_TRUE(ConvertProjection([](auto, auto c) { return c; }, [](auto th, auto) { return cos(th); })
                  .report.conversions.empty());
}

// Rows (c, s) and (cos(th), sin(th)) with s = sqrt(1 - c^2): dependent on each other where sin(th) > 0, as at
// the guess, and nowhere else.
TEST(StructureConversion, ABranchOfARootIsNotTheWholeFunction) {
  Model m("M");
  auto x = m.Variable("x"), y = m.Variable("y"), th = m.Variable("th"), c = m.Variable("c"),
       s = m.Variable("s");
  m.Equation(der(th) == x);
  m.Equation(c == cos(th));
  m.Equation(s == sqrt(1.0 - c * c));
  m.Equation(c * der(x) + s * der(y) == -x);
  m.Equation(cos(th) * der(x) + sin(th) * der(y) == -y);
  EXPECT_TRUE(Convert(std::move(m), {1, 1, 1.2, 0, 0}).report.conversions.empty());
}

// Numbers that made equations dependent must not change, wherever they stand.
TEST(StructureConversion, ParametersOfHelpersAreRecorded) {
  Model m("M");
  auto r = m.Parameter("r", 1);
  auto x = m.Variable("x"), y = m.Variable("y"), th = m.Variable("th"), n1 = m.Variable("n1"),
       n2 = m.Variable("n2");
  m.Equation(der(th) == x);
  m.Equation(n1 == r * cos(th));
  m.Equation(n2 == sin(th));
  m.Equation((1.0 - n1 * n1) * der(x) - n1 * n2 * der(y) == -x);
  m.Equation((1.0 - n2 * n2) * der(y) - n1 * n2 * der(x) == -y);
  const auto out = Convert(std::move(m), {1, 1, 1, 0, 0}, {1});
  ASSERT_EQ(out.report.conversions.size(), 1u);
  EXPECT_EQ(out.report.parameters.size(), 1u);
}

}  // namespace
}  // namespace daedalus::causal
