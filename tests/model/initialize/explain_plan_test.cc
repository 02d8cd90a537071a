#include "daedalus/model/initialize/explain_plan.h"

#include <algorithm>
#include <ctime>

#include "model/initialize/initial_models.h"

namespace daedalus::initialize {
namespace {

using Kind = InitialRow::Kind;
using Names = std::vector<std::string>;

TEST(ExplainInitialConditions, StatesThatNobodyFixesAreAssumed) {
  Model m("M");
  auto x = m.Variable("x"), z = m.Variable("z", {.start = 1.0, .fixed = true}), y = m.Variable("y");
  m.Equation(der(x) == y);
  m.Equation(der(z) == -z);
  m.Equation(y == x + z);
  const System s = Built(std::move(m));
  const InitialConditions c = ExplanationOf(s).value();
  EXPECT_EQ(c.num_free, 2u);
  ASSERT_EQ(c.chosen.size(), 1u);
  EXPECT_EQ(c.chosen[0], (InitialRow{Kind::kFixed, {}, Named(s, "z")}));
  EXPECT_EQ(NamesOf(s, c.assumed), Names{"x"});
  EXPECT_TRUE(c.implied.empty()) << "y has no start value that a user might count on";
  EXPECT_TRUE(c.conflicts.empty());
}

TEST(ExplainInitialConditions, AStartValueOfAnAlgebraicVariableIsAGuessAndTheVariableImplied) {
  Model m("M");
  auto x = m.Variable("x"), y = m.Variable("y", {.start = 7.0});
  m.Equation(der(x) == y);
  m.Equation(y == 2.0 * x);
  const System s = Built(std::move(m));
  const InitialConditions c = ExplanationOf(s).value();
  ASSERT_EQ(c.implied.size(), 1u);
  EXPECT_EQ(NamesOf(s, c.implied[0].variables), Names{"y"});
  ASSERT_EQ(c.implied[0].by.size(), 1u);
  EXPECT_EQ(c.implied[0].by[0], (InitialRow{Kind::kEquation, EquationId(1), {}}));
}

TEST(ExplainInitialConditions, ThePendulumImpliesTheOtherPositionByItsLength) {
  const System s = ReducedPendulum({.x = true});
  const InitialConditions c = ExplanationOf(s).value();
  EXPECT_EQ(c.num_free, 2u);
  ASSERT_EQ(c.chosen.size(), 1u);
  EXPECT_EQ(NameOf(s, c.chosen[0].variable), "x");
  EXPECT_EQ(NamesOf(s, c.assumed), Names{"vx"});
  ASSERT_EQ(c.implied.size(), 2u);
  EXPECT_EQ(NamesOf(s, c.implied[0].variables), Names{"y"});
  ASSERT_EQ(c.implied[0].by.size(), 1u);
  EXPECT_EQ(c.implied[0].by[0], (InitialRow{Kind::kEquation, EquationId(4), {}}));
  EXPECT_EQ(NamesOf(s, c.implied[1].variables), Names{"vy"});
  const auto& by = c.implied[1].by;
  EXPECT_TRUE(std::any_of(by.begin(), by.end(), [&](const InitialRow& row) {
    return row.kind == Kind::kEquation && s.equations[row.equation].history.IsValid() &&
           s.histories.Steps(s.equations[row.equation].history).front().detail == 4;
  })) << "the velocity follows from a derivative of the constraint";
}

TEST(ExplainInitialConditions, AFixedDependentPositionMakesTheChosenStateImplied) {
  const System s = ReducedPendulum({.y = true});
  const InitialConditions c = ExplanationOf(s).value();
  // Whichever position became the state, y is chosen and x follows from the length.
  ASSERT_EQ(c.chosen.size(), 1u);
  EXPECT_EQ(NameOf(s, c.chosen[0].variable), "y");
  ASSERT_FALSE(c.implied.empty());
  EXPECT_EQ(NamesOf(s, c.implied[0].variables), Names{"x"});
  EXPECT_EQ(c.implied[0].by[0].equation, EquationId(4));
  EXPECT_EQ(c.assumed.size(), 1u);
}

TEST(ExplainInitialConditions, BothPositionsOfThePendulumFixedCollideWithItsLength) {
  const System s = ReducedPendulum({.x = true, .y = true, .vx = true});
  const InitialConditions c = ExplanationOf(s).value();
  ASSERT_EQ(c.num_conflicts, 1u);
  ASSERT_EQ(c.conflicts.size(), 1u);
  EXPECT_EQ(c.conflicts[0].condition, (InitialRow{Kind::kFixed, {}, Named(s, "y")}));
  ASSERT_EQ(c.conflicts[0].others.size(), 1u) << "vx has nothing to do with it";
  EXPECT_EQ(c.conflicts[0].others[0], (InitialRow{Kind::kFixed, {}, Named(s, "x")}));
  EXPECT_EQ(c.conflicts[0].equations, std::vector<EquationId>{EquationId(4)});
}

TEST(ExplainInitialConditions, VariablesOfALoopAreImpliedTogether) {
  Model m("M");
  auto x = m.Variable("x");
  auto a = m.Variable("a", {.start = 1.0}), b = m.Variable("b", {.start = 1.0});
  m.Equation(der(x) == a);
  m.Equation(a * b == x);
  m.Equation(a + b == 3.0);
  const System s = Built(std::move(m));
  const InitialConditions c = ExplanationOf(s).value();
  ASSERT_EQ(c.implied.size(), 1u);
  EXPECT_EQ(NamesOf(s, c.implied[0].variables), (Names{"a", "b"}));
  EXPECT_EQ(c.implied[0].by.size(), 2u);
}

TEST(ExplainInitialConditions, AnInitialEquationInExcessNamesTheFixedVariablesOnTheWay) {
  Model m("M");
  auto x = m.Variable("x", {.start = 1.0, .fixed = true}), z = m.Variable("z", {.fixed = true});
  auto y = m.Variable("y");
  m.Equation(der(x) == -x);
  m.Equation(der(z) == -z);
  m.Equation(y == 2.0 * x);
  m.InitialEquation(y == 4.0);
  const System s = Built(std::move(m));
  const InitialConditions c = ExplanationOf(s).value();
  ASSERT_EQ(c.conflicts.size(), 1u);
  EXPECT_EQ(c.conflicts[0].condition.kind, Kind::kFixed) << "initial equations are preferred";
  EXPECT_EQ(NameOf(s, c.conflicts[0].condition.variable), "x");
  ASSERT_EQ(c.conflicts[0].others.size(), 1u) << "z is not involved";
  EXPECT_EQ(c.conflicts[0].others[0].kind, Kind::kInitialEquation);
  EXPECT_EQ(c.conflicts[0].equations, std::vector<EquationId>{EquationId(2)});
}

// Leaving any one member out of a reported conflict must make the rest independent: it is minimal. Checked by
// leaving conditions out of a chain of aliases with both ends fixed.
TEST(ExplainInitialConditions, AConflictIsResolvedByDroppingAnyOneOfItsConditions) {
  const auto conflicts_without = [](int dropped) {
    Model m("M");
    std::vector<Expr> a;
    for (int i = 0; i < 6; ++i)
      a.push_back(
          m.Variable("a" + std::to_string(i), {.fixed = (i == 0 || i == 3 || i == 5) && i != dropped}));
    m.Equation(der(a[0]) == -a[0]);
    m.Equation(der(a[1]) == a[0]);
    m.Equation(a[3] == a[0] + a[2]);
    m.Equation(a[2] == a[0] * a[0]);
    m.Equation(der(a[4]) == a[1]);
    m.Equation(a[5] == a[4]);
    return ExplanationOf(Built(std::move(m))).value().num_conflicts;
  };
  EXPECT_EQ(conflicts_without(-1), 1u) << "a0 and a3";
  EXPECT_EQ(conflicts_without(0), 0u);
  EXPECT_EQ(conflicts_without(3), 0u);
  EXPECT_EQ(conflicts_without(5), 1u) << "a5 is not part of it";
}

TEST(ExplainInitialConditions, AModelWithoutEquationsHasNothingToChoose) {
  const InitialConditions c = ExplanationOf(Built(Model("Empty"))).value();
  EXPECT_EQ(c.num_free, 0u);
  EXPECT_TRUE(c.chosen.empty() && c.assumed.empty() && c.implied.empty() && c.conflicts.empty());
}

System ChainWithASteadyStart(int num_cells) {
  Model m("Chain");
  std::vector<Expr> v, i;
  for (int k = 0; k < num_cells; ++k) {
    v.push_back(m.Variable("v" + std::to_string(k), {.start = 1.0}));
    i.push_back(m.Variable("i" + std::to_string(k)));
  }
  for (int k = 0; k < num_cells; ++k) {
    m.Equation(i[k] == (k > 0 ? v[k - 1] : Expr(1.0)) - v[k]);
    const auto id = VariableId(static_cast<std::uint32_t>(2 * k));
    const Expr slope(v[k].graph(),
                     v[k].graph()->Variable(id, 1));  // der() would walk the whole graph each time
    m.Equation(slope == i[k] - (k + 1 < num_cells ? i[k + 1] : Expr(0.0)));
    m.InitialEquation(slope == 0.0);
  }
  return Built(std::move(m));
}

double SecondsToExplain(int num_cells) {
  const System s = ChainWithASteadyStart(num_cells);
  const auto incidence = causal::IncidenceOf(s);
  const std::clock_t begin = std::clock();
  const InitialConditions c = ExplainInitialConditions(s, incidence).value();
  EXPECT_EQ(c.chosen.size(), static_cast<std::size_t>(num_cells));
  EXPECT_TRUE(c.assumed.empty());
  return static_cast<double>(std::clock() - begin) / CLOCKS_PER_SEC;
}

TEST(ExplainInitialConditions, TakesTimeInProportionToALongChain) {
  const double small = std::min(SecondsToExplain(5'000), SecondsToExplain(5'000));
  EXPECT_LT(SecondsToExplain(50'000), 40 * small + 0.05) << "a quadratic search takes 100 times as long";
}

}  // namespace
}  // namespace daedalus::initialize
