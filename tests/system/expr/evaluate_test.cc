#include "daedalus/system/expr/evaluate.h"

#include <gtest/gtest.h>

#include <cmath>

#include "daedalus/system/expr/build.h"
#include "daedalus/system/expr/print_expression.h"

namespace daedalus::expr {
namespace {

class EvaluateTest : public testing::Test {
 protected:
  Graph g;
  ExprId x = g.Variable(VariableId(0)), y = g.Variable(VariableId(1));
  ExprId dx = g.Variable(VariableId(0), 1), p = g.Parameter(ParameterId(0));
  const double variables[2] = {2.0, -3.0}, derivatives[2] = {5.0, 7.0}, parameters[1] = {10.0};
  const Point point{0.5, variables, derivatives, parameters};
};

TEST_F(EvaluateTest, LeavesHaveTheValuesOfThePoint) {
  const ExprId terms[] = {x, Product(g, y, p), Product(g, g.Constant(100), dx), g.Time()};
  EXPECT_EQ(Evaluate(g, Sum(g, terms), point), 2.0 - 30.0 + 500.0 + 0.5);
}

TEST_F(EvaluateTest, AnEvaluatorSeesANewPointAndNewExpressions) {
  Evaluator evaluator(g);
  const ExprId sum = Sum(g, x, y);
  EXPECT_EQ(evaluator.Evaluate(sum, point), -1.0);
  const double other[2] = {4.0, 4.0};
  EXPECT_EQ(evaluator.Evaluate(sum, {0.0, other, derivatives, parameters}), 8.0);
  const ExprId later = Product(g, sum, sum);
  EXPECT_EQ(evaluator.Evaluate(later, point), 1.0);
}

TEST_F(EvaluateTest, FindNonFiniteNamesTheInnermostCulprit) {
  const ExprId zero_sum = Sum(g, y, g.Constant(3));
  const ExprId quotient = Quotient(g, x, zero_sum);
  const ExprId e = Unary(g, Op::kSin, Sum(g, p, quotient));
  EXPECT_EQ(Print(g, FindNonFinite(g, e, point)), Print(g, quotient));
  EXPECT_FALSE(FindNonFinite(g, Sum(g, x, y), point).IsValid());
  const ExprId constant = Quotient(g, g.Constant(1), g.Constant(0));
  EXPECT_EQ(FindNonFinite(g, Sum(g, x, constant), point), constant);
}

TEST_F(EvaluateTest, FindNonFiniteLooksOnlyAtTheBranchTaken) {
  const ExprId log_y = Unary(g, Op::kLog, y);
  const ExprId guarded = Conditional(g, Less(g, y, g.Constant(0)), x, log_y);
  EXPECT_EQ(Evaluate(g, guarded, point), 2.0);
  EXPECT_FALSE(FindNonFinite(g, guarded, point).IsValid());
  const ExprId root_y = Unary(g, Op::kSqrt, y);
  const ExprId bad = Conditional(g, Less(g, y, g.Constant(0)), root_y, log_y);
  EXPECT_EQ(FindNonFinite(g, bad, point), root_y);
}

}  // namespace
}  // namespace daedalus::expr
