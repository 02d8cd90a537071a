#include "daedalus/system/homotopy.h"

#include <gtest/gtest.h>

#include "daedalus/system/builder.h"
#include "daedalus/system/expr/evaluate.h"
#include "daedalus/system/print_system.h"

namespace daedalus {
namespace {

// lambda stands between the parameters a and b.
System Led() {
  Model m("Led");
  auto a = m.Parameter("a", 2.0);
  auto lambda = m.Parameter("lambda", 0.5);
  auto b = m.Parameter("b", 3.0);
  auto x = m.Variable("x", {.start = b}), y = m.Variable("y");
  m.Equation((1.0 - lambda) * (x - b) + lambda * (x * x - a) == 0.0);
  m.Equation(y == exp(a * x));
  System out = std::move(m).Build().value();
  SeparateHomotopy(out, ParameterId(1));
  return out;
}

std::string TextOf(const System& system, std::size_t equation) {
  return EquationText(system, system.equations[EquationId(equation)]);
}

TEST(Homotopy, TheActualModelKnowsNothingOfIt) {
  const System actual = Led();
  ASSERT_EQ(actual.parameters.size(), 2u);
  EXPECT_EQ(NameOf(actual, ParameterId(0)), "a");
  EXPECT_EQ(NameOf(actual, ParameterId(1)), "b") << "the others keep their order";
  EXPECT_EQ(TextOf(actual, 0), "x^2 - a = 0");
  EXPECT_EQ(TextOf(actual, 1), "y = exp(a*x)");
  EXPECT_EQ(actual.graph.parameter(actual.variables[VariableId(0)].start), ParameterId(1));
  for (const ExprId e : IdRange<ExprId>(actual.graph.size())) {
    if (actual.graph.op(e) == expr::Op::kParameter) EXPECT_LT(actual.graph.parameter(e).index(), 2u);
  }
}

TEST(Homotopy, LambdaIsTheLastParameterOfTheLedModel) {
  const System actual = Led();
  ASSERT_NE(actual.led, nullptr);
  ASSERT_EQ(actual.led->parameters.size(), 3u);
  EXPECT_EQ(NameOf(*actual.led, ParameterId(1)), "b");
  EXPECT_EQ(NameOf(*actual.led, ParameterId(2)), "lambda");
}

TEST(Homotopy, ItsSimplifiedModelIsTheOneWithLambdaZero) {
  System simplified = *Led().led;
  SetHomotopy(simplified, 0);
  EXPECT_EQ(simplified.parameters.size(), 2u);
  EXPECT_EQ(TextOf(simplified, 0), "x - b = 0");
}

}  // namespace
}  // namespace daedalus
