#include "daedalus/system/expr/copy.h"

#include <gtest/gtest.h>

#include <array>

#include "daedalus/system/expr/build.h"
#include "daedalus/system/expr/print_expression.h"

namespace daedalus::expr {
namespace {

TEST(CopyReachable, TakesWhatTheRootsNeedAndNothingElse) {
  Graph from;
  const ExprId x = from.Variable(VariableId(0)), slope = from.Variable(VariableId(0), 1);
  const ExprId unused = from.Parameter(ParameterId(7));
  const ExprId sum = Sum(from, Sum(from, x, from.Time()), from.Constant(2));
  const ExprId product = Product(from, Product(from, slope, sum), from.Held(HeldId(3)));
  Graph to;
  const std::array roots{product};
  const std::vector<ExprId> copies = CopyReachable(from, roots, to);
  EXPECT_FALSE(copies[unused.index()].IsValid());
  for (const ExprId e : IdRange<ExprId>(to.size())) EXPECT_NE(to.op(e), Op::kParameter);
  const ExprId copy = copies[product.index()];
  ASSERT_TRUE(copy.IsValid());
  EXPECT_EQ(to.op(copy), from.op(product));
  ASSERT_EQ(to.operands(copy).size(), from.operands(product).size());
  for (std::size_t i = 0; i < to.operands(copy).size(); ++i)
    EXPECT_EQ(to.operand(copy, i), copies[from.operand(product, i).index()]) << "in the same order";
  EXPECT_EQ(to.derivative_order(copies[slope.index()]), 1);
}

}  // namespace
}  // namespace daedalus::expr
