#include "daedalus/system/expr/gradient_values.h"

#include <gtest/gtest.h>

#include <cmath>

#include "daedalus/system/expr/build.h"
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

// Read off or by sweeps: 3 der(x) - 2 y + p + time, once as it is and once with a factor that hides its
// shape.
TEST(GradientValues, ASumOfUnknownsSaysTheSameReadOffOrSwept) {
  const double values[2] = {2.0, 5.0}, slopes[2] = {7.0, 0.0}, parameters[1] = {11.0};
  Graph g;
  const ExprId dx = g.Variable(VariableId(0), 1), y = g.Variable(VariableId(1)),
               p = g.Parameter(ParameterId(0));
  const ExprId plain = g.Make(
      Op::kAdd, {g.Make(Op::kMul, {g.Constant(3), dx}), g.Make(Op::kMul, {g.Constant(-2), y}), p, g.Time()});
  const ExprId hidden = g.Make(Op::kMul, {p, g.Make(Op::kDiv, {plain, p})});
  GradientValues gradients(g);
  gradients.SetPoint({0.5, values, slopes, parameters});
  for (const ExprId e : {plain, hidden}) {
    const auto gradient = gradients.Of(e);
    ASSERT_EQ(gradient->size(), 2u);
    for (const PartialValue& partial : *gradient) {
      const bool by_slope = partial.leaf.variable == VariableId(0);
      EXPECT_EQ(partial.leaf.order, by_slope ? 1 : 0);
      EXPECT_EQ(partial.leaf.id, by_slope ? dx : y);
      EXPECT_NEAR(partial.value, by_slope ? 3 : -2, 1e-14);
      EXPECT_NEAR(partial.size, by_slope ? 3 : 2, 1e-14);
    }
    EXPECT_NEAR(gradients.value(), 3 * 7 - 2 * 5 + 11 + 0.5, 1e-13);
  }
}

// x - 2 x is one entry, not two.
TEST(GradientValues, AnUnknownThatStandsTwiceIsAddedUp) {
  const double value[1] = {4.0};
  Graph g;
  const ExprId x = g.Variable(VariableId(0));
  GradientValues gradients(g);
  gradients.SetPoint({0.0, value, {}, {}});
  const auto gradient = gradients.Of(g.Make(Op::kAdd, {x, g.Make(Op::kMul, {g.Constant(-2), x})}));
  ASSERT_EQ(gradient->size(), 1u);
  EXPECT_EQ((*gradient)[0].value, -1);
  EXPECT_EQ((*gradient)[0].size, 3);
}

TEST(GradientValues, OnlyWhatIsWantedIsToldAndTheValueIsTheSame) {
  const double values[2] = {2.0, 5.0}, slopes[2] = {7.0, 9.0};
  Graph g;
  const ExprId x = g.Variable(VariableId(0)), y = g.Variable(VariableId(1)),
               dx = g.Variable(VariableId(0), 1);
  const ExprId product = Sum(g, Product(g, x, y), Product(g, dx, dx)), sum = Sum(g, x, Sum(g, y, dx));
  GradientValues gradients(g);
  gradients.SetPoint({0.0, values, slopes, {}});
  const WantedLeaves::Column columns[2] = {{1, 0}, {}};
  for (const ExprId e : {product, sum}) {
    const double whole = gradients.Of(e) ? gradients.value() : 0;
    const auto slope = gradients.Of(e, WantedLeaves{columns, 0});
    ASSERT_EQ(slope->size(), 1u);
    EXPECT_EQ((*slope)[0].leaf.id, dx);
    EXPECT_EQ((*slope)[0].value, e == product ? 14 : 1);
    EXPECT_EQ(gradients.value(), whole);
    const auto plain = gradients.Of(e, WantedLeaves{columns, 1});
    ASSERT_EQ(plain->size(), 1u);
    EXPECT_EQ((*plain)[0].leaf.id, x);
    EXPECT_EQ((*plain)[0].value, e == product ? 5 : 1);
  }
}

// d/dt of x sin(t) + 3 t is x cos(t) + 3, of x - 2 t without any sweep -2.
TEST(GradientValues, TimeIsOneOfTheUnknownsWhereAllAreWanted) {
  const double values[1] = {2.0};
  Graph g;
  const ExprId x = g.Variable(VariableId(0)), t = g.Time();
  GradientValues gradients(g);
  gradients.SetPoint({0.5, values, {}, {}});
  ASSERT_TRUE(gradients.Of(Sum(g, Product(g, x, Unary(g, Op::kSin, t)), Product(g, g.Constant(3), t))));
  EXPECT_NEAR(gradients.time_partial(), 2 * std::cos(0.5) + 3, 1e-15);
  ASSERT_TRUE(gradients.Of(Difference(g, x, Product(g, g.Constant(2), t))));
  EXPECT_EQ(gradients.time_partial(), -2);
  ASSERT_TRUE(gradients.Of(Product(g, x, x)));
  EXPECT_EQ(gradients.time_partial(), 0);
}

// In a x + b + sin(c) y with x and y wanted, a and c have a part in the derivatives, b has none.
TEST(GradientValues, InfluencesAreWhatStandsBesideSomethingWanted) {
  const double values[5] = {1, 2, 3, 4, 5};
  Graph g;
  ExprId v[5];
  for (std::size_t i = 0; i < 5; ++i) v[i] = g.Variable(VariableId(i));
  const WantedLeaves::Column columns[5] = {{0, 0}, {0, 1}, {}, {}, {}};
  GradientValues gradients(g);
  gradients.SetPoint({0.0, values, {}, {}});
  const ExprId terms[] = {Product(g, v[2], v[0]), v[3], Product(g, Unary(g, Op::kSin, v[4]), v[1])};
  ASSERT_TRUE(gradients.Of(Sum(g, terms), WantedLeaves{columns, 0}));
  EXPECT_TRUE(gradients.HasOthers());
  std::vector<VariableLeaf> found;
  gradients.CollectInfluences(found);
  std::ranges::sort(found);
  std::erase_if(found, [](const VariableLeaf& leaf) { return leaf.variable.index() < 2; });
  ASSERT_EQ(found.size(), 2u);
  EXPECT_EQ(found[0].id, v[2]);
  EXPECT_EQ(found[1].id, v[4]);
  ASSERT_TRUE(gradients.Of(Product(g, v[0], v[1]), WantedLeaves{columns, 0}));
  EXPECT_FALSE(gradients.HasOthers());
}

}  // namespace
}  // namespace daedalus::expr
