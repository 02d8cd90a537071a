#include "daedalus/programs/causal/reciprocal.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "daedalus/system/expr/build.h"
#include "daedalus/system/expr/evaluate.h"

namespace daedalus::causal {
namespace {

class ReciprocalTest : public testing::Test {
 protected:
  ExprId Number(double value) { return g.Constant(value); }
  // The solution of e = 0 for u, where the variables u, a, b are what they are; NaN when there is no form.
  double Solution(ExprId e) {
    const auto parts = SplitReciprocal(g, affine, e, u);
    if (!parts) return std::numeric_limits<double>::quiet_NaN();
    return expr::Evaluate(g, SolveReciprocal(g, *parts), {0.0, values, values, {}});
  }

  expr::Graph g;
  AffineForm affine{g};
  ExprId u = g.Variable(VariableId(0)), a = g.Variable(VariableId(1)), b = g.Variable(VariableId(2));
  std::vector<double> values = {0.0, 4.0, 3.0};
};

TEST_F(ReciprocalTest, SolvesForAnUnknownInADenominator) {
  // a = 1 / u
  EXPECT_DOUBLE_EQ(Solution(expr::Difference(g, a, expr::Quotient(g, Number(1), u))), 0.25);
  // a + b = 14 / (2 u + 1)
  const ExprId denominator = expr::Sum(g, expr::Product(g, Number(2), u), Number(1));
  const ExprId sum = expr::Sum(g, a, b);
  EXPECT_DOUBLE_EQ(Solution(expr::Difference(g, sum, expr::Quotient(g, Number(14), denominator))), 0.5);
  // a = b * (8 / u)
  EXPECT_DOUBLE_EQ(Solution(expr::Difference(g, a, expr::Product(g, b, expr::Quotient(g, Number(8), u)))),
                   6.0);
}

TEST_F(ReciprocalTest, LeavesOtherFormsAlone) {
  EXPECT_TRUE(std::isnan(Solution(expr::Difference(g, a, u))));
  EXPECT_TRUE(std::isnan(Solution(expr::Difference(g, u, expr::Quotient(g, Number(1), u)))));
  EXPECT_TRUE(std::isnan(Solution(expr::Difference(g, a, expr::Quotient(g, u, expr::Sum(g, u, b))))));
  EXPECT_TRUE(std::isnan(Solution(expr::Difference(g, a, expr::Quotient(g, b, expr::Power(g, u, 2.0))))));
}

}  // namespace
}  // namespace daedalus::causal
