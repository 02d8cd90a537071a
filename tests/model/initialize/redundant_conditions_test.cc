// Conditions that are too many: accepted where they hold, and told; a conflict with its size where they do
// not.
#include "daedalus/model/initialize/redundant_conditions.h"

#include <gtest/gtest.h>

#include "daedalus/model/initialize/initial_values.h"
#include "daedalus/system/builder.h"
#include "daedalus/system/parameters.h"

namespace daedalus::initialize {
namespace {

Result<InitialValues> StartOf(Model m) {
  const System s = std::move(m).Build().value();
  const auto incidence = causal::IncidenceOf(s);
  const auto plan = PlanInitialization(s, incidence);
  if (!plan) return Failure{plan.error()};
  const std::vector<double> parameters = EvaluateParameters(s).value().values;
  const AttributeValues attributes = EvaluateAttributes(s, parameters).value();
  auto kernels = codegen::CompileModel(s);
  execute::DaeModel dae(*kernels, parameters, {incidence.is_differential});
  const ConsistentOptions options{.tolerances = {.relative = 1e-8, .absolute = {1e-8}}};
  std::optional<InitialProgram> program;
  return FindInitialValues(s, dae, *plan, attributes, options, [&]() -> const InitialProgram& {
    program.emplace(s, incidence, *plan, attributes, parameters);
    return *program;
  });
}

bool Contains(const std::string& text, const char* part) {
  return text.find(part) != std::string::npos;
}

// x' = -x from x = 1, and other conditions.
template <typename... Conditions>
Result<InitialValues> DecayFromOne(Conditions... conditions) {
  Model m("M");
  auto x = m.Variable("x");
  m.Equation(der(x) == -x);
  m.InitialEquation(x == 1.0);
  (m.InitialEquation(conditions(x)), ...);
  return StartOf(std::move(m));
}

TEST(RedundantConditions, AnInitialEquationThatFollowsFromAnotherIsToldAndAccepted) {
  const auto values =
      DecayFromOne([](auto x) { return 2.0 * x == 2.0; }, [](auto x) { return der(x) == -1.0; });
  ASSERT_TRUE(values.ok());
  EXPECT_DOUBLE_EQ(values->y[0], 1);
  ASSERT_EQ(values->warnings.size(), 1u);
  EXPECT_EQ(values->warnings[0].code, Code::kInitialRedundant);
  EXPECT_EQ(values->warnings[0].severity, Severity::kNote);
  EXPECT_EQ(values->warnings[0].message, "2 initial conditions follow from the others, and hold");
}

TEST(RedundantConditions, AnInitialEquationThatDoesNotHoldIsAConflictWithItsSize) {
  const auto values = DecayFromOne([](auto x) { return 2.0 * x == 3.0; });
  ASSERT_FALSE(values.ok());
  const Diagnostic& d = values.error().at(0);
  EXPECT_EQ(d.code, Code::kInitialOverdetermined);
  EXPECT_EQ(d.notes.back(), "with the values that the others determine, its sides differ by 1");
}

TEST(RedundantConditions, KeptConditionsThatDependOnEachOtherInNumbersAreNoConflict) {
  // Structure keeps u and w, which say the same of x + y; x decides.
  Model m("M");
  auto u = m.Variable("u", {.start = 3.0, .fixed = true}), w = m.Variable("w", {.start = 6.0, .fixed = true});
  auto x = m.Variable("x", {.start = 1.0, .fixed = true}), y = m.Variable("y");
  m.Equation(u == x + y);
  m.Equation(w == 2.0 * x + 2.0 * y);
  m.Equation(der(x) == -x);
  m.Equation(der(y) == -y);
  const auto values = StartOf(std::move(m));
  ASSERT_TRUE(values.ok());
  EXPECT_NEAR(values->y[2], 1, 1e-9);
  EXPECT_NEAR(values->y[3], 2, 1e-9);
}

TEST(RedundantConditions, AConditionThatIsLeftOutDecidesBetweenTwoRoots) {
  // From x alone y = 4 / 5 is found.
  Model m("M");
  auto x = m.Variable("x"), y = m.Variable("y");
  m.Equation(der(x) == -x);
  m.Equation(x * x + y * y == 1.0);
  m.InitialEquation(x == 0.6);
  m.InitialEquation(y == -0.8);
  const auto values = StartOf(std::move(m));
  ASSERT_TRUE(values.ok());
  EXPECT_NEAR(values->y[1], -0.8, 1e-9);
}

TEST(RedundantConditions, WhatContradictsInNumbersIsNamedAndTheRestIsNot) {
  Model m("M");
  auto u = m.Variable("u", {.start = 3.0, .fixed = true}), w = m.Variable("w", {.start = 7.0, .fixed = true});
  auto x = m.Variable("x", {.start = 1.0}), y = m.Variable("y");
  m.Equation(u == x + y);
  m.Equation(w == 2.0 * x + 2.0 * y);
  m.Equation(der(x) == -x);
  m.Equation(der(y) == -y);
  const auto values = StartOf(std::move(m));
  ASSERT_FALSE(values.ok());
  const Diagnostic& d = values.error().at(0);
  EXPECT_EQ(d.code, Code::kContradictoryStart);
  EXPECT_TRUE(Contains(d.notes.at(0), "`u = x + y`")) << d.notes.at(0);
  EXPECT_TRUE(Contains(d.notes.at(0), "`w = 7`")) << d.notes.at(0);
  EXPECT_FALSE(Contains(d.notes.at(0), "der(x)")) << d.notes.at(0);
}

TEST(RedundantConditions, AConditionOutOfReachIsToldWithItsVariablesAndTheirStartValues) {
  Model m("M");
  auto x = m.Variable("x", {.start = 2.0, .fixed = true}), y = m.Variable("y");
  m.Equation(der(x) == -x);
  m.Equation(x * x + y * y == 1.0);
  const auto values = StartOf(std::move(m));
  ASSERT_FALSE(values.ok());
  const Diagnostic& d = values.error().at(0);
  EXPECT_EQ(d.code, Code::kContradictoryStart);
  EXPECT_TRUE(Contains(d.message, "at time = 0")) << d.message;
  EXPECT_TRUE(Contains(d.notes.at(1), "y = 0 (no start value)")) << d.notes.at(1);
  EXPECT_TRUE(Contains(d.notes.at(1), "(start 2, fixed)")) << d.notes.at(1);
}

// Two circles that do not meet: three equations in a loop, none of which is a condition.
TEST(RedundantConditions, ALoopWithoutASolutionIsToldWhereItComesNearest) {
  Model m("M");
  auto x = m.Variable("x", {.start = 1.2}), y = m.Variable("y"), phi = m.Variable("phi", {.start = 0.3});
  m.Equation(x == cos(phi));
  m.Equation(y == sin(phi));
  m.Equation((x - 3.0) * (x - 3.0) + y * y == 1.0);
  const auto values = StartOf(std::move(m));
  ASSERT_FALSE(values.ok());
  EXPECT_EQ(values.error().at(0).code, Code::kContradictoryStart) << values.error().at(0).message;
}

TEST(RedundantConditions, AGuessThatCannotBeKeptIsToldWithBothValues) {
  // No point of the circle has x = 2; x is a state whose start value is not fixed.
  Model m("M");
  auto x = m.Variable("x", {.start = 2.0}), y = m.Variable("y", {.start = 3.0});
  m.Equation(der(x) == -x);
  m.Equation(x * x + y * y == 1.0);
  const auto values = StartOf(std::move(m));
  ASSERT_TRUE(values.ok());
  EXPECT_NEAR(values->y[0] * values->y[0] + values->y[1] * values->y[1], 1, 1e-12);
  ASSERT_EQ(values->warnings.size(), 1u);
  const Diagnostic& d = values->warnings[0];
  EXPECT_EQ(d.code, Code::kStartChanged);
  EXPECT_EQ(d.message, "a start value could not be kept");
  ASSERT_EQ(d.secondary.size(), 1u);
  EXPECT_TRUE(Contains(d.secondary[0].text, "`x` starts at ")) << d.secondary[0].text;
  EXPECT_TRUE(Contains(d.secondary[0].text, " instead of 2")) << d.secondary[0].text;
}

}  // namespace
}  // namespace daedalus::initialize
