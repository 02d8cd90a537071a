#include "daedalus/model/initialize/initial_program.h"

#include <gtest/gtest.h>

#include <cmath>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "daedalus/programs/causal/system_incidence.h"
#include "daedalus/system/builder.h"
#include "daedalus/system/parameters.h"

namespace daedalus::initialize {
namespace {

struct Started {
  System system;
  InitialProgramOutcome outcome;

  double At(const std::string& name, int order = 0) {
    for (const VariableId v : IdRange<VariableId>(system.variables.size())) {
      if (NameOf(system, Quantity{v, 0}) == name) return outcome.values.At({v, order});
    }
    ADD_FAILURE() << "no variable " << name;
    return NAN;
  }
};

// `of_types`: variables whose start values are those of their types.
Started Start(Model m, const std::set<std::string>& of_types = {}) {
  Started out{std::move(m).Build().value(), {}};
  System& s = out.system;
  for (const VariableId v : IdRange<VariableId>(s.variables.size())) {
    if (of_types.contains(NameOf(s, Quantity{v, 0}))) s.variables[v].start_weight = StartWeight::kGuess;
  }
  const auto incidence = causal::IncidenceOf(s);
  const InitialPlan plan = PlanInitialization(s, incidence).value();
  static const std::vector<double> parameters;
  const AttributeValues attributes = EvaluateAttributes(s, parameters).value();
  out.outcome = InitialProgram(s, incidence, plan, attributes, parameters).Run(attributes, parameters, 0.0);
  return out;
}

TEST(InitialProgram, WhatIsAssignedNeedsNoGuess) {
  Model m("M");
  auto x = m.Variable("x", {.start = 2.0, .fixed = true});
  auto a = m.Variable("a"), b = m.Variable("b"), c = m.Variable("c");
  m.Equation(c == log(b));   // -inf at the guess b = 0
  m.Equation(b == 1.0 / a);  // infinite at the guess a = 0
  m.Equation(a == x + 1.0);
  m.Equation(der(x) == -c);
  Started start = Start(std::move(m));
  ASSERT_TRUE(start.outcome.ok) << start.outcome.reason;
  EXPECT_DOUBLE_EQ(start.At("a"), 3);
  EXPECT_DOUBLE_EQ(start.At("b"), 1 / 3.0);
  EXPECT_DOUBLE_EQ(start.At("x", 1), std::log(3.0));
  EXPECT_EQ(start.outcome.newton_iterations, 0) << "there is nothing to iterate";
}

// w y = 6 with w = y + 1 has the solutions y = 2 and y = -3. `w` could be torn as well as `y`, and has no
// start value: from its guess 0 the iteration would end at y = -3, whatever is said about y.
class GivenStart : public testing::TestWithParam<double> {};

TEST_P(GivenStart, DecidesTheBranchOfALoop) {
  Model m("M");
  auto x = m.Variable("x", {.start = 0.0, .fixed = true});
  auto w = m.Variable("w"), y = m.Variable("y", {.start = GetParam()});
  m.Equation(w * y == 6.0 + x);
  m.Equation(w == y + 1.0);
  m.Equation(der(x) == y);
  Started start = Start(std::move(m));
  ASSERT_TRUE(start.outcome.ok) << start.outcome.reason;
  EXPECT_NEAR(start.At("y"), GetParam() > 0 ? 2 : -3, 1e-12);
}
INSTANTIATE_TEST_SUITE_P(BothSides, GivenStart, testing::Values(3.0, -4.0));

// A medium gives every density the start value 1. There the logarithm has no value, and the density follows
// from the flow, whose start value is that of a component. m + exp(m) = 10.
TEST(InitialProgram, AStartValueOfATypeIsNotTorn) {
  Model m("M");
  auto x = m.Variable("x", {.start = 1.0, .fixed = true});
  auto flow = m.Variable("flow", {.start = 2.0}), density = m.Variable("density", {.start = 1.0});
  m.Equation(density == 1000.0 - flow);
  m.Equation(flow == log(density - 990.0));
  m.Equation(der(x) == -x);
  Started start = Start(std::move(m), {"density"});
  ASSERT_TRUE(start.outcome.ok) << start.outcome.reason;
  EXPECT_NEAR(start.At("flow") + std::exp(start.At("flow")), 10, 1e-10);
  ASSERT_EQ(start.outcome.loops.size(), 1u);
  EXPECT_EQ(start.outcome.loops[0].rung, nonlinear::Rung::kNone) << "Newton's iteration finds it";
}

// Twenty continued fractions in a circle, each from a guessed variable: a loop of 160 equations, which is not
// torn, for sparse matrices cost less. The type says 0 for all terms, where the next ones are 1/0. But they
// follow from the guessed variables. All are the golden ratio.
TEST(InitialProgram, WhatFollowsFromGivenValuesIsABetterGuessThanTheStartValueOfAType) {
  constexpr int kFractions = 20, kTerms = 7;
  Model m("M");
  std::set<std::string> of_types;
  std::vector<Expr> given;
  for (int i = 0; i < kFractions; ++i) given.push_back(m.Variable("m" + std::to_string(i), {.start = 0.5}));
  for (std::size_t i = 0; i < kFractions; ++i) {
    std::optional<Expr> last;
    for (int k = 0; k < kTerms; ++k) {
      const std::string name = "a" + std::to_string(i) + "_" + std::to_string(k);
      of_types.insert(name);
      auto term = m.Variable(name, {.start = 0.0});
      if (last) {
        m.Equation(term == 1.0 + 1.0 / *last);
      } else {
        m.Equation(term == 1.0 + given[i]);
      }
      last = term;
    }
    m.Equation(given[(i + 1) % kFractions] == *last - 1.0);
  }
  auto x = m.Variable("x", {.start = 1.0, .fixed = true});
  m.Equation(der(x) == -x);
  Started start = Start(std::move(m), of_types);
  ASSERT_TRUE(start.outcome.ok) << start.outcome.reason;
  EXPECT_NEAR(start.At("m7"), (std::sqrt(5.0) - 1) / 2, 1e-12);
}

TEST(InitialProgram, InitialEquationsAreRowsLikeOthers) {
  Model m("M");
  auto x = m.Variable("x", {.start = 0.5}), y = m.Variable("y", {.start = 0.5}),
       inverse = m.Variable("inverse");
  m.Equation(der(x) == cos(y) - x);
  m.Equation(der(y) == x - y);
  m.Equation(inverse == 1.0 / x);
  m.InitialEquation(der(x) == 0.0);
  m.InitialEquation(der(y) == 0.0);
  Started start = Start(std::move(m));
  ASSERT_TRUE(start.outcome.ok) << start.outcome.reason;
  constexpr double kDottie = 0.73908513321516064;  // the fixed point of cos
  EXPECT_NEAR(start.At("x"), kDottie, 1e-12);
  EXPECT_NEAR(start.At("inverse"), 1 / kDottie, 1e-12);
}

TEST(InitialProgram, ALoopWithoutSolutionIsNamed) {
  Model m("M");
  auto x = m.Variable("x", {.start = 1.0, .fixed = true}), y = m.Variable("y", {.start = 0.5});
  m.Equation(y * y + x == 0.0);
  m.Equation(der(x) == y);
  const Started start = Start(std::move(m));
  ASSERT_FALSE(start.outcome.ok);
  EXPECT_NE(start.outcome.reason.find("for y was not solved"), std::string::npos) << start.outcome.reason;
}

TEST(InitialProgram, AnAssignmentWithoutFiniteValueIsNamed) {
  Model m("M");
  auto x = m.Variable("x", {.start = 0.0, .fixed = true}), y = m.Variable("y");
  m.Equation(y == 1.0 / x);
  m.Equation(der(x) == 1.0);
  const Started start = Start(std::move(m));
  ASSERT_FALSE(start.outcome.ok);
  EXPECT_EQ(start.outcome.reason, "y has no finite value");
}

}  // namespace
}  // namespace daedalus::initialize
