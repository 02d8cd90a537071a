#include "daedalus/system/routine/table_function.h"

#include <gtest/gtest.h>

#include "daedalus/system/expr/differentiate.h"
#include "daedalus/system/expr/evaluate.h"
#include "daedalus/system/expr/linearity.h"

namespace daedalus::routine {
namespace {

using expr::ExprId;
using expr::VariableId;

class TableFunctionTest : public testing::Test {
 protected:
  double At(ExprId e, double x_value = 1.5) {
    const double variables[] = {x_value, 2.25}, slopes[] = {3.0, 4.0};
    return expr::Evaluate(g, e, {0.0, variables, slopes, {}});
  }

  expr::Graph g;
  ExprId x = g.Variable(VariableId(0)), z = g.Variable(VariableId(1));
};

TEST_F(TableFunctionTest, ALookupIsDifferentiatedAsOftenAsNeeded) {
  // y = x^3 between points of x = 0, 1, 2, 3, 4: an Akima spline of its own.
  const double columns[] = {2.0};
  const auto table =
      *native::Table1D::Make(native::Matrix(5, 2, {0, 0, 1, 1, 2, 8, 3, 27, 4, 64}), columns,
                             native::Smoothness::kAkima, native::Extrapolation::kLastTwoPoints);
  const FunctionPointer f = LookupIn(table, 0);
  const ExprId y = g.Call(g.AddFunction(f), 0, {&x, 1});
  const ExprId first = expr::Partial(g, y, x), second = expr::Partial(g, first, x),
               third = expr::Partial(g, second, x);
  constexpr double h = 1e-5;
  EXPECT_NEAR(At(first), (At(y, 1.5 + h) - At(y, 1.5 - h)) / (2 * h), 1e-8);
  EXPECT_NEAR(At(second), (At(first, 1.5 + h) - At(first, 1.5 - h)) / (2 * h), 1e-8);
  EXPECT_NEAR(At(third), (At(second, 1.5 + h) - At(second, 1.5 - h)) / (2 * h), 1e-8);
  EXPECT_EQ(At(expr::TimeDerivative(g, y)), At(first) * 3.0);
  const ExprId dx = g.Variable(VariableId(0), 1);
  EXPECT_TRUE(expr::IsLinear(g, expr::TimeDerivative(g, y), {&dx, 1})) << "the derivative enters linearly";
  EXPECT_EQ(expr::TimeDerivative(g, y), expr::TimeDerivative(g, g.Call(g.AddFunction(f), 0, {&x, 1})))
      << "equal ids";
}

TEST_F(TableFunctionTest, OfTwoArguments) {
  const auto table =
      *native::Table2D::Make(native::Matrix(3, 3, {0, 1, 3, 1, 1, 3, 2, 2, 6}), native::Smoothness::kLinear,
                             native::Extrapolation::kLastTwoPoints);  // u1 u2 on its grid
  const ExprId operands[] = {x, z};
  const ExprId product = g.Call(g.AddFunction(LookupIn(table)), 0, operands);
  EXPECT_DOUBLE_EQ(At(product), 1.5 * 2.25);
  EXPECT_DOUBLE_EQ(At(expr::Partial(g, product, x)), 2.25);
  EXPECT_DOUBLE_EQ(At(expr::Partial(g, expr::Partial(g, product, x), z)), 1.0);
  EXPECT_DOUBLE_EQ(At(expr::TimeDerivative(g, product)), 3.0 * 2.25 + 1.5 * 4.0);
}

TEST_F(TableFunctionTest, OfTimeOnlyTimeHasADerivative) {
  const double columns[] = {2.0};
  const auto table = *native::TimeTable::Make(native::Matrix(3, 2, {0, 0, 1, 2, 3, 0}), columns, {});
  const ExprId operands[] = {x, z, z};
  const ExprId y = g.Call(g.AddFunction(LookupIn(table, 0)), 0, operands);
  EXPECT_DOUBLE_EQ(At(y), 1.5);
  EXPECT_DOUBLE_EQ(At(expr::Partial(g, y, x)), -1.0);
  EXPECT_TRUE(g.IsConstant(expr::Partial(g, y, z), 0.0));
  const ExprId next = g.Call(g.AddFunction(NextEventOf(table)), 0, {&x, 1});
  EXPECT_EQ(At(next), 3.0);
  EXPECT_TRUE(g.IsConstant(expr::Partial(g, next, x), 0.0));
}

}  // namespace
}  // namespace daedalus::routine
