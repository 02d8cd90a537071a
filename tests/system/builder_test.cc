#include "daedalus/system/builder.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "daedalus/system/print_system.h"
#include "daedalus/system/validate.h"

namespace daedalus {
namespace {

std::vector<Code> CodesOf(const std::vector<Diagnostic>& diagnostics) {
  std::vector<Code> codes;
  for (const Diagnostic& d : diagnostics) codes.push_back(d.code);
  return codes;
}

Model Pendulum() {
  Model m("Pendulum");
  auto g = m.Parameter("g", 9.81), l = m.Parameter("l", 1.0);
  auto phi = m.Variable("phi", {.start = 0.5, .fixed = true});
  auto w = m.Variable("w", {.start = 0.0, .fixed = true});
  m.Equation(der(phi) == w);
  m.Equation(der(w) == -g / l * sin(phi));
  return m;
}

TEST(Builder, ThePendulumBecomesASystem) {
  const System s = std::move(Pendulum()).Build().value();
  CheckInvariants(s);
  EXPECT_TRUE(Validate(s).empty());
  ASSERT_EQ(s.equations.size(), 2u);
  EXPECT_EQ(EquationText(s, EquationId(0)), "der(phi) = w");
  EXPECT_EQ(EquationText(s, EquationId(1)), "der(w) = -sin(phi)*(g/l)");
  EXPECT_TRUE(s.variables[VariableId(0)].fixed);
  EXPECT_EQ(s.graph.constant_value(s.variables[VariableId(0)].start), 0.5);
}

TEST(Builder, AnEquationRemembersItsLine) {
  Model m("M");
  auto x = m.Variable("x");
  const int line = __LINE__ + 1;
  m.Equation(x == 1);
  const System s = std::move(m).Build().value();
  EXPECT_EQ(InstanceOf(s, s.equations[EquationId(0)]), fmt::format("builder_test.cc:{}", line));
}

TEST(Builder, NumbersMixInOnEitherSide) {
  Model m("M");
  auto x = m.Variable("x"), y = m.Variable("y");
  m.Equation(2 * x + 1 == y / 3.0);
  m.Equation(1.5 == pow(x, 2) - max(y, 0));
  const System s = std::move(m).Build().value();
  EXPECT_EQ(EquationText(s, EquationId(0)), "1 + 2*x = y/3");
  EXPECT_EQ(EquationText(s, EquationId(1)), "1.5 = x^2 - max(0, y)");
}

TEST(Builder, ComparisonsAreConditions) {
  Model m("M");
  auto x = m.Variable("x"), y = m.Variable("y");
  m.Equation(x == If(m.Time() > 1 && !(y == 2.0), y, noEvent(abs(y))));
  m.Equation(y == If(x != 0.0, 1, 2));
  m.Assert(x <= 3.0 || y >= 4.0, "out of range");
  const System s = std::move(m).Build().value();
  EXPECT_EQ(EquationText(s, EquationId(1)), "y = if 0 <> x then 1 else 2");
  EXPECT_EQ(s.assertions.size(), 1u);
  const std::string text = EquationText(s, EquationId(0));
  EXPECT_NE(text.find("1 < time"), std::string::npos) << text;
  EXPECT_NE(text.find("not 2 == y"), std::string::npos) << text;
}

TEST(Builder, DerOfAnExpressionIsTheChainRule) {
  Model m("M");
  auto x = m.Variable("x"), y = m.Variable("y");
  m.Equation(der(x * x) == 1.0);
  m.Equation(y == der(m.Time()) + der(Expr(3.0)));
  const System s = std::move(m).Build().value();
  EXPECT_EQ(EquationText(s, EquationId(0)), "2*x*der(x) = 1");
  EXPECT_EQ(EquationText(s, EquationId(1)), "y = 1");
}

TEST(Builder, AllFunctionsReachTheirOperation) {
  Model m("M");
  const auto a = m.Parameter("a", 1.0), b = m.Parameter("b", 2.0);
  const std::pair<Expr, expr::Op> cases[] = {
      {abs(a), expr::Op::kAbs},         {sign(a), expr::Op::kSign},     {sqrt(a), expr::Op::kSqrt},
      {exp(a), expr::Op::kExp},         {log(a), expr::Op::kLog},       {log10(a), expr::Op::kLog10},
      {sin(a), expr::Op::kSin},         {cos(a), expr::Op::kCos},       {tan(a), expr::Op::kTan},
      {asin(a), expr::Op::kAsin},       {acos(a), expr::Op::kAcos},     {atan(a), expr::Op::kAtan},
      {atan2(a, b), expr::Op::kAtan2},  {sinh(a), expr::Op::kSinh},     {cosh(a), expr::Op::kCosh},
      {tanh(a), expr::Op::kTanh},       {floor(a), expr::Op::kFloor},   {ceil(a), expr::Op::kCeil},
      {div(a, b), expr::Op::kTruncDiv}, {mod(a, b), expr::Op::kMod},    {rem(a, b), expr::Op::kRem},
      {min(a, b), expr::Op::kMin},      {max(a, b), expr::Op::kMax},    {pow(a, b), expr::Op::kPow},
      {a < b, expr::Op::kLess},         {a >= b, expr::Op::kLessEqual}, {a == b, expr::Op::kEqual},
      {a != b, expr::Op::kNotEqual},    {!(a < b), expr::Op::kNot},     {noEvent(a < b), expr::Op::kNoEvent}};
  for (const auto& [e, op] : cases) EXPECT_EQ(e.graph()->op(e.id()), op) << expr::Name(op);
}

TEST(Builder, ANameGivenTwiceIsAnError) {
  Model m("M");
  m.Variable("x");
  m.Parameter("x", 1.0);
  const auto result = std::move(m).Build();
  ASSERT_FALSE(result.ok());
  EXPECT_EQ(CodesOf(result.error()), std::vector{Code::kDuplicateVariable});
}

TEST(Builder, ForeignExpressionsAreReportedWithTheirPlace) {
  Model other("Other");
  auto foreign = other.Variable("f");
  Model m("M");
  auto x = m.Variable("x", {.start = foreign});
  m.Equation(x == 2.0 * (x + foreign));
  const auto result = std::move(m).Build();
  ASSERT_FALSE(result.ok());
  EXPECT_EQ(CodesOf(result.error()), (std::vector{Code::kForeignExpression, Code::kForeignExpression}));
  EXPECT_NE(result.error()[0].message.find("attribute of `x`"), std::string::npos);
  EXPECT_NE(result.error()[1].message.find("builder_test.cc:"), std::string::npos);
}

TEST(Builder, ASecondDerivativeIsReported) {
  Model m("M");
  auto x = m.Variable("x");
  m.Equation(der(der(x)) == -x);
  const auto result = std::move(m).Build();
  ASSERT_FALSE(result.ok());
  EXPECT_EQ(CodesOf(result.error()), std::vector{Code::kHigherDerivative});
}

}  // namespace
}  // namespace daedalus
