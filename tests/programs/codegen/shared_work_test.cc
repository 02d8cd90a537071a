#include "daedalus/programs/codegen/shared_work.h"

#include <gtest/gtest.h>

#include <vector>

#include "daedalus/system/expr/build.h"

namespace daedalus::codegen {
namespace {

using expr::ExprId;

// x[i] = a x[i-1] + b, each written into the next one: together 2 n operations, one by one n (n + 1).
TEST(ShareWork, OfAssignmentsThatAreWrittenIntoEachOther) {
  expr::Graph g;
  std::vector<ExprId> values;
  ExprId x = g.Variable(expr::VariableId(0));
  for (std::uint32_t i = 1; i <= 20; ++i) {
    const ExprId a = g.Parameter(expr::ParameterId(2 * i)), b = g.Parameter(expr::ParameterId(2 * i + 1));
    x = expr::Sum(g, expr::Product(g, a, x), b);
    values.push_back(x);
  }
  EXPECT_TRUE(ShareWork(g, values, 10)) << "21/2 times the operations";
  EXPECT_FALSE(ShareWork(g, values, 11));
}

TEST(ShareWork, NotOfEquationsThatShareLittle) {
  expr::Graph g;
  std::vector<ExprId> values;
  for (std::uint32_t i = 0; i < 20; ++i)
    values.push_back(expr::Product(g, g.Variable(expr::VariableId(i)), g.Variable(expr::VariableId(i + 1))));
  EXPECT_FALSE(ShareWork(g, values, 1));
  values.insert(values.end(), {values[0], values[0]});
  EXPECT_TRUE(ShareWork(g, values, 1)) << "an expression that stands twice";
}

}  // namespace
}  // namespace daedalus::codegen
