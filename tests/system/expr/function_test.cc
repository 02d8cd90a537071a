#include "daedalus/system/expr/function.h"

#include <gtest/gtest.h>

#include "daedalus/system/expr/build.h"
#include "daedalus/system/expr/differentiate.h"
#include "daedalus/system/expr/evaluate.h"
#include "daedalus/system/expr/linearity.h"
#include "daedalus/system/expr/print_expression.h"
#include "daedalus/system/expr/substitute.h"
#include "system/expr/test_functions.h"

namespace daedalus::expr {
namespace {

class CallTest : public testing::Test {
 protected:
  ExprId CallOf(const std::shared_ptr<TestFunction>& function, std::size_t output) {
    const ExprId operands[] = {x, y};
    return g.Call(g.AddFunction(function), output, operands);
  }
  double At(ExprId e) { return Evaluate(g, e, point); }

  Graph g;
  ExprId x = g.Variable(VariableId(0)), y = g.Variable(VariableId(1));
  const double variables[2] = {0.7, -3.0}, derivatives[2] = {5.0, 7.0};
  const Point point{0.5, variables, derivatives, {}};
  const std::shared_ptr<TestFunction> f = ProductAndSine(true);
};

TEST_F(CallTest, EqualCallsAreEqualIds) {
  EXPECT_EQ(CallOf(f, 0), CallOf(f, 0));
  EXPECT_NE(CallOf(f, 0), CallOf(f, 1));
  EXPECT_NE(CallOf(f, 0), CallOf(ProductAndSine(true), 0)) << "another function of the same name";
}

TEST_F(CallTest, ACallIsFoundAgainAfterTheGraphWasCompacted) {
  const ExprId before = CallOf(f, 1);
  g.Compact();
  EXPECT_EQ(CallOf(f, 1), before);
}

TEST_F(CallTest, HasTheValueOfItsResult) {
  EXPECT_EQ(At(CallOf(f, 0)), 0.7 * -3.0);
  EXPECT_EQ(At(CallOf(f, 1)), std::sin(0.7));
}

TEST_F(CallTest, SubstitutionReachesItsArguments) {
  const Replacement replacement{x, Sum(g, y, g.Constant(1.0))};
  EXPECT_EQ(At(Substitute(g, CallOf(f, 0), {&replacement, 1})), -2.0 * -3.0);
}

TEST_F(CallTest, PrintsAsACall) {
  EXPECT_EQ(Print(g, CallOf(f, 1)), "f(x0, x1)[2]");
}

TEST_F(CallTest, IsNotLinearInItsArguments) {
  EXPECT_FALSE(IsLinear(g, CallOf(f, 0), {&x, 1}));
  EXPECT_TRUE(DependsOn(g, CallOf(f, 0), y));
}

TEST_F(CallTest, IsDifferentiatedByItsTangent) {
  const ExprId product = CallOf(f, 0), sine = CallOf(f, 1);
  EXPECT_EQ(At(TimeDerivative(g, product)), 5.0 * -3.0 + 0.7 * 7.0);
  EXPECT_EQ(At(TimeDerivative(g, sine)), std::cos(0.7) * 5.0);
  EXPECT_EQ(At(Partial(g, product, y)), 0.7);
  const auto gradient = Gradient(g, Product(g, product, x));  // x^2 y
  ASSERT_EQ(gradient.size(), 2u);
  EXPECT_NEAR(At(gradient[0].value), 2 * 0.7 * -3.0, 1e-15);
  EXPECT_NEAR(At(gradient[1].value), 0.7 * 0.7, 1e-15);
}

TEST_F(CallTest, WithoutTangentAJacobianIsMadeOfDifferences) {
  const auto plain = ProductAndSine(false);
  EXPECT_NEAR(At(Partial(g, CallOf(plain, 1), x)), std::cos(0.7), 1e-9);
  EXPECT_NEAR(At(Partial(g, CallOf(plain, 0), x)), -3.0, 1e-9);
}

TEST_F(CallTest, WithoutTangentATimeDerivativeHasNoValueAndSaysWhy) {
  const ExprId derivative = TimeDerivative(g, CallOf(ProductAndSine(false), 0));
  EXPECT_TRUE(std::isnan(At(derivative)));
  Evaluator evaluator(g);
  evaluator.SetPoint(point);
  const ExprId where = evaluator.FindNonFinite(Sum(g, derivative, x));
  ASSERT_EQ(where, derivative);
  EXPECT_NE(evaluator.WhyCallFails(where).find("derivative"), std::string::npos);
}

TEST_F(CallTest, AFailureIsNanAndTold) {
  const auto fails = std::make_shared<TestFunction>("fails", 2, 1, [](auto, auto) { return false; });
  const ExprId call = CallOf(fails, 0);
  Evaluator evaluator(g);
  evaluator.SetPoint(point);
  EXPECT_TRUE(std::isnan(evaluator.Value(call)));
  EXPECT_EQ(evaluator.WhyCallFails(call), "no value here");
  const ExprId guarded = Conditional(g, Less(g, x, g.Constant(0)), call, y);
  EXPECT_EQ(At(guarded), -3.0) << "in a branch that is not taken it does not matter";
}

}  // namespace
}  // namespace daedalus::expr
