#include <gtest/gtest.h>

#include "daedalus/model/initialize/initial_plan.h"
#include "daedalus/model/initialize/start_preferences.h"
#include "daedalus/system/builder.h"

namespace daedalus::initialize {
namespace {

System Built(Model m) {
  return std::move(m).Build().value();
}

Result<InitialPlan> PlanOf(const System& s) {
  return PlanInitialization(s, causal::IncidenceOf(s));
}

std::vector<std::string> Conditions(const System& s, const InitialPlan& plan) {
  std::vector<std::string> names;
  for (const VariableId v : plan.start_conditions) names.push_back(NameOf(s, v));
  return names;
}

TEST(InitialPlan, WithoutConditionsTheStatesStartAtTheirStartValues) {
  Model m("M");
  auto x = m.Variable("x"), y = m.Variable("y"), z = m.Variable("z", {.start = 1.0, .fixed = true});
  m.Equation(der(x) == y);
  m.Equation(y == x + z);
  m.Equation(der(z) == -z);
  const System s = Built(std::move(m));
  const auto plan = PlanOf(s);
  ASSERT_TRUE(plan.ok());
  EXPECT_TRUE(plan->given_by_states);
  EXPECT_EQ(plan->num_fixed, 1u);
  EXPECT_EQ(Conditions(s, *plan), (std::vector<std::string>{"z", "x"}));
  EXPECT_EQ(DescribeAssumptions(s, *plan).size(), 1u);
}

TEST(InitialPlan, AnInitialEquationTakesThePlaceOfAStartValue) {
  Model m("M");
  auto x = m.Variable("x"), z = m.Variable("z");
  m.Equation(der(x) == z - x);
  m.Equation(der(z) == -z);
  m.InitialEquation(der(x) == 0.0);
  const System s = Built(std::move(m));
  const auto plan = PlanOf(s);
  ASSERT_TRUE(plan.ok());
  EXPECT_FALSE(plan->given_by_states);
  EXPECT_EQ(Conditions(s, *plan).size(), 1u) << "two states, one initial equation";
}

TEST(InitialPlan, AFixedAlgebraicVariableTakesThePlaceOfTheStateThatItDetermines) {
  Model m("M");
  auto x = m.Variable("x"), y = m.Variable("y", {.start = 4.0, .fixed = true}), z = m.Variable("z");
  m.Equation(der(x) == -x);
  m.Equation(y == 2.0 * x);
  m.Equation(der(z) == x);
  const System s = Built(std::move(m));
  const auto plan = PlanOf(s);
  ASSERT_TRUE(plan.ok());
  EXPECT_EQ(Conditions(s, *plan), (std::vector<std::string>{"y", "z"})) << "x is implied by y";
}

TEST(InitialPlan, AnInitialEquationTooManyIsLeftOutAndRememberedByName) {
  Model m("M");
  auto x = m.Variable("x");
  m.Equation(der(x) == -x);
  m.InitialEquation(der(x) == 0.0);
  m.InitialEquation(x == 1.0);
  const auto plan = PlanOf(Built(std::move(m)));
  ASSERT_TRUE(plan.ok());
  EXPECT_EQ(plan->initial_equations, std::vector{EquationId(0)});
  ASSERT_EQ(plan->redundant.size(), 1u);
  EXPECT_EQ(plan->redundant[0].equation, EquationId(1));
  EXPECT_EQ(plan->conflicts.at(0).code, Code::kInitialOverdetermined);
  EXPECT_NE(plan->conflicts.at(0).message.find("`x = 1`"), std::string::npos);
}

TEST(InitialPlan, AFixedStartThatFollowsFromTheOthersIsLeftOutAndRemembered) {
  Model m("M");
  auto x = m.Variable("x", {.start = 1.0, .fixed = true});
  m.Equation(der(x) == -x);
  m.InitialEquation(der(x) == 0.0);
  const System s = Built(std::move(m));
  const auto plan = PlanOf(s);
  ASSERT_TRUE(plan.ok());
  EXPECT_TRUE(plan->start_conditions.empty());
  ASSERT_EQ(plan->redundant.size(), 1u);
  EXPECT_EQ(plan->conflicts.at(0).code, Code::kInitialOverdetermined);
  EXPECT_NE(plan->conflicts.at(0).primary.text.find("`x`"), std::string::npos);
}

TEST(InitialPlan, ADerivativeThatNoEquationContainsIsRefused) {
  Model m("M");
  auto x = m.Variable("x"), y = m.Variable("y");
  m.Equation(der(x) == -x);
  m.Equation(y == x);
  m.InitialEquation(der(y) == 0.0);
  const auto plan = PlanOf(Built(std::move(m)));
  ASSERT_FALSE(plan.ok());
  EXPECT_EQ(plan.error().at(0).code, Code::kInitialUnderdetermined);
}

// der(q) = -v; q = 2 v; e = 3 q, and start values for v and e.
Model Charge(VariableAttributes of_q = {}) {
  Model m("M");
  auto q = m.Variable("q", of_q), v = m.Variable("v", {.start = 1.0}), e = m.Variable("e", {.start = 100.0});
  m.Equation(der(q) == -v);
  m.Equation(q == 2.0 * v);
  m.Equation(e == 3.0 * q);
  return m;
}

System WithPreferences(Model m) {
  System s = Built(std::move(m));
  MarkStartPreferences(s, causal::IncidenceOf(s));
  return s;
}

TEST(StartPreferences, OneTakesThePlaceOfAStateWithoutAStartValue) {
  const System s = WithPreferences(Charge());
  const auto plan = PlanOf(s);
  ASSERT_TRUE(plan.ok());
  EXPECT_FALSE(plan->given_by_states);
  EXPECT_EQ(Conditions(s, *plan), (std::vector<std::string>{"v"})) << "the first that finds a place";
  EXPECT_EQ(StartPreferencesOf(s, *plan), plan->start_conditions);
}

TEST(StartPreferences, AStartValueOfTheStateCountsMore) {
  const System s = WithPreferences(Charge({.start = 3.0}));
  const auto plan = PlanOf(s);
  ASSERT_TRUE(plan.ok());
  EXPECT_TRUE(plan->given_by_states);
  EXPECT_EQ(Conditions(s, *plan), (std::vector<std::string>{"q"}));
  EXPECT_TRUE(StartPreferencesOf(s, *plan).empty());
}

TEST(StartPreferences, WhatIsIgnoredLeavesTheStateAtZero) {
  const System s = WithPreferences(Charge());
  const auto first = PlanOf(s);
  const auto plan = PlanInitialization(s, causal::IncidenceOf(s), StartPreferencesOf(s, *first));
  ASSERT_TRUE(plan.ok());
  EXPECT_EQ(Conditions(s, *plan), (std::vector<std::string>{"q"}));
}

TEST(StartPreferences, ADefaultOfAClassComesBehindTheTextOfTheModel) {
  System s = Built(Charge());
  for (Variable& variable : s.variables) {
    if (NameOf(s, variable) == "v") variable.start_weight = StartWeight::kDefault;
  }
  MarkStartPreferences(s, causal::IncidenceOf(s));
  EXPECT_EQ(Conditions(s, *PlanOf(s)), (std::vector<std::string>{"e"}));
  for (Variable& variable : s.variables) variable.start_weight = StartWeight::kGuess;
  MarkStartPreferences(s, causal::IncidenceOf(s));
  EXPECT_EQ(Conditions(s, *PlanOf(s)), (std::vector<std::string>{"q"}));
}

}  // namespace
}  // namespace daedalus::initialize
