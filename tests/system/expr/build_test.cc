// Each rule of build.h by itself: what is simplified, and what must not be.
#include "daedalus/system/expr/build.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <vector>

#include "daedalus/system/expr/apply.h"
#include "daedalus/system/expr/print_expression.h"

namespace daedalus::expr {
namespace {

class BuildTest : public testing::Test {
 protected:
  ExprId C(double value) { return g.Constant(value); }
  std::string Text(ExprId e) const { return Print(g, e); }

  Graph g;
  ExprId x = g.Variable(VariableId(0)), y = g.Variable(VariableId(1)), z = g.Variable(VariableId(2));
  ExprId p = g.Parameter(ParameterId(0));
};

TEST_F(BuildTest, EqualExpressionsAreEqualIds) {
  EXPECT_EQ(Sum(g, x, y), Sum(g, y, x));
  EXPECT_EQ(Product(g, x, Product(g, y, z)), Product(g, Product(g, z, x), y));
  EXPECT_EQ(Sum(g, x, Sum(g, y, z)), Sum(g, Sum(g, z, x), y));
  EXPECT_NE(Quotient(g, x, y), Quotient(g, y, x));
  EXPECT_NE(g.Variable(VariableId(0), 1), x);
}

// Two operands with nothing to collect take a shorter way.
TEST_F(BuildTest, TwoOperandsGiveWhatAListOfThemGives) {
  const std::vector<ExprId> some = {x,
                                    y,
                                    p,
                                    C(0),
                                    C(-0.0),
                                    C(1),
                                    C(-1),
                                    C(2.5),
                                    C(INFINITY),
                                    C(NAN),
                                    Negate(g, x),
                                    Product(g, C(3), x),
                                    Product(g, x, y),
                                    Product(g, p, Product(g, x, y)),
                                    Power(g, x, 2),
                                    Power(g, y, -1),
                                    Sum(g, x, y),
                                    Sum(g, x, C(2)),
                                    Negate(g, Sum(g, x, Product(g, p, y))),
                                    Unary(g, Op::kSin, x),
                                    Quotient(g, x, y),
                                    g.Variable(VariableId(0), 1)};
  for (const ExprId a : some) {
    const ExprId minus[] = {C(-1), a};
    EXPECT_EQ(Negate(g, a), Product(g, minus)) << Text(a);
    for (const ExprId b : some) {
      const ExprId both[] = {a, b};
      EXPECT_EQ(Sum(g, a, b), Sum(g, both)) << Text(a) << " and " << Text(b);
      EXPECT_EQ(Product(g, a, b), Product(g, both)) << Text(a) << " and " << Text(b);
    }
  }
}

TEST_F(BuildTest, ACompactedGraphStillKnowsItsExpressions) {
  const ExprId sum = Sum(g, Product(g, C(2), x), y), root = Unary(g, Op::kSqrt, sum), number = C(-0.0);
  const std::size_t size = g.size(), bytes = g.bytes();
  const std::uint32_t shape = g.shape_hash(root), shape_of_number = g.shape_hash(number);
  g.Compact();
  EXPECT_LT(g.bytes(), bytes / 2);
  EXPECT_EQ(Print(g, root), "sqrt(x1 + 2*x0)");
  EXPECT_EQ(Sum(g, Product(g, C(2), x), y), sum);
  EXPECT_EQ(Unary(g, Op::kSqrt, sum), root);
  EXPECT_EQ(C(-0.0), number);
  EXPECT_NE(C(0.0), number);
  EXPECT_EQ(g.size(), size + 1) << "only 0.0 was new";
  EXPECT_EQ(g.shape_hash(root), shape);
  EXPECT_EQ(g.shape_hash(number), shape_of_number);
}

// All of them would have their homes in the same few slots of the table.
TEST_F(BuildTest, AnOperandOfVeryManyExpressionsIsNoHindrance) {
  constexpr std::uint32_t kMany = 50'000;
  std::vector<ExprId> others, found;
  for (std::uint32_t i = 0; i < kMany; ++i) others.push_back(g.Parameter(ParameterId(i)));
  const ExprId last = g.Variable(VariableId(9));
  for (const ExprId other : others) found.push_back(g.Make(Op::kMul, {other, last}));
  const std::size_t size = g.size();
  EXPECT_EQ(size, 5 + kMany - 1 + kMany) << "each of them is new; x, y, z and p were there";
  for (std::uint32_t i = 0; i < kMany; ++i) ASSERT_EQ(g.Make(Op::kMul, {last, others[i]}), found[i]);
  g.Compact();
  for (std::uint32_t i = 0; i < kMany; ++i) ASSERT_EQ(g.Make(Op::kMul, {last, others[i]}), found[i]);
  EXPECT_EQ(g.size(), size);
}

TEST_F(BuildTest, NeutralElementsDisappear) {
  EXPECT_EQ(Sum(g, x, C(0)), x);
  EXPECT_EQ(Product(g, C(1), x), x);
  EXPECT_EQ(Product(g, C(0), x), C(0));
  EXPECT_EQ(Power(g, x, 1), x);
  EXPECT_EQ(Power(g, x, 0), C(1));
  EXPECT_EQ(Quotient(g, x, C(1)), x);
  EXPECT_EQ(Sum(g, std::span<const ExprId>()), C(0));
  EXPECT_EQ(Product(g, std::span<const ExprId>()), C(1));
}

TEST_F(BuildTest, EqualTermsAreCombinedByTheirNumber) {
  EXPECT_EQ(Sum(g, x, Product(g, C(2), x)), Product(g, C(3), x));
  EXPECT_EQ(Difference(g, x, x), C(0));
  const ExprId xy = Product(g, x, y);
  EXPECT_EQ(Sum(g, Product(g, C(2), xy), Product(g, C(-1), xy)), xy);
  EXPECT_EQ(Difference(g, Sum(g, xy, z), Sum(g, z, x)), Difference(g, xy, x));
}

TEST_F(BuildTest, MinusIsDistributedOverSumsButNumbersAreNot) {
  EXPECT_EQ(Difference(g, x, Difference(g, y, z)), Sum(g, Difference(g, x, y), z));
  EXPECT_EQ(Negate(g, Negate(g, x)), x);
  EXPECT_EQ(Text(Product(g, C(2), Sum(g, x, y))), "2*(x0 + x1)");
}

TEST_F(BuildTest, WholeExponentsOfOneSignAreCollected) {
  EXPECT_EQ(Product(g, x, x), Power(g, x, 2));
  EXPECT_EQ(Product(g, Power(g, x, 2), Power(g, x, 3)), Power(g, x, 5));
  EXPECT_EQ(Product(g, Power(g, x, -2), Power(g, x, -1)), Power(g, x, -3));
  EXPECT_EQ(g.op(Product(g, x, Power(g, x, -1))), Op::kMul);
  EXPECT_EQ(Power(g, Power(g, x, 2), C(3)), Power(g, x, 6));
  EXPECT_EQ(Power(g, Negate(g, x), 2), Power(g, x, 2));
  EXPECT_EQ(Power(g, Negate(g, x), 3), Negate(g, Power(g, x, 3)));
}

TEST_F(BuildTest, PowersAreNotMergedWhereThatIsNotValidForEveryValue) {
  EXPECT_EQ(Text(Power(g, Power(g, x, 2), 0.5)), "(x0^2)^0.5");      // abs(x)
  EXPECT_EQ(Text(Power(g, Power(g, x, 0.5), 2)), "(x0^0.5)^2");      // x >= 0 only
  EXPECT_EQ(Text(Power(g, Power(g, x, -1), -1)), "(x0^(-1))^(-1)");  // x <> 0 only
}

TEST_F(BuildTest, QuotientsKeepWhatMayBeZero) {
  EXPECT_EQ(g.op(Quotient(g, x, x)), Op::kDiv);
  EXPECT_EQ(g.op(Quotient(g, C(0), x)), Op::kDiv);
  EXPECT_EQ(g.op(Quotient(g, x, C(3))), Op::kDiv);
  EXPECT_EQ(Quotient(g, C(0), C(5)), C(0));
  EXPECT_EQ(Quotient(g, Negate(g, x), Negate(g, y)), Quotient(g, x, y));
  EXPECT_EQ(Quotient(g, x, C(-2)), Negate(g, Quotient(g, x, C(2))));
}

TEST_F(BuildTest, ConstantsFoldOnlyToFiniteValues) {
  EXPECT_EQ(Unary(g, Op::kSin, C(2)), C(std::sin(2.0)));
  EXPECT_EQ(Binary(g, Op::kMod, C(-7), C(3)), C(2));
  EXPECT_EQ(Text(Quotient(g, C(1), C(0))), "1/0");
  EXPECT_EQ(Text(Unary(g, Op::kLog, C(-1))), "log(-1)");
  EXPECT_EQ(Text(Power(g, C(0), -1)), "0^(-1)");
  const double large = std::numeric_limits<double>::max();
  EXPECT_EQ(g.op(Sum(g, C(large), C(large))), Op::kAdd);
  EXPECT_EQ(g.op(Product(g, C(large), C(large))), Op::kMul);
}

TEST_F(BuildTest, EveryOperationFoldsToWhatApplyOpSays) {
  for (int i = 0; i < kNumOps; ++i) {
    const Op op = static_cast<Op>(i);
    if (IsLeaf(op)) continue;
    const std::size_t arity = Arity(op) < 0 ? 2 : static_cast<std::size_t>(Arity(op));
    const std::vector<double> values(arity, 0.75);
    const std::vector<ExprId> operands(arity, C(0.75));
    EXPECT_EQ(Build(g, op, operands), C(ApplyOp(op, values))) << Name(op);
  }
}

TEST_F(BuildTest, ConditionsAndLogic) {
  const ExprId a = Less(g, x, y), b = LessEqual(g, y, z);
  EXPECT_EQ(Conditional(g, C(1), x, y), x);
  EXPECT_EQ(Conditional(g, C(0), x, y), y);
  EXPECT_EQ(Conditional(g, a, x, x), x);
  EXPECT_EQ(Conditional(g, Not(g, a), x, y), Conditional(g, a, y, x));
  EXPECT_EQ(Not(g, Not(g, a)), a);
  EXPECT_EQ(g.op(Not(g, a)), Op::kNot);  // with NaN it is not y <= x
  EXPECT_EQ(And(g, a, C(1)), a);
  EXPECT_EQ(And(g, a, C(0)), C(0));
  EXPECT_EQ(Or(g, a, C(1)), C(1));
  EXPECT_EQ(Or(g, a, C(0)), a);
  EXPECT_EQ(And(g, a, And(g, b, a)), And(g, b, a));
  EXPECT_EQ(Greater(g, x, y), Less(g, y, x));
  EXPECT_EQ(LessEqual(g, x, x), C(1));
  EXPECT_EQ(Less(g, x, x), C(0));
}

TEST_F(BuildTest, FunctionsOfNegatedOperands) {
  EXPECT_EQ(Unary(g, Op::kAbs, Negate(g, x)), Unary(g, Op::kAbs, x));
  EXPECT_EQ(Unary(g, Op::kAbs, Unary(g, Op::kAbs, x)), Unary(g, Op::kAbs, x));
  EXPECT_EQ(Min(g, x, x), x);
  EXPECT_EQ(NoEvent(g, x), x);
  EXPECT_EQ(NoEvent(g, NoEvent(g, Less(g, x, y))), NoEvent(g, Less(g, x, y)));
}

// Memory tells what copying would cost: quadratic would be some 20 GB here.
TEST_F(BuildTest, ALongSumCostsNoMoreThanItsTerms) {
  constexpr std::size_t kTerms = 100'000;
  std::vector<ExprId> terms;
  for (std::size_t i = 0; i < kTerms; ++i) terms.push_back(Product(g, C(2), g.Variable(VariableId(i))));
  const std::size_t before = g.size();
  const ExprId sum = Sum(g, terms);
  EXPECT_EQ(g.operands(sum).size(), kTerms);
  EXPECT_EQ(g.size(), before + 1);
  ExprId one_by_one = C(0);
  for (const ExprId term : terms) one_by_one = Sum(g, one_by_one, term);
  ExprId nested = C(0);
  for (const ExprId term : terms) nested = Difference(g, term, nested);
  EXPECT_LT(g.bytes(), kTerms * 2000);
}

TEST_F(BuildTest, TheCanonicalOrderIsStrictAlsoWithNaN) {
  const double nan = std::numeric_limits<double>::quiet_NaN(), inf = std::numeric_limits<double>::infinity();
  const std::vector<ExprId> all = {C(nan), C(0.0),   C(-0.0), C(-inf), C(inf),      C(1),
                                   p,      g.Time(), x,       y,       Sum(g, x, y)};
  for (const ExprId a : all) {
    for (const ExprId b : all) {
      EXPECT_EQ(CanonicalLess(g, a, b) + CanonicalLess(g, b, a), a == b ? 0 : 1)
          << Text(a) << " and " << Text(b);
      for (const ExprId c : all) {
        const bool is_chain = CanonicalLess(g, a, b) && CanonicalLess(g, b, c);
        EXPECT_TRUE(!is_chain || CanonicalLess(g, a, c));
      }
    }
  }
}

}  // namespace
}  // namespace daedalus::expr
