#include "daedalus/programs/causal/alias_removal.h"

#include <gtest/gtest.h>

#include <cmath>
#include <ctime>

#include "daedalus/programs/causal/index_reduction.h"
#include "daedalus/programs/causal/solvability.h"
#include "daedalus/system/builder.h"
#include "daedalus/system/expr/build.h"
#include "daedalus/system/print_system.h"
#include "daedalus/system/validate.h"

namespace daedalus::causal {
namespace {

struct Outcome {
  AliasRemoval removal;
  std::vector<Diagnostic> warnings;

  std::vector<std::string> Equations() const {
    std::vector<std::string> out;
    for (const Equation& e : removal.system.equations) out.push_back(EquationText(removal.system, e));
    return out;
  }
  std::vector<std::string> Kept() const {
    std::vector<std::string> out;
    for (const Variable& v : removal.system.variables) out.push_back(NameOf(removal.system, v));
    return out;
  }
  // "b = -a" or "b = <value>"
  std::vector<std::string> Aliases() const {
    std::vector<std::string> out;
    for (const Alias& a : removal.aliases) {
      out.push_back(NameOf(removal.system, a.removed) + " = " +
                    (a.kept.IsValid() ? (a.sign > 0 ? "" : "-") + NameOf(removal.system, a.kept)
                                      : ExpressionText(removal.system, a.value)));
    }
    return out;
  }
};

// The equation that was dropped with an alias, by the name that the test gave it.
std::string SaidBy(const AliasRemoval& removal, std::size_t alias) {
  const System& system = removal.system;
  return system.names.Text(system.origins[removal.aliases[alias].origin].instance);
}

Outcome Removed(Model m) {
  Diagnostics warnings;
  Outcome out{RemoveAliases(std::move(m).Build().value(), warnings).value(), warnings.Take()};
  CheckInvariants(out.removal.system);
  return out;
}

using Texts = std::vector<std::string>;

TEST(AliasRemoval, AnEmptySystemStaysEmpty) {
  const Outcome out = Removed(Model("M"));
  EXPECT_TRUE(out.removal.system.variables.raw().empty());
  EXPECT_TRUE(out.removal.aliases.empty());
}

TEST(AliasRemoval, ASystemWithoutAliasesIsLeftAsItIs) {
  Model m("M");
  auto x = m.Variable("x"), y = m.Variable("y");
  m.Equation(der(x) == y);
  m.Equation(y == 2.0 * x);
  const System before = std::move(m).Build().value();
  Diagnostics warnings;
  const AliasRemoval after = RemoveAliases(before, warnings).value();
  EXPECT_EQ(FlatModelica(after.system), FlatModelica(before));
  EXPECT_FALSE(after.system.equations[EquationId(0)].history.IsValid());
}

TEST(AliasRemoval, FollowsAChainWithItsSigns) {
  Model m("M");
  auto a = m.Variable("a"), b = m.Variable("b"), c = m.Variable("c"), d = m.Variable("d");
  m.Equation(b == -a);
  m.Equation(c + d == 0.0);
  m.Equation(der(d) == c - b);
  m.Equation(2.0 * c == 2.0 * b);
  const Outcome out = Removed(std::move(m));
  EXPECT_EQ(out.Kept(), Texts{"d"}) << "its derivative appears";
  EXPECT_EQ(out.Aliases(), (Texts{"a = d", "b = -d", "c = -d"}));
  EXPECT_EQ(out.Equations(), Texts{"der(d) = 0"});
}

TEST(AliasRemoval, ConstantsGoThroughChainsAndTheirDerivativesAreZero) {
  Model m("M");
  auto a = m.Variable("a"), b = m.Variable("b"), c = m.Variable("c"), x = m.Variable("x");
  auto p = m.Parameter("p", 2.0);
  m.Equation(a == -b);
  m.Equation(b == c);
  m.Equation(c == p + 1.0);
  m.Equation(der(x) == sin(a) + der(b));
  m.InitialEquation(x == c);
  m.Assert(b < 5.0, "b is small");
  const Outcome out = Removed(std::move(m));
  EXPECT_EQ(out.Aliases(), (Texts{"a = -1 - p", "b = 1 + p", "c = 1 + p"}));
  EXPECT_EQ(out.Equations(), Texts{"der(x) = sin(-1 - p)"});
  const System& s = out.removal.system;
  EXPECT_EQ(EquationText(s, s.initial_equations[EquationId(0)]), "x = 1 + p");
  EXPECT_EQ(ExpressionText(s, s.assertions[0].condition), "1 + p < 5");
}

TEST(AliasRemoval, ADerivativeOfARemovedVariableBecomesThatOfTheKeptOne) {
  Model m("M");
  auto x = m.Variable("x", {.state_select = StateSelect::kPrefer}), y = m.Variable("y"), v = m.Variable("v");
  m.Equation(x == -y);
  m.Equation(der(y) == v);
  m.Equation(v == x + 1.0);
  const Outcome out = Removed(std::move(m));
  EXPECT_EQ(out.Kept(), (Texts{"x", "v"}));
  EXPECT_EQ(out.Equations(), (Texts{"-der(x) = v", "v = 1 + x"}));
}

// der(x) and der(y) with x = y: index 2 before, 1 after.
TEST(AliasRemoval, RemovesAConstraintBetweenDifferentialVariables) {
  Model m("M");
  auto x = m.Variable("x"), y = m.Variable("y"), f = m.Variable("f");
  m.Equation(der(x) == f - x);
  m.Equation(der(y) == -f);
  m.Equation(x == y);
  const System given = std::move(m).Build().value();
  EXPECT_FALSE(CheckSolvability(given, IncidenceOf(given)).ok());
  Diagnostics warnings;
  const System s = RemoveAliases(given, warnings).value().system;
  EXPECT_EQ(CheckSolvability(s, IncidenceOf(s)).value().structural_index, 1);
}

TEST(AliasRemoval, BothSignsTogetherMeanZero) {
  Model m("M");
  auto a = m.Variable("a"), b = m.Variable("b"), x = m.Variable("x");
  m.Equation(a == b);
  m.Equation(a == -b);
  m.Equation(x == cos(a) + b);
  const Outcome out = Removed(std::move(m));
  EXPECT_EQ(out.Aliases(), (Texts{"a = 0", "b = 0"}));
  EXPECT_EQ(out.Equations(), Texts{"x = 1"}) << "judged on the given equations: not removed";
}

TEST(AliasRemoval, TheRepresentativeIsChosenByRank) {
  // Each attribute beats the ones behind it; the candidate comes last, where its id would lose.
  const auto kept = [](const VariableAttributes& better, const VariableAttributes& other,
                       bool other_has_der) {
    Model m("M");
    auto o = m.Variable("other", other), b = m.Variable("better", better), x = m.Variable("x");
    m.Equation(o == b);
    m.Equation(x == (other_has_der ? der(o) : sin(o)));
    m.Equation(cos(b) == m.Time());
    return Removed(std::move(m)).Kept().at(0);
  };
  const VariableAttributes start{.start = 1.0}, fixed{.fixed = true};
  EXPECT_EQ(kept({}, {}, false), "other") << "the lower id";
  EXPECT_EQ(kept(start, {}, false), "better");
  EXPECT_EQ(kept(fixed, start, false), "better");
  EXPECT_EQ(kept(fixed, {}, true), "other") << "its derivative appears";
  EXPECT_EQ(kept({.state_select = StateSelect::kPrefer}, fixed, true), "better");
  EXPECT_EQ(kept({}, {.state_select = StateSelect::kAvoid}, true), "better");
  EXPECT_EQ(kept({.causality = Causality::kOutput}, {.state_select = StateSelect::kAlways}, true), "better");
  EXPECT_EQ(kept({.causality = Causality::kInput}, {.causality = Causality::kOutput}, true), "better");
}

TEST(AliasRemoval, TwoInputsStayTwo) {
  Model m("M");
  auto u = m.Variable("u", {.causality = Causality::kInput}),
       w = m.Variable("w", {.causality = Causality::kInput}), a = m.Variable("a"), x = m.Variable("x");
  m.Equation(a == u);
  m.Equation(a == -w);
  m.Equation(x == sin(w));
  const Outcome out = Removed(std::move(m));
  EXPECT_EQ(out.Kept(), (Texts{"u", "w", "x"}));
  EXPECT_EQ(out.Aliases(), Texts{"a = u"});
  EXPECT_EQ(out.Equations(), (Texts{"u = -w", "x = sin(w)"}));
}

TEST(AliasRemoval, AnInputIsNeverAConstant) {
  for (const bool constant_first : {true, false}) {
    Model m("M");
    auto u = m.Variable("u", {.causality = Causality::kInput}), a = m.Variable("a"), b = m.Variable("b");
    if (constant_first) m.Equation(a == 3.0);
    m.Equation(a == u);
    if (!constant_first) m.Equation(a == 3.0);
    m.Equation(b == u);
    const Outcome out = Removed(std::move(m));
    EXPECT_EQ(out.Kept(), Texts{"u"});
    EXPECT_EQ(out.Equations(), Texts{constant_first ? "3 = u" : "u = 3"});
  }
}

TEST(AliasRemoval, AnInputThatIsItsOwnOppositeKeepsItsEquation) {
  Model m("M");
  auto u = m.Variable("u", {.causality = Causality::kInput}), a = m.Variable("a");
  m.Equation(a == u);
  m.Equation(a == -u);
  EXPECT_EQ(Removed(std::move(m)).Equations(), Texts{"u = -u"});
}

TEST(AliasRemoval, HistoryTellsWhatWasSubstitutedAndWhereAnAliasComesFrom) {
  Model m("M");
  auto a = m.Variable("a"), b = m.Variable("b"), c = m.Variable("c"), x = m.Variable("x");
  m.Equation(c == 1.0);
  m.Equation(sin(x) == m.Time());
  m.Equation(a == b);
  m.Equation(cos(b) + c == x);
  System given = std::move(m).Build().value();
  for (const EquationId e : IdRange<EquationId>(given.equations.size()))
    given.equations[e].origin = given.origins.Add({{}, given.names.Add(EquationText(given, e))});
  Diagnostics warnings;
  const AliasRemoval out = RemoveAliases(given, warnings).value();
  ASSERT_EQ(out.aliases.size(), 2u);
  EXPECT_EQ(NameOf(out.system, out.aliases[0].removed), "b");
  EXPECT_EQ(SaidBy(out, 0), "a = b");
  EXPECT_EQ(NameOf(out.system, out.aliases[1].removed), "c");
  EXPECT_EQ(SaidBy(out, 1), "c = 1");
  EXPECT_FALSE(out.system.equations[EquationId(0)].history.IsValid()) << "renumbered, but the same";
  const std::vector<Operation> history =
      out.system.histories.Steps(out.system.equations[EquationId(1)].history);
  ASSERT_EQ(history.size(), 2u);
  for (std::uint32_t i = 0; i < 2; ++i) {
    EXPECT_EQ(history[i].kind, Operation::Kind::kSubstituted);
    EXPECT_EQ(history[i].detail, i);
  }
}

TEST(AliasRemoval, EachRemovedVariableOfAChainHasAnEquationOfItsOwn) {
  Model m("M");
  std::vector<Expr> v;
  for (int i = 0; i < 6; ++i) v.push_back(m.Variable("v" + std::to_string(i)));
  for (std::size_t i = 0; i + 1 < v.size(); ++i) m.Equation(v[i] == v[i + 1]);
  m.Equation(der(v[3]) == 1.0);
  System given = std::move(m).Build().value();
  for (const EquationId e : IdRange<EquationId>(given.equations.size()))
    given.equations[e].origin = given.origins.Add({{}, given.names.Add(EquationText(given, e))});
  Diagnostics warnings;
  const AliasRemoval out = RemoveAliases(given, warnings).value();
  Texts said;
  for (std::size_t i = 0; i < out.aliases.size(); ++i)
    said.push_back(NameOf(out.system, out.aliases[i].removed) + ": " + SaidBy(out, i));
  EXPECT_EQ(said, (Texts{"v0: v0 = v1", "v1: v1 = v2", "v2: v2 = v3", "v4: v3 = v4", "v5: v4 = v5"}));
}

// ---- Again after index reduction ----

// Cellier & Kofman (7.78): the 12 equations (7.83) with the angle as state, and the 8 of (7.84) when aliases
// are removed. Ours are one more each, der(phi) = 'der(phi)', where the text writes second derivatives.
TEST(AliasRemoval, ThePendulumWithItsAngleHasEightEquations) {
  Model m("AnglePendulum");
  const double l = 1.0;
  auto x = m.Variable("x"), y = m.Variable("y"), vx = m.Variable("vx"), vy = m.Variable("vy"),
       f = m.Variable("F"), phi = m.Variable("phi", {.state_select = StateSelect::kAlways});
  m.Equation(10.0 * der(vx) == -f * x / l);
  m.Equation(10.0 * der(vy) == 98.1 - f * y / l);
  m.Equation(der(x) == vx);
  m.Equation(der(y) == vy);
  m.Equation(x == l * sin(phi));
  m.Equation(y == l * cos(phi));
  const std::vector<double> start = {0.6, 0.8, 0, 0, 50, std::atan2(0.6, 0.8)};
  System reduced = ReduceIndex(std::move(m).Build().value(), {0.0, start, {}}).value().system;
  ASSERT_EQ(reduced.equations.size(), 12u + 1);
  Diagnostics warnings;
  const AliasRemoval out = RemoveAliases(std::move(reduced), warnings).value();
  EXPECT_EQ(out.system.equations.size(), 8u + 1);
  EXPECT_EQ(out.aliases.size(), 4u);
  EXPECT_EQ(CheckSolvability(out.system, IncidenceOf(out.system)).value().structural_index, 1);
  EXPECT_EQ(IncidenceOf(out.system).num_differential(), 2u);
}

// a = -b first; then the caller adds b = c, d = -3 and e = d.
TEST(AliasRemoval, ASecondRemovalContinuesTheListOfTheFirst) {
  Model m("M");
  auto a = m.Variable("a"), b = m.Variable("b", {.fixed = true}), d = m.Variable("d", {.fixed = true}),
       e = m.Variable("e");
  m.Equation(a == -b);
  m.Equation(e == -d);
  m.Equation(sin(b) == m.Time() + a + e);
  Diagnostics warnings;
  AliasRemoval first = RemoveAliases(std::move(m).Build().value(), warnings).value();
  System& s = first.system;
  ASSERT_EQ(s.variables.size(), 2u);
  for (Variable& v : s.variables) v.fixed = false;
  Variable c;
  c.name = s.names.Add("c");
  c.declaration = s.variables[VariableId(0)].declaration;
  const VariableId c_id = s.variables.Add(c);
  s.variables[c_id].fixed = true;  // so that c is kept
  const auto add = [&](ExprId left, ExprId right) {
    s.equations.Add({left, right, expr::Difference(s.graph, left, right), {}, {}});
  };
  add(s.graph.Variable(VariableId(0)), s.graph.Variable(c_id));
  add(s.graph.Variable(VariableId(1)), s.graph.Constant(-3.0));
  const AliasRemoval second = RemoveAliases(std::move(s), warnings, std::move(first.aliases)).value();
  const Outcome out{second, {}};
  EXPECT_EQ(out.Kept(), Texts{"c"});
  EXPECT_EQ(out.Aliases(), (Texts{"a = -c", "e = 3", "b = c", "d = -3"}));
  EXPECT_EQ(out.Equations(), Texts{"sin(c) = 3 + time - c"});
  Texts substituted;
  for (const Operation& o : second.system.histories.Steps(second.system.equations[EquationId(0)].history))
    substituted.push_back(NameOf(second.system, second.aliases[o.detail].removed));
  EXPECT_EQ(substituted, (Texts{"a", "e", "b", "d"}));
}

// ---- Size ----

// A chain in the worst order for a naive union, and a star; neither recursion nor a quadratic step survives
// it.
TEST(AliasRemoval, LongChainsTakeNearLinearTime) {
  constexpr std::size_t kLength = 100'000;
  Model m("Chain");
  std::vector<Expr> v;
  for (std::size_t i = 0; i < kLength; ++i) v.push_back(m.Variable("v" + std::to_string(i)));
  for (std::size_t i = kLength - 1; i > 0; --i) m.Equation(v[i - 1] == -v[i]);
  m.Equation(der(v[kLength / 2]) == v[0] + v[kLength - 1]);
  System given = std::move(m).Build().value();
  Diagnostics warnings;
  const std::clock_t begin = std::clock();
  const AliasRemoval out = RemoveAliases(std::move(given), warnings).value();
  const double seconds = static_cast<double>(std::clock() - begin) / CLOCKS_PER_SEC;
  EXPECT_LT(seconds, 10.0) << "processor time; 0.1 s without sanitizers";
  ASSERT_EQ(out.system.variables.size(), 1u);
  EXPECT_EQ(EquationText(out.system, EquationId(0)), "der(v50000) = 0");
  EXPECT_EQ(out.aliases.size(), kLength - 1);
  EXPECT_EQ(out.aliases[0].sign, 1);
  EXPECT_EQ(out.aliases[1].sign, -1);
}

}  // namespace
}  // namespace daedalus::causal
