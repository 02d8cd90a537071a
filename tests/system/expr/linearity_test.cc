#include "daedalus/system/expr/linearity.h"

#include <gtest/gtest.h>

#include "daedalus/system/expr/build.h"
#include "daedalus/system/expr/leaves.h"
#include "daedalus/system/expr/print_expression.h"
#include "daedalus/system/expr/substitute.h"

namespace daedalus::expr {
namespace {

class LinearityTest : public testing::Test {
 protected:
  ExprId C(double value) { return g.Constant(value); }

  Graph g;
  ExprId x = g.Variable(VariableId(0)), y = g.Variable(VariableId(1)), z = g.Variable(VariableId(2));
  ExprId dx = g.Variable(VariableId(0), 1), p = g.Parameter(ParameterId(0));
};

TEST_F(LinearityTest, LeavesAreSortedAndUnique) {
  const ExprId terms[] = {z, dx, Product(g, x, z), Unary(g, Op::kSin, p), g.Time()};
  const Leaves leaves = CollectLeaves(g, Sum(g, terms));
  ASSERT_EQ(leaves.variables.size(), 3u);
  EXPECT_EQ(leaves.variables[0].id, x);
  EXPECT_EQ(leaves.variables[1].id, dx);
  EXPECT_EQ(leaves.variables[2].id, z);
  EXPECT_EQ(leaves.parameters, std::vector<ParameterId>{ParameterId(0)});
  EXPECT_TRUE(leaves.has_time);
}

TEST_F(LinearityTest, DependenceIsOnTheLeafItself) {
  const ExprId e = Sum(g, dx, Unary(g, Op::kSin, y));
  EXPECT_TRUE(DependsOn(g, e, dx));
  EXPECT_TRUE(DependsOn(g, e, y));
  EXPECT_FALSE(DependsOn(g, e, x));
}

TEST_F(LinearityTest, TheCoefficientIsFreeOfTheLeaf) {
  const ExprId e = Sum(g, Quotient(g, Product(g, x, Product(g, p, y)), z), Unary(g, Op::kSin, y));
  ASSERT_TRUE(LinearCoefficient(g, e, x).has_value());
  EXPECT_EQ(*LinearCoefficient(g, e, x), Quotient(g, Product(g, p, y), z));
  EXPECT_FALSE(LinearCoefficient(g, e, y).has_value());
  EXPECT_FALSE(LinearCoefficient(g, e, z).has_value());
  EXPECT_EQ(*LinearCoefficient(g, e, dx), C(0));
}

TEST_F(LinearityTest, AnIfIsLinearWhenItsConditionIsFree) {
  const ExprId condition = Less(g, y, C(0));
  const ExprId e = Conditional(g, condition, Product(g, C(2), x), Sum(g, x, y));
  EXPECT_EQ(*LinearCoefficient(g, e, x), Conditional(g, condition, C(2), C(1)));
  EXPECT_FALSE(LinearCoefficient(g, e, y).has_value());
}

TEST_F(LinearityTest, ProductsOfTwoLeavesAreLinearInEachButNotJointly) {
  const ExprId e = Sum(g, Product(g, x, y), z);
  const ExprId both[] = {x, y};
  EXPECT_TRUE(IsLinear(g, e, {&x, 1}));
  EXPECT_TRUE(IsLinear(g, e, {&y, 1}));
  EXPECT_FALSE(IsLinear(g, e, both));
}

TEST_F(LinearityTest, SplitLinearGivesCoefficientsAndRest) {
  const ExprId terms[] = {Product(g, p, x), Product(g, C(-3), y), Unary(g, Op::kExp, z), C(4)};
  const ExprId leaves[] = {x, y};
  const auto form = SplitLinear(g, Sum(g, terms), leaves);
  ASSERT_TRUE(form.has_value());
  EXPECT_EQ(form->coefficients, (std::vector<ExprId>{p, C(-3)}));
  EXPECT_EQ(form->rest, Sum(g, Unary(g, Op::kExp, z), C(4)));
}

TEST_F(LinearityTest, VariabilityIsThatOfTheMostVariableLeaf) {
  EXPECT_EQ(VariabilityOf(g, C(2)), Variability::kConstant);
  EXPECT_EQ(VariabilityOf(g, Product(g, p, C(2))), Variability::kParameter);
  EXPECT_EQ(VariabilityOf(g, Product(g, p, g.Time())), Variability::kContinuous);
  const ExprId e = Sum(g, Unary(g, Op::kSin, p), x);
  const std::vector<Variability> all = AllVariabilities(g);
  EXPECT_EQ(all[e.index()], Variability::kContinuous);
  EXPECT_EQ(all[Unary(g, Op::kSin, p).index()], Variability::kParameter);
}

TEST_F(LinearityTest, SubstitutionReplacesAllAtOnceAndSimplifies) {
  const ExprId e = Difference(g, x, y);
  const Replacement swap[] = {{x, y}, {y, x}};
  EXPECT_EQ(Substitute(g, e, swap), Difference(g, y, x));
  const Replacement equal[] = {{x, y}};
  EXPECT_EQ(Substitute(g, e, equal), C(0));
}

}  // namespace
}  // namespace daedalus::expr
