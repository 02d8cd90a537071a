#include "daedalus/model/compile/vanishing_factors.h"

#include <gtest/gtest.h>

#include <string>
#include <utility>

#include "daedalus/model/compile/given_model.h"
#include "daedalus/system/builder.h"
#include "daedalus/system/expr/build.h"
#include "daedalus/system/parameters.h"
#include "daedalus/system/print_system.h"

namespace daedalus::compile {
namespace {

// R i = v - w: with R = 0 an equation for v, whatever i is.
Model Wire(double R) {
  Model m("Wire");
  auto r = m.Parameter("R", R), g = m.Parameter("G", 2.0);
  auto v = m.Variable("v", {.start = 1.0, .fixed = true}), w = m.Variable("w"), i = m.Variable("i");
  m.Equation(r * i == v - w);
  m.Equation(i == g * w);
  m.Equation(der(v) == -i);
  return m;
}

std::vector<ParameterId> Remove(System& system) {
  const std::vector<double> values = EvaluateParameters(system).value().values;
  return RemoveVanishingFactors(system, values);
}

TEST(VanishingFactors, AreTakenOutAndTellWhatDecided) {
  System system = Wire(0).Build().value();
  const auto decided = Remove(system);
  ASSERT_EQ(decided.size(), 1u);
  EXPECT_EQ(NameOf(system, decided[0]), "R");
  EXPECT_EQ(EquationText(system, EquationId(0)), "0 = v - w");
  EXPECT_EQ(EquationText(system, EquationId(1)), "i = G*w");
}

TEST(VanishingFactors, OthersStay) {
  System system = Wire(1e-300).Build().value();
  EXPECT_TRUE(Remove(system).empty());
  EXPECT_EQ(EquationText(system, EquationId(0)), "R*i = v - w");
}

// A difference of parameters, and a product of parameters alone, which is a value and no factor.
TEST(VanishingFactors, AreExpressionsOfParameters) {
  Model m("M");
  auto a = m.Parameter("a", 3.0), b = m.Parameter("b", 3.0), zero = m.Parameter("zero", 0.0);
  auto x = m.Variable("x"), y = m.Variable("y");
  m.Equation(x == (a - b) * y + 1.0);
  m.Equation(y == zero * a);
  System system = std::move(m).Build().value();
  const auto decided = Remove(system);
  ASSERT_EQ(decided.size(), 2u);
  EXPECT_EQ(EquationText(system, EquationId(0)), "x = 1");
  EXPECT_EQ(EquationText(system, EquationId(1)), "y = a*zero");
}

// A capacitance that is computed, `c = c0*(1 + v)`, and one that adds another to it: with zero parameters no
// derivative is left.
Model Junction(double c0, double transit_time) {
  Model m("Junction");
  auto area = m.Parameter("c0", c0), tau = m.Parameter("tau", transit_time), g = m.Parameter("G", 2.0);
  auto v = m.Variable("v"), i = m.Variable("i"), c = m.Variable("c"), total = m.Variable("total");
  m.Equation(c == area * (1.0 + v));
  m.Equation(total == c + tau * exp(v));
  m.Equation(i == total * der(v) + g * v);
  m.Equation(i == 1.0);
  return m;
}

TEST(VanishingFactors, MayBeComputedWhereTheyStandBeforeADerivative) {
  System system = Junction(0, 0).Build().value();
  const auto decided = Remove(system);
  ASSERT_EQ(decided.size(), 2u);
  EXPECT_EQ(NameOf(system, decided[0]), "c0");
  EXPECT_EQ(NameOf(system, decided[1]), "tau");
  EXPECT_EQ(EquationText(system, EquationId(2)), "i = G*v");
  EXPECT_EQ(EquationText(system, EquationId(1)), "total = c");  // the equation of the factor itself stays
}

TEST(VanishingFactors, AreNoneWhereOneTermIsLeft) {
  for (const auto& [c0, tau] : {std::pair(1e-12, 0.0), {0.0, 1e-12}}) {
    System system = Junction(c0, tau).Build().value();
    Remove(system);
    EXPECT_EQ(EquationText(system, EquationId(2)), "i = total*der(v) + G*v");
  }
}

// Without a derivative the equation may be all that says something about the other factor: a loop decides by
// its numbers.
TEST(VanishingFactors, ThatAreComputedStayBeforeOtherUnknowns) {
  Model m("M");
  auto zero = m.Parameter("zero", 0.0);
  auto a = m.Variable("a"), x = m.Variable("x"), y = m.Variable("y");
  m.Equation(a == zero * x);
  m.Equation(a * y == x - 1.0);
  m.Equation(y == x + 2.0);
  System system = std::move(m).Build().value();
  Remove(system);
  EXPECT_EQ(EquationText(system, EquationId(1)), "a*y = x - 1");
}

// `if v < 1 then 0 else c0/f2*v` with c0 = f2 = 0 is zero where it has a value, and its own equation tells
// where it has none.
TEST(VanishingFactors, WhatHasNoValueIsNoneBesideZero) {
  Model m("M");
  auto c0 = m.Parameter("c0", 0.0), f2 = m.Parameter("f2", 0.0);
  auto v = m.Variable("v"), c = m.Variable("c");
  m.Equation(c == c0 / f2 * v);
  m.Equation(c * der(v) + v == 0.5);
  System system = std::move(m).Build().value();
  expr::Graph& g = system.graph;
  Equation& capacitance = system.equations[EquationId(0)];
  const ExprId is_below = expr::Less(g, g.Variable(VariableId(0)), g.Constant(1));
  capacitance.right = expr::Conditional(g, is_below, g.Constant(0), capacitance.right);
  capacitance.residual = expr::Difference(g, capacitance.left, capacitance.right);
  const std::string before = EquationText(system, EquationId(0));
  Remove(system);
  EXPECT_EQ(EquationText(system, EquationId(0)), before);
  EXPECT_EQ(EquationText(system, EquationId(1)), "v = 0.5");
}

// Each unknown of a chain is zero by the one before, whatever the order of the equations: one pass.
TEST(VanishingFactors, GoThroughLongChains) {
  constexpr int kLength = 100'000;
  Model m("Chain");
  auto zero = m.Parameter("zero", 0.0);
  auto last = m.Variable("last"), v = m.Variable("v");
  m.Equation(last * der(v) + v == 1.0);
  auto present = last;
  for (int i = 0; i < kLength; ++i) {
    auto next = m.Variable("a" + std::to_string(i));
    m.Equation(present == 2.0 * next);
    present = next;
  }
  m.Equation(present == zero * v);
  System system = std::move(m).Build().value();
  EXPECT_EQ(Remove(system).size(), 1u);
  EXPECT_EQ(EquationText(system, EquationId(0)), "v = 1");
}

TEST(VanishingFactors, AParameterThatDecidedCannotBeChangedAfterwards) {
  Diagnostics diagnostics;
  auto given = ReadGivenModel(Wire(0).Build().value(), IndexTreatment::kDummyDerivatives,
                              AliasTreatment::kRemove, diagnostics);
  ASSERT_TRUE(given.ok());
  ASSERT_EQ(given->vanishing.size(), 1u);
  const std::vector<ParameterOverride> other_r = {{given->vanishing[0], 1.0}},
                                       other_g = {{ParameterId(1), 3.0}};
  const auto refused = WithParameters(*given, other_r);
  ASSERT_FALSE(refused.ok());
  EXPECT_EQ(refused.error()[0].code, Code::kBadOption);
  EXPECT_TRUE(WithParameters(*given, other_g).ok());
}

}  // namespace
}  // namespace daedalus::compile
