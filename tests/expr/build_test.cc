#include "daedalus/expr/build.h"

#include <gtest/gtest.h>
TEST(Build, Placeholder) {
  using namespace daedalus::expr;
  Graph g;
  const ExprId x = g.Variable(VariableId(0)), y = g.Variable(VariableId(1));
  EXPECT_EQ(Sum(g, x, Product(g, g.Constant(2), x)), Product(g, g.Constant(3), x));
  EXPECT_EQ(Difference(g, x, x), g.Constant(0));
  EXPECT_EQ(Difference(g, x, Difference(g, x, y)), y);
}
