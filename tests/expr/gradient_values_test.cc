#include "daedalus/expr/gradient_values.h"

#include <gtest/gtest.h>

#include <cmath>

#include "daedalus/expr/build.h"
#include "test_functions.h"

// That the numbers are right is in differentiate_test.cc, beside those of the expressions.
namespace daedalus::expr {
namespace {

TEST(GradientValues, BuildsNothing) {
  const double values[2] = {2.0, 3.0};
  Graph g;
  const ExprId x = g.Variable(VariableId(0)), y = g.Variable(VariableId(1));
  const ExprId e = Product(g, Unary(g, Op::kSin, x), Power(g, y, 3));
  const std::size_t before = g.size();
  GradientValues gradients(g);
  gradients.SetPoint({0.0, values, {}, {}});
  EXPECT_EQ(gradients.Of(e)->size(), 2u);
  EXPECT_EQ(g.size(), before);
}

// 1/49*49 - 1 is a unit of rounding, which is nothing beside the terms.
TEST(GradientValues, WhatCancelsIsSmallBesideItsSize) {
  const double x_value[1] = {1.0}, p_value[1] = {49.0};
  Graph g;
  const ExprId x = g.Variable(VariableId(0)), p = g.Parameter(ParameterId(0));
  const ExprId there_and_back = g.Make(Op::kMul, {p, g.Make(Op::kDiv, {x, p})});
  const ExprId e = g.Make(Op::kAdd, {there_and_back, g.Make(Op::kMul, {g.Constant(-1), x})});
  GradientValues gradients(g);
  gradients.SetPoint({0.0, x_value, {}, p_value});
  const auto gradient = gradients.Of(e);
  ASSERT_EQ(gradient->size(), 1u);
  EXPECT_LT(std::abs((*gradient)[0].value), 1e-15);
  EXPECT_NEAR((*gradient)[0].size, 2, 1e-15);
}

// With 0 * inf the derivative would be NaN here.
TEST(GradientValues, ABranchThatIsNotTakenCannotSpoilIt) {
  const double zero[1] = {0.0};
  Graph g;
  const ExprId x = g.Variable(VariableId(0));
  const ExprId root = Unary(g, Op::kSqrt, x);
  const ExprId e = Conditional(g, Less(g, g.Constant(0), x), root, Product(g, g.Constant(5), x));
  GradientValues gradients(g);
  gradients.SetPoint({0.0, zero, {}, {}});
  const auto gradient = gradients.Of(e);
  ASSERT_EQ(gradient->size(), 1u);
  EXPECT_EQ((*gradient)[0].value, 5.0);
}

TEST(GradientValues, AnUnknownValueSpoilsWhatDependsOnItAlone) {
  const double one[1] = {1.0};
  Graph g;
  const ExprId x = g.Variable(VariableId(0)), y = g.Variable(VariableId(1)), held = g.Held(HeldId(0));
  GradientValues gradients(g);
  gradients.SetPoint({0.0, one, {}, {}});
  const auto gradient = gradients.Of(Sum(g, Product(g, g.Constant(2), x), Product(g, held, y)));
  ASSERT_EQ(gradient->size(), 2u);
  for (const PartialValue& d : *gradient) EXPECT_TRUE(d.leaf.id == x ? d.value == 2.0 : std::isnan(d.value));
}

TEST(GradientValues, CallsHaveNoAnswer) {
  const double one[1] = {1.0};
  Graph g;
  const ExprId x = g.Variable(VariableId(0));
  const auto function = ProductAndSine(true);
  const ExprId operands[] = {x, x};
  GradientValues gradients(g);
  gradients.SetPoint({0.0, one, {}, {}});
  EXPECT_FALSE(gradients.Of(Sum(g, x, g.Call(g.AddFunction(function), 0, operands))));
  EXPECT_EQ(function->num_evaluations, 0);
  EXPECT_TRUE(gradients.Of(Sum(g, x, g.Constant(1))));
}

}  // namespace
}  // namespace daedalus::expr
