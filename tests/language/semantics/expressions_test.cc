// Scalar expressions: what `y = expression` evaluates to at time = 2, x = 3, der(x) = 5.
#include <cmath>

#include "language/semantics/support.h"

namespace daedalus::semantics {
namespace {

TEST(ScalarExpressions, OperatorsFollowPrecedenceAndAssociativity) {
  EXPECT_DOUBLE_EQ(ValueOf("1 - 2 - 3"), -4.0);
  EXPECT_DOUBLE_EQ(ValueOf("x - 2 - x + 10"), 8.0);
  EXPECT_DOUBLE_EQ(ValueOf("100 / 5 / 2 * 3"), 30.0);
  EXPECT_DOUBLE_EQ(ValueOf("x * x / 2 * x"), 13.5);
  EXPECT_DOUBLE_EQ(ValueOf("-x ^ 2"), -9.0);
  EXPECT_DOUBLE_EQ(ValueOf("2 ^ 3"), 8.0);
  EXPECT_DOUBLE_EQ(ValueOf("+x .* 2 ./ 4 .+ 1 .- 2 .^ 2"), 1.5 + 1 - 4);
}

TEST(ScalarExpressions, LeavesAreTimeVariablesAndDerivatives) {
  EXPECT_DOUBLE_EQ(ValueOf("time + x + der(x)"), 10.0);
  EXPECT_DOUBLE_EQ(ValueOf("der(x ^ 2 * time)"), 2 * 3 * 5 * 2 + 9);
  EXPECT_DOUBLE_EQ(ValueOf("der(sin(p)) + der(3.0)", "parameter Real p = 1;"), 0.0);
}

TEST(ScalarExpressions, DivisionAndPowerOfIntegersAreReal) {
  EXPECT_DOUBLE_EQ(ValueOf("a / b", "parameter Integer a = 7, b = 2;"), 3.5);
  EXPECT_DOUBLE_EQ(ValueOf("a ^ b", "constant Integer a = 2, b = -1;"), 0.5);
}

TEST(ScalarExpressions, MathematicalFunctions) {
  EXPECT_DOUBLE_EQ(ValueOf("sin(x)"), std::sin(3.0));
  EXPECT_DOUBLE_EQ(ValueOf("cos(x)"), std::cos(3.0));
  EXPECT_DOUBLE_EQ(ValueOf("tan(x)"), std::tan(3.0));
  EXPECT_DOUBLE_EQ(ValueOf("asin(x / 4)"), std::asin(0.75));
  EXPECT_DOUBLE_EQ(ValueOf("acos(x / 4)"), std::acos(0.75));
  EXPECT_DOUBLE_EQ(ValueOf("atan(x)"), std::atan(3.0));
  EXPECT_DOUBLE_EQ(ValueOf("atan2(x, -2)"), std::atan2(3.0, -2.0));
  EXPECT_DOUBLE_EQ(ValueOf("sinh(x)"), std::sinh(3.0));
  EXPECT_DOUBLE_EQ(ValueOf("cosh(x)"), std::cosh(3.0));
  EXPECT_DOUBLE_EQ(ValueOf("tanh(x)"), std::tanh(3.0));
  EXPECT_DOUBLE_EQ(ValueOf("exp(x)"), std::exp(3.0));
  EXPECT_DOUBLE_EQ(ValueOf("log(x)"), std::log(3.0));
  EXPECT_DOUBLE_EQ(ValueOf("log10(x)"), std::log10(3.0));
  EXPECT_DOUBLE_EQ(ValueOf("sqrt(x)"), std::sqrt(3.0));
  EXPECT_DOUBLE_EQ(ValueOf("abs(-x)"), 3.0);
  EXPECT_DOUBLE_EQ(ValueOf("sign(-x)"), -1.0);
  EXPECT_DOUBLE_EQ(ValueOf("floor(-x / 2)"), -2.0);
  EXPECT_DOUBLE_EQ(ValueOf("ceil(-x / 2)"), -1.0);
  EXPECT_DOUBLE_EQ(ValueOf("integer(-x / 2)"), -2.0);
  EXPECT_DOUBLE_EQ(ValueOf("div(-7, 2) + div(-x, 2)"), -4.0);
  EXPECT_DOUBLE_EQ(ValueOf("mod(-7, 3) + mod(-x, 2)"), 3.0);
  EXPECT_DOUBLE_EQ(ValueOf("rem(-7, 3) + rem(-x, 2)"), -2.0);
  EXPECT_DOUBLE_EQ(ValueOf("min(x, 2) + max(x, 2)"), 5.0);
  EXPECT_DOUBLE_EQ(ValueOf("Integer(StateSelect.prefer)"), 4.0);
}

TEST(ScalarExpressions, OperatorsWithFunctionSyntax) {
  EXPECT_DOUBLE_EQ(ValueOf("noEvent(if x > 2 then x else 0)"), 3.0);
  EXPECT_DOUBLE_EQ(ValueOf("smooth(0, abs(x))"), 3.0);
  EXPECT_DOUBLE_EQ(ValueOf("homotopy(x ^ 2, x)"), 9.0);
  EXPECT_DOUBLE_EQ(ValueOf("homotopy(simplified = x, actual = x ^ 2)"), 9.0);
  EXPECT_DOUBLE_EQ(ValueOf("semiLinear(x, 2, 10) + semiLinear(-x, 2, 10)"), 6.0 - 30.0);
}

TEST(ScalarExpressions, LogicAndRelations) {
  EXPECT_DOUBLE_EQ(ValueOf("if x > 2 and x < 4 then 1 else 0"), 1.0);
  EXPECT_DOUBLE_EQ(ValueOf("if not x >= 3 or x <= 2 then 1 elseif x >= 3 then 2 else 3"), 2.0);
  EXPECT_DOUBLE_EQ(ValueOf("if n == 3 and n <> 4 and b == true then 1 else 0",
                           "parameter Integer n = 3; parameter Boolean b = true;"),
                   1.0);
  EXPECT_DOUBLE_EQ(
      ValueOf("if s == \"ab\" and s < \"b\" then 1 else 0", "constant String s = \"a\" + \"b\";"), 1.0);
  EXPECT_DOUBLE_EQ(ValueOf("if StateSelect.never < StateSelect.always then 1 else 0"), 1.0);
}

TEST(ScalarExpressions, BranchesRuledOutByAConstantAreNotLookedAt) {
  const System system =
      FlattenOk(Wrap("Real x[3];", "for i in 1:3 loop x[i] = if i == 1 then time else x[i - 1]; end for;"));
  EXPECT_EQ(Equations(system), (std::vector<std::string>{"x[1] = time", "x[2] = x[1]", "x[3] = x[2]"}));
}

TEST(ScalarExpressions, AConstantWithoutAFiniteValueStaysVisible) {
  const System system = FlattenOk(Wrap("Real y = 1 / 0;"));
  EXPECT_FALSE(system.graph.IsConstant(system.equations[EquationId(0)].right));
}

TEST(ScalarExpressions, StringOfConstants) {
  const auto message = [](std::string expression) {
    const System system = FlattenOk(Wrap("Real x = time; parameter Integer n = 42; parameter Real r = 0.1;",
                                         fmt::format("assert(x > 0, {});", expression)));
    return system.assertions.size() == 1 ? MessageOf(system, system.assertions[0]) : "no assertion";
  };
  EXPECT_EQ(message("\"n is \" + String(n) + \"!\""), "n is 42!");
  EXPECT_EQ(message("String(r) + String(1 / 3)"), "0.10.333333");
  EXPECT_EQ(message("String(1 / 3, significantDigits = 3)"), "0.333");
  EXPECT_EQ(message("String(n, minimumLength = 5) + \"|\""), "42   |");
  EXPECT_EQ(message("String(n, minimumLength = 5, leftJustified = false)"), "   42");
  EXPECT_EQ(message("String(2.5, format = \"6.2f\")"), "  2.50");
  EXPECT_EQ(message("String(n, format = \"05d\")"), "00042");
  EXPECT_EQ(message("String(n > 3) + String(StateSelect.avoid)"), "trueavoid");
}

TEST(ScalarExpressions, ALongChainIsOneOperationAndTakesLinearTime) {
  constexpr int kTerms = 1'000'000;
  std::string sum = "x", product = "1";
  for (int i = 1; i < kTerms; ++i) sum += i % 2 == 1 ? " - 1" : " + 1";
  for (int i = 1; i < kTerms; ++i) product += i % 2 == 1 ? " * 1" : " / 1";
  std::string logic = "x > 0";
  for (int i = 1; i < kTerms; ++i) logic += i % 2 == 1 ? " and x > 1" : " and x > 2";
  EXPECT_DOUBLE_EQ(ValueOf(sum), 2.0);
  EXPECT_DOUBLE_EQ(ValueOf(product), 1.0);
  EXPECT_DOUBLE_EQ(ValueOf("if " + logic + " then 1 else 0"), 1.0);
}

TEST(ScalarExpressions, TheDeepestNestingThatTheParserAllowsIsLowered) {
  std::string text = "x";
  // An even number of times, so that 1 - (1 - x) leaves x; a few levels are those of the class around it.
  for (int i = 0; i < syntax::kMaxNesting / 2 - 8; ++i) text = "(1 - (1 - " + text + "))";
  EXPECT_DOUBLE_EQ(ValueOf(text), 3.0);
}

TEST(ScalarExpressions, ASumOfManyVariablesIsOneOperation) {
  std::string text = "model M\nReal x[50000], s;\nequation\ns = x[1]";
  for (int i = 2; i <= 50000; ++i) text += fmt::format(" + x[{}]", i);
  const System system = FlattenOk(text + ";\nend M;");
  ASSERT_EQ(system.equations.size(), 1u);
  EXPECT_EQ(system.graph.operands(system.equations[EquationId(0)].right).size(), 50000u);
}

// Section 3.7.4.2: the name of the simulated model, then the path.
TEST(Expressions, AnInstanceKnowsItsName) {
  EXPECT_EQ(ValueOf("if getInstanceName() == \"M\" then 1 else 2"), 1);
  constexpr const char* kA =
      "model A parameter Real n = if getInstanceName() == \"M.a[2]\" then 1 else 2; end A; A a[2];";
  EXPECT_EQ(ValueOf("10*a[1].n + a[2].n", kA), 21);
}

// A function has no instance; the specification leaves its name open.
TEST(Expressions, AFunctionMayAskForTheNameOfTheInstance) {
  constexpr const char* kF =
      "function f input String a = getInstanceName(); output Integer n; "
      "algorithm n := if a == \"M\" and getInstanceName() == a then 1 else 2; end f;";
  EXPECT_EQ(ValueOf("f()", kF), 1);
  EXPECT_EQ(ValueOf("f(\"x\")", kF), 2);
}

// Section 10.6.2: the sum of Strings, and that of arrays of them element by element.
TEST(Expressions, ArraysOfStringsAreJoinedElementByElement) {
  constexpr const char* kA =
      "parameter String a[2] = {\"x\", \"y\"}, b[2] = a + {\"1\", \"2\"}, c[2] = a .+ \"z\", "
      "d[2] = a + b .+ \"w\", e[1, 2] = [\"u\", \"v\"] + [\"1\", \"2\"];";
  EXPECT_EQ(ValueOf("if b[2] == \"y2\" then 1 else 0", kA), 1);
  EXPECT_EQ(ValueOf("if c[1] == \"xz\" then 1 else 0", kA), 1);
  EXPECT_EQ(ValueOf("if d[2] == \"yy2w\" then 1 else 0", kA), 1);
  EXPECT_EQ(ValueOf("if e[1, 2] == \"v2\" then 1 else 0", kA), 1);
}

TEST(Expressions, StringsOfDifferentSizesAreNotJoined) {
  constexpr const char* kHead = "model M parameter String s[2] = ";
  EXPECT_NE(FlattenText(kHead + std::string("{\"a\", \"b\"} + {\"c\"}; end M;")).Messages().find("D0222"),
            std::string::npos);
  EXPECT_NE(FlattenText(kHead + std::string("{\"a\", \"b\"} + \"c\"; end M;")).Messages().find("D0222"),
            std::string::npos);
  EXPECT_NE(
      FlattenText(kHead + std::string("{\"a\", \"b\"} - {\"c\", \"d\"}; end M;")).Messages().find("D0221"),
      std::string::npos);
}

}  // namespace
}  // namespace daedalus::semantics
