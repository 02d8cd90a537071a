#include "daedalus/system/expr/apply.h"

#include <gtest/gtest.h>

#include <cmath>
#include <vector>

namespace daedalus::expr {
namespace {

double Apply(Op op, std::vector<double> operands) {
  return ApplyOp(op, operands);
}

// The examples of the Modelica specification, section 3.7.2.
TEST(Apply, DivModRemFollowTheSpecification) {
  EXPECT_EQ(Apply(Op::kMod, {3, 1.4}), 3 - 2 * 1.4);
  EXPECT_EQ(Apply(Op::kMod, {-3, 1.4}), -3 + 3 * 1.4);
  EXPECT_EQ(Apply(Op::kMod, {3, -1.4}), 3 - 3 * 1.4);
  EXPECT_EQ(Apply(Op::kRem, {3, 1.4}), 3 - 2 * 1.4);
  EXPECT_EQ(Apply(Op::kRem, {-3, 1.4}), -3 + 2 * 1.4);
  EXPECT_EQ(Apply(Op::kTruncDiv, {-7, 2}), -3);
  EXPECT_EQ(Apply(Op::kMod, {-7, 2}), 1);
  EXPECT_EQ(Apply(Op::kRem, {-7, 2}), -1);
}

TEST(Apply, SumsAndProductsRunFromLeftToRight) {
  EXPECT_EQ(Apply(Op::kAdd, {1e20, 1, -1e20}), (1e20 + 1) - 1e20);
  EXPECT_EQ(Apply(Op::kAdd, {1e20, -1e20, 1}), 1.0);
  EXPECT_EQ(Apply(Op::kMul, {0.1, 0.2, 0.3}), (0.1 * 0.2) * 0.3);
}

TEST(Apply, WholePowersAreBinaryPowering) {
  const double x = 1.1;
  const double x2 = x * x, x4 = x2 * x2;
  EXPECT_EQ(Apply(Op::kPow, {x, 2}), x2);
  EXPECT_EQ(Apply(Op::kPow, {x, 5}), x * x4);
  EXPECT_EQ(Apply(Op::kPow, {x, 6}), x2 * x4);
  EXPECT_EQ(Apply(Op::kPow, {x, -3}), 1 / (x * x2));
  EXPECT_EQ(Apply(Op::kPow, {-2, 3}), -8);
  EXPECT_EQ(Apply(Op::kPow, {0, 0}), 1);
  EXPECT_EQ(Apply(Op::kPow, {2, 64}), std::ldexp(1.0, 64));
  EXPECT_EQ(Apply(Op::kPow, {x, 0.5}), std::pow(x, 0.5));
}

TEST(Apply, LogicalOperationsGiveZeroOrOne) {
  EXPECT_EQ(Apply(Op::kAnd, {1, 1, 0}), 0);
  EXPECT_EQ(Apply(Op::kAnd, {1, 1, 1}), 1);
  EXPECT_EQ(Apply(Op::kOr, {0, 0, 1}), 1);
  EXPECT_EQ(Apply(Op::kOr, {0, 0}), 0);
  EXPECT_EQ(Apply(Op::kNot, {0}), 1);
  EXPECT_EQ(Apply(Op::kIf, {1, 5, 6}), 5);
  EXPECT_EQ(Apply(Op::kIf, {0, 5, 6}), 6);
  EXPECT_EQ(Apply(Op::kLessEqual, {2, 2}), 1);
  EXPECT_EQ(Apply(Op::kLess, {2, 2}), 0);
  EXPECT_EQ(Apply(Op::kNotEqual, {2, 3}), 1);
  EXPECT_EQ(Apply(Op::kSign, {-0.1}), -1);
  EXPECT_EQ(Apply(Op::kSign, {0}), 0);
}

}  // namespace
}  // namespace daedalus::expr
