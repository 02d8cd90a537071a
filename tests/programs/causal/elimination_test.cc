#include "daedalus/programs/causal/elimination.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <ctime>

#include "daedalus/system/expr/build.h"
#include "daedalus/system/expr/traverse.h"
#include "programs/causal/eliminations.h"

namespace daedalus::causal {
namespace {

using Texts = std::vector<std::string>;

std::string Indexed(const char* name, int k) {
  return std::string(name) + "[" + std::to_string(k) + "]";
}

// der() of a variable, without a look at the whole graph.
Expr Slope(const Expr& v) {
  return {v.graph(), v.graph()->Variable(v.graph()->variable(v.id()), 1)};
}

// models/RcChain.mo
Model RcChain(int num_cells) {
  Model m("RcChain");
  const Expr R = m.Parameter("R", 10.0), C = m.Parameter("C", 1e-5);
  const Expr u0 = m.Variable("u0");
  std::vector<Expr> v{u0}, i;
  for (int k = 1; k <= num_cells; ++k)
    v.push_back(m.Variable(Indexed("v", k), {.start = 0.0, .fixed = true}));
  for (int k = 1; k <= num_cells; ++k) i.push_back(m.Variable(Indexed("i", k)));
  m.Equation(u0 == sin(m.Time()));
  for (std::size_t k = 0; k < i.size(); ++k) m.Equation(v[k] - v[k + 1] == R * i[k]);
  for (std::size_t k = 0; k + 1 < i.size(); ++k) m.Equation(C * Slope(v[k + 1]) == i[k] - i[k + 1]);
  m.Equation(C * Slope(v.back()) == i.back());
  return m;
}

TEST(Elimination, OfAnRcChainTheTridiagonalSystemOfTheVoltagesRemains) {
  const Eliminated e = EliminatedOf(RcChain(6));
  EXPECT_EQ(e.Kept(), (Texts{"v[1]", "v[2]", "v[3]", "v[4]", "v[5]", "v[6]"}));
  EXPECT_EQ(structure::Draw(AnyDerivative(e.incidence)),
            "xx....\n"
            "xxx...\n"
            ".xxx..\n"
            "..xxx.\n"
            "...xxx\n"
            "....xx\n");
  EXPECT_EQ(e.Values().at(0), "u0 = sin(time)");
  EXPECT_EQ(e.Values().at(1), "i[1] = (sin(time) - v[1])/R");
  EXPECT_EQ(e.Equations().at(1), "C*der(v[2]) = (v[1] - v[2])/R - (v[2] - v[3])/R");
}

TEST(Elimination, WhatNoEquationNeedsGoesHoweverDenseItIs) {
  Model m("M");
  const Expr a = m.Variable("a"), b = m.Variable("b"), c = m.Variable("c"), total = m.Variable("total");
  std::vector<Expr> x;
  Expr sum = 0.0;
  for (int k = 0; k < 10; ++k) {
    x.push_back(m.Variable(Indexed("x", k)));
    sum = sum + x.back() * x.back();
    m.Equation(der(x.back()) == -x.back());
  }
  m.Equation(a == sum);
  m.Equation(b == a * 2.0);
  m.Equation(c == a + b);
  m.Equation(total == a + b + c);
  const Eliminated e = EliminatedOf(std::move(m), {.extra_fill = -100, .max_growth = 0});
  EXPECT_EQ(e.result.system.variables.size(), x.size());
  EXPECT_EQ(e.Equations().at(0), "der(x[0]) = -x[0]");
}

TEST(Elimination, KeepsAVariableThatWouldMakeTheJacobianDense) {
  Model m("M");
  const Expr hub = m.Variable("hub");
  Expr sum = 0.0;
  for (int k = 0; k < 100; ++k) {
    const Expr x = m.Variable(Indexed("x", k));
    sum = sum + x;
    m.Equation(der(x) == hub - x);
  }
  m.Equation(hub == sum);
  const Eliminated e = EliminatedOf(std::move(m));
  EXPECT_EQ(e.result.system.variables.size(), 101u);
  EXPECT_EQ(NumEntries(e.incidence), NumEntries(e.given.incidence));
}

// With r unknowns in the value and u uses: r + u + 1 entries go, r*u come.
TEST(Elimination, TheLimitOfFillIsThatOfMarkowitz) {
  const auto goes = [](int r, int u, int extra_fill) {
    Model m("M");
    const Expr z = m.Variable("z");
    Expr sum = m.Time();
    for (int k = 0; k < r; ++k) {
      const Expr x = m.Variable(Indexed("x", k));
      m.Equation(der(x) == 1.0);
      sum = sum + x;
    }
    m.Equation(z == sum);
    for (int k = 0; k < u; ++k) m.Equation(der(m.Variable(Indexed("y", k))) == z);
    return EliminatedOf(std::move(m), {.extra_fill = extra_fill}).result.values[0].IsValid();
  };
  EXPECT_TRUE(goes(0, 5, 0)) << "a function of time";
  EXPECT_TRUE(goes(1, 5, 0)) << "one unknown for another";
  EXPECT_TRUE(goes(5, 1, 0)) << "one use";
  EXPECT_TRUE(goes(2, 2, 0));
  EXPECT_TRUE(goes(2, 3, 0));
  EXPECT_FALSE(goes(3, 3, 0));
  EXPECT_FALSE(goes(3, 3, 1));
  EXPECT_TRUE(goes(3, 3, 2));
}

// Written out in each of 100 equations, it would be computed 100 times.
TEST(Elimination, KeepsALongValueThatManyEquationsUse) {
  Model m("M");
  const Expr source = m.Variable("source");
  m.Equation(source == sin(m.Time()) * exp(-m.Time()));
  for (int k = 0; k < 100; ++k) m.Equation(der(m.Variable(Indexed("x", k))) == source);
  EXPECT_EQ(EliminatedOf(std::move(m)).result.system.variables.size(), 101u);
}

TEST(Elimination, KeepsWhatMustStay) {
  Model m("M");
  const Expr x = m.Variable("x"), plain = m.Variable("plain"), fixed = m.Variable("fixed", {.fixed = true}),
             input = m.Variable("input", {.causality = Causality::kInput}), steady = m.Variable("steady"),
             known = m.Variable("known"), unsafe = m.Variable("unsafe");
  m.Equation(der(x) == plain + fixed + input + steady + known + unsafe);
  m.Equation(plain == 2.0 * x);
  m.Equation(fixed == 3.0 * x);
  m.Equation(input == 4.0 * x);
  m.Equation(steady == 5.0 * x);
  m.Equation(known == sin(m.Time()));
  m.Equation(unsafe * x == 1.0);
  m.InitialEquation(der(steady) == 0.0);
  m.InitialEquation(known == 0.0);
  EXPECT_EQ(EliminatedOf(std::move(m)).Kept(), (Texts{"x", "fixed", "input", "steady", "known", "unsafe"}));
}

TEST(Elimination, PutsValuesIntoInitialEquationsAndAssertions) {
  Model m("M");
  const Expr x = m.Variable("x"), y = m.Variable("y"), z = m.Variable("z");
  m.Equation(z == y + 1.0);
  m.Equation(y == 2.0 * x);
  m.Equation(der(x) == -z);
  m.InitialEquation(z == 3.0);
  m.Assert(y < z, "always");
  const Eliminated e = EliminatedOf(std::move(m));
  EXPECT_EQ(e.Values(), (Texts{"y = 2*x", "z = 1 + 2*x"}));
  EXPECT_EQ(EquationText(e.result.system, e.result.system.initial_equations[EquationId(0)]), "1 + 2*x = 3");
  EXPECT_EQ(ExpressionText(e.result.system, e.result.system.assertions[0].condition), "2*x < 1 + 2*x");
}

TEST(Elimination, AValueMayContainDerivatives) {
  Model m("M");
  const Expr x = m.Variable("x"), force = m.Variable("force"), power = m.Variable("power");
  m.Equation(force == 2.0 * der(x));
  m.Equation(der(x) == sin(x) - 0.1 * force);
  m.Equation(power == force * x);
  const Eliminated e = EliminatedOf(std::move(m));
  EXPECT_EQ(e.Kept(), Texts{"x"});
  EXPECT_EQ(e.Values(), (Texts{"force = 2*der(x)", "power = 2*x*der(x)"}));
}

TEST(Elimination, ATornLoopShrinksToItsTearingVariables) {
  EXPECT_EQ(EliminatedOf(ResistorLoop()).result.system.variables.size(), 1u);
}

TEST(Elimination, TheHistoryOfAnEquationSaysWhatWasPutIn) {
  Model m("M");
  const Expr a = m.Variable("a"), x = m.Variable("x"), b = m.Variable("b"), y = m.Variable("y");
  m.Equation(a == 2.0 * x);
  m.Equation(der(x) == b - x);
  m.Equation(b == a + 1.0);
  m.Equation(der(y) == -y);
  const Eliminated e = EliminatedOf(std::move(m), {.num_removed_before = 7});
  EXPECT_EQ(e.result.equation_of, (std::vector{EquationId(1), EquationId(3)}));
  const auto history = e.result.system.histories.Steps(e.result.system.equations[EquationId(0)].history);
  ASSERT_EQ(history.size(), 1u) << "a stood in the value of b, not in the equation";
  EXPECT_EQ(history[0].kind, Operation::Kind::kSubstituted);
  EXPECT_EQ(history[0].detail, 8u) << "b, behind a and seven aliases";
  EXPECT_FALSE(e.result.system.equations[EquationId(1)].history.IsValid());
}

TEST(Elimination, OfFunctionsOfTimeNothingIsLeft) {
  Model m("M");
  const Expr a = m.Variable("a"), b = m.Variable("b");
  m.Equation(a == sin(m.Time()));
  m.Equation(b == a * a);
  const Eliminated e = EliminatedOf(std::move(m));
  EXPECT_TRUE(e.result.system.variables.empty());
  EXPECT_EQ(e.Values(), (Texts{"a = sin(time)", "b = sin(time)^2"}));
}

double TreeSize(const expr::Graph& g, ExprId root) {
  std::vector<double> sizes(g.size(), 1);
  expr::Traversal traversal;
  for (const ExprId e : traversal.Visit(g, root)) {
    for (const ExprId operand : g.operands(e)) sizes[e.index()] += sizes[operand.index()];
  }
  return sizes[root.index()];
}

// z[k] = sin(z[k-1]) + z[k-1]^2 doubles with every step; s[k] = s[k-1] + x grows by one.
TEST(Elimination, ChainsOfSubstitutionsAreCutBeforeTheyGrowLong) {
  for (const bool is_needed : {false, true}) {
    for (const bool doubles : {false, true}) {
      Model m("M");
      Expr last = m.Variable("x");
      const Expr x = last;
      for (int k = 0; k < 200; ++k) {
        const Expr z = m.Variable(Indexed("z", k));
        m.Equation(z == (doubles ? sin(last) + last * last : last * x + 1.0));
        last = z;
      }
      m.Equation(der(x) == (is_needed ? last : -x));
      const EliminationOptions options;
      const Eliminated e = EliminatedOf(std::move(m), options);
      EXPECT_LT(e.result.system.variables.size(), 100u);
      EXPECT_GT(e.result.system.variables.size(), 1u);
      const double limit = 3 * (is_needed ? options.max_growth : options.max_output_growth);
      for (const ExprId value : e.result.values) {
        EXPECT_TRUE(!value.IsValid() || TreeSize(e.result.system.graph, value) < limit);
      }
      for (const Equation& equation : e.result.system.equations)
        EXPECT_LT(TreeSize(e.result.system.graph, equation.residual), limit);
    }
  }
}

// A quadratic step on 10^5 equations takes 10^10 operations or more.
void ExpectNearLinearTime(Model m, std::size_t num_kept) {
  const BuiltProgram given = Built(std::move(m));
  System system = given.system;
  const std::clock_t begin = std::clock();
  const Elimination e = EliminateExplicit(std::move(system), given.incidence, given.program);
  const double seconds = static_cast<double>(std::clock() - begin) / CLOCKS_PER_SEC;
  EXPECT_LT(seconds, 10.0) << "processor time; 0.1 to 0.3 s without sanitizers";
  EXPECT_LE(e.system.variables.size(), num_kept);
}
constexpr int kLong = 100'000;

TEST(EliminationGrowth, ALongRcChainTakesNearLinearTime) {
  ExpectNearLinearTime(RcChain(kLong / 2), kLong / 2);
}

// Each sum contains all before it.
TEST(EliminationGrowth, ALongChainOfSumsTakesNearLinearTime) {
  Model m("M");
  const Expr x = m.Variable("x");
  Expr last = x;
  for (int k = 0; k < kLong; ++k) {
    const Expr sum = m.Variable(Indexed("s", k));
    m.Equation(sum == last + sin(x + static_cast<double>(k)));
    last = sum;
  }
  m.Equation(der(x) == last);
  ExpectNearLinearTime(std::move(m), kLong / 10);
}

// One equation uses all eliminated variables, and all of them use one.
TEST(EliminationGrowth, ALongSumTakesNearLinearTime) {
  Model m("M");
  const Expr x = m.Variable("x"), middle = m.Variable("middle");
  m.Equation(middle == 2.0 * x);
  std::vector<ExprId> terms;
  for (int k = 0; k < kLong; ++k) {
    const Expr y = m.Variable(Indexed("y", k));
    m.Equation(y == sin(middle + static_cast<double>(k)));
    terms.push_back(y.id());
  }
  m.Equation(der(x) == Expr(x.graph(), expr::Sum(*x.graph(), terms)));
  ExpectNearLinearTime(std::move(m), 2);
}

}  // namespace
}  // namespace daedalus::causal
