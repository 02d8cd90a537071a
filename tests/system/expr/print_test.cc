#include <gtest/gtest.h>

#include <limits>

#include "daedalus/system/expr/build.h"
#include "daedalus/system/expr/print_expression.h"

namespace daedalus::expr {
namespace {

class PrintTest : public testing::Test {
 protected:
  ExprId C(double value) { return g.Constant(value); }
  std::string Text(ExprId e) const { return Print(g, e); }

  Graph g;
  ExprId x = g.Variable(VariableId(0)), y = g.Variable(VariableId(1)), z = g.Variable(VariableId(2));
  ExprId p = g.Parameter(ParameterId(0));
};

TEST_F(PrintTest, SumsShowDifferencesWithPositiveTermsFirst) {
  EXPECT_EQ(Text(Difference(g, x, y)), "x0 - x1");
  EXPECT_EQ(Text(Sum(g, Negate(g, x), y)), "x1 - x0");
  EXPECT_EQ(Text(Negate(g, Sum(g, x, z))), "-x0 - x2");
  EXPECT_EQ(Text(Difference(g, x, C(1.5))), "x0 - 1.5");
  EXPECT_EQ(Text(Difference(g, x, Product(g, C(2), y))), "x0 - 2*x1");
  EXPECT_EQ(Text(Difference(g, x, Quotient(g, y, z))), "x0 - x1/x2");
}

TEST_F(PrintTest, ParenthesesStandWhereTheGrammarNeedsThem) {
  EXPECT_EQ(Text(Product(g, x, Sum(g, y, z))), "x0*(x1 + x2)");
  EXPECT_EQ(Text(Quotient(g, Product(g, x, y), Product(g, p, z))), "x0*x1/(p0*x2)");
  EXPECT_EQ(Text(Quotient(g, Quotient(g, x, y), z)), "x0/x1/x2");
  EXPECT_EQ(Text(Quotient(g, x, Quotient(g, y, z))), "x0/(x1/x2)");
  EXPECT_EQ(Text(Product(g, C(2), Quotient(g, x, y))), "2*(x0/x1)");
  EXPECT_EQ(Text(Negate(g, Quotient(g, x, y))), "-x0/x1");
  EXPECT_EQ(Text(Power(g, Sum(g, x, y), C(-2))), "(x0 + x1)^(-2)");
  EXPECT_EQ(Text(Power(g, Power(g, x, y), z)), "(x0^x1)^x2");
  EXPECT_EQ(Text(Power(g, x, Power(g, y, z))), "x0^(x1^x2)");
  EXPECT_EQ(Text(Negate(g, Power(g, x, 2))), "-x0^2");
  EXPECT_EQ(Text(Power(g, C(-2), y)), "(-2)^x1");
  EXPECT_EQ(Text(Unary(g, Op::kSin, Negate(g, x))), "sin(-x0)");
}

TEST_F(PrintTest, LogicAndConditions) {
  const ExprId a = Less(g, x, y), b = LessEqual(g, y, z), c = Equal(g, x, z);
  EXPECT_EQ(Text(Or(g, And(g, a, b), c)).find('('), std::string::npos);
  EXPECT_EQ(Text(Not(g, a)), "not x0 < x1");
  EXPECT_TRUE(Text(Not(g, And(g, a, b))).starts_with("not ("));
  EXPECT_NE(Text(And(g, Or(g, a, b), c)).find('('), std::string::npos);
  EXPECT_EQ(Text(Conditional(g, a, x, Conditional(g, b, y, z))),
            "if x0 < x1 then x0 else if x1 <= x2 then x1 else x2");
  EXPECT_EQ(Text(Product(g, C(2), Conditional(g, a, x, y))), "2*(if x0 < x1 then x0 else x1)");
  EXPECT_EQ(Text(NoEvent(g, a)), "noEvent(x0 < x1)");
  EXPECT_EQ(Text(Min(g, x, y)), "min(x0, x1)");
}

TEST_F(PrintTest, BooleanConstantsAreWords) {
  const ExprId e = Conditional(g, Less(g, x, y), C(1), C(0));
  const PrintNames names{[](VariableId) { return std::string("v"); },
                         [](ParameterId) { return std::string("q"); }};
  EXPECT_EQ(Print(g, e, names, {.sense = Sense::kLogical}), "if v < v then true else false");
  EXPECT_EQ(Print(g, e, names), "if v < v then 1 else 0");
}

TEST_F(PrintTest, DerivativesAndNames) {
  EXPECT_EQ(Text(g.Variable(VariableId(3), 1)), "der(x3)");
  EXPECT_EQ(Text(g.Variable(VariableId(3), 2)), "der(der(x3))");
  EXPECT_EQ(Text(Sum(g, g.Time(), p)), "p0 + time");
}

TEST_F(PrintTest, NumbersReadBackExactly) {
  for (const double value :
       {0.1, 1.0 / 3.0, 1e-300, 6.02214076e23, 123456789.0, std::numeric_limits<double>::min()}) {
    EXPECT_EQ(std::stod(PrintNumber(value)), value);
  }
  EXPECT_EQ(PrintNumber(9.81), "9.81");
  EXPECT_EQ(PrintNumber(2.0), "2");
  EXPECT_EQ(PrintNumber(-0.0), "0");
}

TEST_F(PrintTest, SharedExpressionsDoNotExplode) {
  ExprId e = x;
  for (int i = 0; i < 100; ++i) e = Sum(g, Unary(g, Op::kSin, e), Unary(g, Op::kCos, e));
  const PrintNames names{[](VariableId) { return std::string("x"); }, {}};
  const std::string text = Print(g, e, names, {.max_length = 50});
  EXPECT_EQ(text.size(), 53u);
  EXPECT_TRUE(text.ends_with("..."));
}

}  // namespace
}  // namespace daedalus::expr
