#include "daedalus/run/operation_estimate.h"

#include <gtest/gtest.h>

#include "daedalus/system/expr/build.h"

namespace daedalus::run {
namespace {

TEST(OperationEstimate, CountsACommonPartOnce) {
  expr::Graph g;
  const expr::ExprId x = g.Variable(expr::VariableId(0)), y = g.Variable(expr::VariableId(1));
  const expr::ExprId common = expr::Unary(g, expr::Op::kSin, expr::Product(g, x, y));
  const expr::ExprId with_x = expr::Sum(g, common, x), with_y = expr::Sum(g, common, y);
  OperationEstimate estimate(g, [](const expr::Function&) { return 1.0; });
  const double first = estimate.Add(with_x), second = estimate.Add(with_y);
  EXPECT_GT(first, 5 * second);
  EXPECT_GT(second, 0);
}

}  // namespace
}  // namespace daedalus::run
