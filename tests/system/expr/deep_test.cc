// No pass recurses: chains of a million operations go through all of them.
#include <gtest/gtest.h>

#include <cmath>

#include "daedalus/system/expr/build.h"
#include "daedalus/system/expr/differentiate.h"
#include "daedalus/system/expr/evaluate.h"
#include "daedalus/system/expr/leaves.h"
#include "daedalus/system/expr/linearity.h"
#include "daedalus/system/expr/print_expression.h"
#include "daedalus/system/expr/substitute.h"
#include "sanitized.h"

namespace daedalus::expr {
namespace {

// Sanitizers make frames so large that a tenth would overflow as well, and everything ten times slower.
const int kDepth = IsSanitized() ? 100'000 : 1'000'000;

class DeepTest : public testing::Test {
 protected:
  DeepTest() {
    for (int i = 0; i < kDepth; i += 2) chain = Unary(g, Op::kSin, Sum(g, x, chain));
  }
  Graph g;
  ExprId x = g.Variable(VariableId(0));
  ExprId chain = g.Variable(VariableId(1));
  const double values[2] = {0.1, 0.2};
  const Point point{0.0, values, {}, {}};
};

TEST_F(DeepTest, Evaluate) {
  double expected = 0.2;
  for (int i = 0; i < kDepth; i += 2) expected = std::sin(0.1 + expected);
  EXPECT_EQ(Evaluate(g, chain, point), expected);
  EXPECT_FALSE(FindNonFinite(g, chain, point).IsValid());
}

TEST_F(DeepTest, Differentiate) {
  double value = 0.2, expected = 0.0;
  for (int i = 0; i < kDepth; i += 2) {
    expected = std::cos(0.1 + value) * (1.0 + expected);
    value = std::sin(0.1 + value);
  }
  EXPECT_NEAR(Evaluate(g, Partial(g, chain, x), point), expected, 1e-12);
  const double derivatives[2] = {2.0, 0.0};
  EXPECT_NEAR(Evaluate(g, TimeDerivative(g, chain), {0.0, values, derivatives, {}}), 2.0 * expected, 1e-12);
}

TEST_F(DeepTest, Gradient) {
  const std::vector<PartialDerivative> gradient = Gradient(g, chain);
  ASSERT_EQ(gradient.size(), 2u);
  EXPECT_NEAR(Evaluate(g, gradient[0].value, point), Evaluate(g, Partial(g, chain, x), point), 1e-12);
}

TEST_F(DeepTest, LeavesLinearityAndSubstitution) {
  EXPECT_EQ(CollectLeaves(g, chain).variables.size(), 2u);
  EXPECT_TRUE(DependsOn(g, chain, x));
  EXPECT_FALSE(LinearCoefficient(g, chain, x).has_value());
  EXPECT_EQ(VariabilityOf(g, chain), Variability::kContinuous);
  const Replacement zero[] = {{x, g.Constant(0.0)}};
  EXPECT_FALSE(DependsOn(g, Substitute(g, chain, zero), x));
}

TEST_F(DeepTest, Print) {
  const std::string text = Print(g, chain, {[](VariableId) { return "v"; }, {}}, {.max_length = kUnlimited});
  EXPECT_EQ(text.size(), 1 + (kDepth / 2) * std::string("sin(v + )").size());
  EXPECT_TRUE(text.starts_with("sin(v + sin("));
}

}  // namespace
}  // namespace daedalus::expr
