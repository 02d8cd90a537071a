#include "daedalus/model/simulate/assertions.h"

#include <gtest/gtest.h>

#include "daedalus/system/builder.h"
#include "daedalus/system/expr/build.h"

namespace daedalus::simulate {
namespace {

TEST(Assertions, AreReportedOnceWithTimeAndMessage) {
  Model m("M");
  auto x = m.Variable("x");
  m.Equation(der(x) == 1.0);
  m.Assert(x < 2.0, "x is too large");
  const System s = std::move(m).Build().value();
  AssertionChecker checker(s, {});
  const std::vector<double> small{1}, large{3}, slope{1};
  EXPECT_TRUE(checker.Check(0, small, slope).empty());
  const auto violations = checker.Check(0.5, large, slope);
  ASSERT_EQ(violations.size(), 1u);
  EXPECT_EQ(violations[0].message, "assertion failed at time = 0.5: x is too large");
  EXPECT_EQ(violations[0].severity, Severity::kError);
  EXPECT_TRUE(checker.Check(0.6, large, slope).empty()) << "once is enough";
}

TEST(Assertions, SayTheValuesOfTheMomentTheyFail) {
  Model m("M");
  auto x = m.Variable("x");
  m.Equation(der(x) == 1.0);
  m.Assert(x < 2.0, "x is ");
  System s = std::move(m).Build().value();
  s.assertions[0].message.Append(s.graph.Variable(VariableId(0)), {.significant_digits = 3});
  s.assertions[0].message.Append(" m");
  AssertionChecker checker(s, {});
  const std::vector<double> large{3.14159}, slope{1};
  const auto violations = checker.Check(0.5, large, slope);
  ASSERT_EQ(violations.size(), 1u);
  EXPECT_EQ(violations[0].message, "assertion failed at time = 0.5: x is 3.14 m");
}

// assert(false) in a when-clause: `not (c and not pre(c)) or false`, which only a round of an event can see.
TEST(Assertions, OfWhenClausesAreSeenInARound) {
  Model m("M");
  auto x = m.Variable("x");
  m.Equation(der(x) == 1.0);
  m.Assert(x < 2.0, "always");
  System s = std::move(m).Build().value();
  DiscreteVariable condition;
  condition.declaration = s.declarations.Add({});
  const DiscreteId c = AddDiscrete(s.hybrid, condition);
  const ExprId now = s.graph.Held(s.hybrid.discretes[c].value),
               before = s.graph.Held(s.hybrid.discretes[c].pre);
  Assertion assertion;
  assertion.condition = expr::Not(s.graph, expr::And(s.graph, now, expr::Not(s.graph, before)));
  assertion.message = TextTemplate("it happened");
  s.assertions.push_back(assertion);
  std::vector<double> held = {0, 0};
  AssertionChecker checker(s, {}, 1e-6, held);
  EXPECT_TRUE(checker.has_rounds());
  const std::vector<double> large{3}, slope{1};
  EXPECT_TRUE(checker.CheckRound(0, large, slope).empty()) << "the other one is no matter of rounds";
  held[0] = 1;
  const auto violations = checker.CheckRound(1, large, slope);
  ASSERT_EQ(violations.size(), 1u);
  EXPECT_EQ(violations[0].message, "assertion failed at time = 1: it happened");
}

TEST(Assertions, AVariableThatLeavesItsBoundsIsTold) {
  Model m("M");
  const auto limit = m.Parameter("limit", 2.0);
  auto x = m.Variable("x", {.min = Expr(0.0)});
  auto y = m.Variable("y", {.min = Expr(-1.0), .max = limit});
  auto z = m.Variable("z");
  for (const Expr& v : {x, y, z}) m.Equation(der(v) == 1.0);
  const System s = std::move(m).Build().value();
  const std::vector<double> parameters{2}, slopes{0, 0, 0};
  AssertionChecker checker(s, parameters, 1e-4);
  EXPECT_TRUE(checker.Check(0, std::vector{0.0, 2.0, 9.0}, slopes).empty());
  EXPECT_TRUE(checker.Check(1, std::vector{-0.9e-4, 2.00019, 9.0}, slopes).empty()) << "within the tolerance";
  const auto first = checker.Check(2, std::vector{0.0, 2.5, 9.0}, slopes);
  ASSERT_EQ(first.size(), 1u);
  EXPECT_EQ(first[0].severity, Severity::kWarning);
  EXPECT_EQ(first[0].message, "`y` is 2.5 at time = 2, above its max of 2");
  const auto second = checker.Check(3, std::vector{-0.5, 2.5, 9.0}, slopes);
  ASSERT_EQ(second.size(), 1u) << "y was told before";
  EXPECT_EQ(second[0].message, "`x` is -0.5 at time = 3, below its min of 0");
  EXPECT_TRUE(checker.Check(4, std::vector{-1.0, -3.0, 9.0}, slopes).empty()) << "once for each variable";
}

}  // namespace
}  // namespace daedalus::simulate
