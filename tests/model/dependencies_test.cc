// What derivatives and outputs depend on, compared with equations that were solved by hand.
#include "daedalus/model/dependencies.h"

#include "model/described_text.h"

namespace daedalus::model {
namespace {

using Names = std::set<std::string>;

// a and b are a loop of x1 and x3; x2 and u enter by one equation each.
TEST(Dependencies, GoThroughLoopsAndChains) {
  const Described described = DescribedText(
      "model M\n"
      "  input Real u;\n"
      "  output Real y, z, steady;\n"
      "  Real x1(start = 1, fixed = true), x2(start = 0, fixed = true), x3(start = 0, fixed = true);\n"
      "  Real a(start = 1), b, c;\n"
      "equation\n"
      "  der(x1) = x2;\n"
      "  der(x2) = u - a;\n"
      "  der(x3) = sin(time);\n"
      "  a + b = x1;\n"
      "  a - b^3 = x3;\n"
      "  c = 2*b;\n"
      "  y = c + 1;\n"
      "  z = x2*u;\n"
      "  steady = cos(1);\n"
      "end M;\n");
  const ModelDescription& d = *described;
  const auto expect = [&](const char* name, const Names& states, const Names& inputs, bool time) {
    const Dependencies found = DependenciesOf(d, name);
    EXPECT_EQ(StatesIn(d, found), states) << name;
    EXPECT_EQ(InputsIn(d, found), inputs) << name;
    EXPECT_EQ(found.time, time) << name;
  };
  ASSERT_EQ(d.states.size(), 3u);
  expect("x1", {"x2"}, {}, false);
  expect("x2", {"x1", "x3"}, {"u"}, false);
  expect("x3", {}, {}, true);
  expect("y", {"x1", "x3"}, {}, false);
  expect("z", {"x2"}, {"u"}, false);
  expect("steady", {}, {}, false);
}

// What multiplies each state or input: a number, a parameter, something that changes at events, or more.
TEST(Dependencies, KnowHowTheirFactorsMayChange) {
  const Described described = DescribedText(
      "model M\n"
      "  parameter Real k = 2;\n"
      "  final constant Real c = 3;\n"
      "  parameter Real found(fixed = false);\n"
      "  input Real u;\n"
      "  input Boolean on;\n"
      "  output Real number, tuned, fixed_one, held, product, power, chain, decided, ring;\n"
      "  Real x(start = 1, fixed = true), inside, part;\n"
      "initial equation\n"
      "  found^3 = 8;\n"
      "equation\n"
      "  der(x) = u - c*x;\n"
      "  number = (c*x - u/4)/2;\n"
      "  tuned = k*x;\n"
      "  fixed_one = found*x;\n"
      "  held = if time > 1 then x else 3*x;\n"
      "  product = u*x;\n"
      "  power = k*x^2;\n"
      "  inside = k*x;\n"
      "  chain = if x > 2 then inside else 0;\n"
      "  decided = if on then 1 else 2;\n"
      "  ring + part = x;\n"
      "  ring - part^3 = 0;\n"
      "end M;\n");
  const ModelDescription& d = *described;
  using enum VariableVariability;
  const auto of_state = [&](const char* name) {
    const Dependencies found = DependenciesOf(d, name);
    return found.state_factors.size() == 1 ? found.state_factors[0] : kFixed;
  };
  ASSERT_EQ(DependenciesOf(d, "x").input_factors.size(), 1u);
  EXPECT_EQ(DependenciesOf(d, "x").input_factors[0], kConstant);
  EXPECT_EQ(of_state("x"), kConstant);
  EXPECT_EQ(of_state("number"), kConstant);
  EXPECT_EQ(of_state("tuned"), kTunable);
  EXPECT_EQ(of_state("fixed_one"), kFixed);
  EXPECT_EQ(DependenciesOf(d, "fixed_one").state_factors.size(), 1u);
  EXPECT_EQ(of_state("held"), kDiscrete);
  EXPECT_EQ(of_state("product"), kContinuous);
  EXPECT_EQ(of_state("power"), kContinuous);
  EXPECT_EQ(of_state("chain"), kDiscrete);
  EXPECT_EQ(of_state("ring"), kContinuous);
  ASSERT_EQ(DependenciesOf(d, "decided").input_factors.size(), 1u);
  EXPECT_EQ(DependenciesOf(d, "decided").input_factors[0], kContinuous);
}

// An output that is a state, one that is minus a state, and one that is an input.
TEST(Dependencies, OfAliases) {
  const Described described = DescribedText(
      "model M\n"
      "  input Real u;\n"
      "  output Real state(start = 0, fixed = true), opposite, passed, slope;\n"
      "equation\n"
      "  der(state) = u;\n"
      "  opposite = -state;\n"
      "  passed = u;\n"
      "  slope = der(opposite);\n"
      "end M;\n");
  const ModelDescription& d = *described;
  EXPECT_EQ(StatesIn(d, DependenciesOf(d, "opposite")), Names{"state"});
  EXPECT_EQ(InputsIn(d, DependenciesOf(d, "opposite")), Names{});
  EXPECT_EQ(InputsIn(d, DependenciesOf(d, "passed")), Names{"u"});
  EXPECT_EQ(StatesIn(d, DependenciesOf(d, "passed")), Names{});
  EXPECT_EQ(InputsIn(d, DependenciesOf(d, "slope")), Names{"u"});
  for (const OutputDescription& output : d.outputs) {
    if (d.variables[output.variable].name != "state") continue;
    EXPECT_EQ(StatesIn(d, output.dependencies.value()), Names{"state"});
  }
}

// Between events a relation is a constant, and so is a discrete variable; an input is not.
TEST(Dependencies, WhatIsHeldBetweenEventsDoesNotCount) {
  const Described described = DescribedText(
      "model M\n"
      "  input Boolean on;\n"
      "  output Real y;\n"
      "  discrete output Real memory(start = 0, fixed = true);\n"
      "  Real x(start = 1, fixed = true), v(start = 0, fixed = true);\n"
      "equation\n"
      "  der(x) = if on then v else -v;\n"
      "  der(v) = if x > 0 then -1 else 1;\n"
      "  y = memory + v;\n"
      "  when x < 0 then memory = x; end when;\n"
      "end M;\n");
  const ModelDescription& d = *described;
  EXPECT_EQ(StatesIn(d, DependenciesOf(d, "x")), Names{"v"});
  EXPECT_EQ(InputsIn(d, DependenciesOf(d, "x")), Names{"on"});
  EXPECT_EQ(StatesIn(d, DependenciesOf(d, "v")), Names{});
  EXPECT_EQ(StatesIn(d, DependenciesOf(d, "y")), Names{"v"});
  EXPECT_EQ(StatesIn(d, DependenciesOf(d, "memory")), Names{});
}

// x^2 + y^2 = 1 leaves one position and one velocity, whose derivatives go through the loop of the force.
TEST(Dependencies, OfStatesThatIndexReductionChose) {
  const Described described = DescribedText(
      "model M\n"
      "  Real x(start = 0.8), y(start = -0.6), vx, vy, F;\n"
      "equation\n"
      "  der(x) = vx; der(y) = vy;\n"
      "  der(vx) = -F*x; der(vy) = -F*y - 9.81;\n"
      "  x^2 + y^2 = 1;\n"
      "end M;\n");
  const ModelDescription& d = *described;
  ASSERT_EQ(d.states.size(), 2u);
  Names all, derivatives;
  for (const StateDescription& state : d.states) {
    all.insert(state.name);
    ASSERT_TRUE(state.variable) << state.name;
    ASSERT_TRUE(state.derivative) << state.name;
  }
  bool has_position = false;
  for (const StateDescription& state : d.states) {
    const bool is_position = state.name == "x" || state.name == "y";
    has_position = has_position || is_position;
    const Names found = StatesIn(d, state.dependencies.value());
    if (!is_position) EXPECT_EQ(found, all) << state.name;
    if (is_position) EXPECT_EQ(found.count(state.name), 0u) << "a position changes by its velocity alone";
  }
  EXPECT_TRUE(has_position);
}

}  // namespace
}  // namespace daedalus::model
