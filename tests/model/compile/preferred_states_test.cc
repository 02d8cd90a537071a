// Algebraic variables with StateSelect.prefer become states where a smooth equation allows it.
#include "daedalus/model/compile/preferred_states.h"

#include <gtest/gtest.h>

#include <functional>

#include "daedalus/model/compile/given_model.h"
#include "daedalus/system/builder.h"

namespace daedalus::compile {
namespace {

// m = V rho0 (1 + beta p) and der(m) = 1 - p, or another relation between m and p.
std::vector<std::string> StatesOf(StateSelect of_p, const std::function<Expr(Expr, Expr)>& mass,
                                  StateSelect of_m = StateSelect::kDefault) {
  Model m("M");
  auto p = m.Variable("p", {.start = 1.0, .state_select = of_p});
  auto mass_of = m.Variable("m", {.start = 1.0, .state_select = of_m}), q = m.Variable("q");
  m.Equation(mass_of == mass(p, q));
  m.Equation(der(mass_of) == 1.0 - p);
  m.Equation(q == sin(mass_of));
  Diagnostics diagnostics;
  auto given = ReadGivenModel(std::move(m).Build().value(), IndexTreatment::kDummyDerivatives,
                              AliasTreatment::kRemove, diagnostics);
  if (!given.ok()) return {"error"};
  EXPECT_EQ(given->structural_index, 1) << "that of the equations as they are written";
  std::vector<std::string> out;
  for (const VariableId v : *given->preferred_states) out.push_back(NameOf(*given->system, v));
  return out;
}

Expr Linear(Expr p, Expr) {
  return 1000.0 * (1.0 + 4.5e-10 * p);
}

TEST(PreferredStates, APreferredPressureTakesThePlaceOfTheMass) {
  EXPECT_EQ(StatesOf(StateSelect::kPrefer, Linear), std::vector<std::string>{"p"});
  EXPECT_EQ(StatesOf(StateSelect::kAlways, Linear), std::vector<std::string>{"p"});
}

TEST(PreferredStates, NobodyElseIsExchanged) {
  EXPECT_TRUE(StatesOf(StateSelect::kDefault, Linear).empty());
  EXPECT_TRUE(StatesOf(StateSelect::kAvoid, Linear).empty());
}

TEST(PreferredStates, AStrongerWishOfTheStateItselfHolds) {
  EXPECT_TRUE(StatesOf(StateSelect::kPrefer, Linear, StateSelect::kAlways).empty());
}

TEST(PreferredStates, AnEquationThatJumpsIsNotDifferentiated) {
  EXPECT_TRUE(StatesOf(StateSelect::kPrefer, [](Expr p, Expr) { return p + sign(p); }).empty());
}

TEST(PreferredStates, WhatIsDifferentiatedMayBeSeveralEquations) {
  EXPECT_EQ(StatesOf(StateSelect::kPrefer, [](Expr p, Expr q) { return p * p * p + q; }),
            std::vector<std::string>{"p"});
}

TEST(PreferredStates, AFunctionOfTimeIsNoState) {
  Model m("M");
  auto p = m.Variable("p", {.state_select = StateSelect::kPrefer}), x = m.Variable("x");
  m.Equation(p == sin(m.Time()));
  m.Equation(der(x) == p - x);
  Diagnostics diagnostics;
  auto given = ReadGivenModel(std::move(m).Build().value(), IndexTreatment::kDummyDerivatives,
                              AliasTreatment::kRemove, diagnostics);
  ASSERT_TRUE(given.ok());
  EXPECT_TRUE(given->preferred_states->empty());
  EXPECT_FALSE(given->reduction) << "the equations stay as they are";
}

}  // namespace
}  // namespace daedalus::compile
