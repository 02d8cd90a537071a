#include <gtest/gtest.h>

#include "syntax_testing.h"

namespace daedalus::syntax {
namespace {

TEST(Expression, ProductsBindTighterThanSums) {
  EXPECT_EQ(ShapeOf("a + b*c - d"), "(a + (b * c) - d)");
  EXPECT_EQ(ShapeOf("(a + b)*c"), "((a + b) * c)");
  EXPECT_EQ(ShapeOf("a - (b - c)"), "(a - (b - c))");
  EXPECT_EQ(ShapeOf("a/b/c"), "(a / b / c)");
}

TEST(Expression, ASignAppliesToTheWholeFirstTerm) {
  EXPECT_EQ(ShapeOf("-a*b + c"), "((- (a * b)) + c)");
  EXPECT_EQ(ShapeOf("-x^2"), "(- (x ^ 2))");
  EXPECT_EQ(ShapeOf("(-x)^2"), "((- x) ^ 2)");
  EXPECT_EQ(ShapeOf("+a"), "(+ a)");
  EXPECT_EQ(ShapeOf(".-a"), "(.- a)");
  EXPECT_EQ(ShapeOf("a < -b"), "(a < (- b))");
}

TEST(Expression, LogicalOperatorsAreLoosest) {
  EXPECT_EQ(ShapeOf("a or b and not c < d + 1"), "(a or (b and (not (c < (d + 1)))))");
  EXPECT_EQ(ShapeOf("not a == b"), "(not (a == b))");
  EXPECT_EQ(ShapeOf("a or b or c"), "(a or b or c)");
}

TEST(Expression, EveryRelation) {
  for (const std::string_view op : {"<", "<=", ">", ">=", "==", "<>"}) {
    EXPECT_EQ(ShapeOf(fmt::format("a {} b", op)), fmt::format("(a {} b)", op));
  }
}

TEST(Expression, ElementwiseOperatorsHaveThePrecedenceOfTheirPlainForms) {
  EXPECT_EQ(ShapeOf("a .+ b .* c .^ d ./ e .- f"), "(a .+ (b .* (c .^ d) ./ e) .- f)");
  EXPECT_EQ(ShapeOf("2 .* x"), "(2 .* x)");
  EXPECT_EQ(ShapeOf("2.*x"), "(2. * x)");  // the longest token wins
}

TEST(Expression, IfExpressionsTakeElseifAndNest) {
  EXPECT_EQ(ShapeOf("if a then b elseif c then d else e"), "(if a b c d e)");
  EXPECT_EQ(ShapeOf("if a then b else if c then d else e + 1"), "(if a b (if c d (e + 1)))");
  EXPECT_EQ(ShapeOf("1 + (if a then b else c)"), "(1 + (if a b c))");
}

TEST(Expression, RangesAreLooserThanOperators) {
  EXPECT_EQ(ShapeOf("1:n + 1"), "(: 1 (n + 1))");
  EXPECT_EQ(ShapeOf("0:0.1:2*n"), "(: 0 0.1 (2 * n))");
  EXPECT_EQ(ShapeOf("{1:3, (1:2)}"), "{(: 1 3) (: 1 2)}");
}

TEST(Expression, ReferencesHaveSubscriptsAndAGlobalDot) {
  EXPECT_EQ(ShapeOf("a.b[1, :].c"), "a.b[1 :].c");
  EXPECT_EQ(ShapeOf(".Modelica.Constants.pi"), ".Modelica.Constants.pi");
  EXPECT_EQ(ShapeOf("a[end - 1:end]"), "a[(: (end - 1) end)]");
  EXPECT_EQ(ShapeOf("x[size(x, 1), {1, end}]"), "x[(call size x 1) {1 end}]");
  EXPECT_EQ(ShapeOf("'strange name'.'a.b'"), "'strange name'.'a.b'");
}

TEST(Expression, EndIsAValueOnlyInSubscripts) {
  EXPECT_EQ(ShapeOf("1 + end"), "1:26 `end` is a value only inside a subscript");
}

TEST(Expression, CallsHavePositionalAndNamedArguments) {
  EXPECT_EQ(ShapeOf("f()"), "(call f)");
  EXPECT_EQ(ShapeOf("f(1, x, name = 2, other = g(y))"), "(call f 1 x name=2 other=(call g y))");
  EXPECT_EQ(ShapeOf("A.B.f(x)"), "(call A.B.f x)");
  EXPECT_EQ(ShapeOf("der(x)"), "(call der x)");
  EXPECT_EQ(ShapeOf("if initial() then pure(f(x)) else 0"), "(if (call initial) (call pure (call f x)) 0)");
}

TEST(Expression, ClockedOperatorsAreCalls) {
  EXPECT_EQ(ShapeOf("sample(u, Clock(1, 10))"), "(call sample u (call Clock 1 10))");
  EXPECT_EQ(ShapeOf("superSample(previous(x), 2) + hold(y)"),
            "((call superSample (call previous x) 2) + (call hold y))");
}

TEST(Expression, FunctionsCanBePartiallyApplied) {
  EXPECT_EQ(ShapeOf("integrate(function A.f(a = 1, b = x), 0, upper = function g())"),
            "(call integrate (function A.f a=1 b=x) 0 upper=(function g))");
}

TEST(Expression, ArraysMatricesAndTuples) {
  EXPECT_EQ(ShapeOf("{{1, 2}, {3, 4}}"), "{{1 2} {3 4}}");
  EXPECT_EQ(ShapeOf("[1, 2; 3, 4]"), "[1 2; 3 4]");
  EXPECT_EQ(ShapeOf("[a; b; c]"), "[a; b; c]");
  EXPECT_EQ(ShapeOf("(a, , b)"), "(tuple a _ b)");
  EXPECT_EQ(ShapeOf("(, a)"), "(tuple _ a)");
  EXPECT_EQ(ShapeOf("((((a))))"), "a");
}

TEST(Expression, ComprehensionsHaveSeveralIndices) {
  EXPECT_EQ(ShapeOf("sum(a[i]*b[j] for i in 1:n, j)"), "(for sum (a[i] * b[j]) (i (: 1 n)) (j))");
  EXPECT_EQ(ShapeOf("{i^2 for i in {1, 3, 5}}"), "(for {} (i ^ 2) (i {1 3 5}))");
}

TEST(Expression, AParenthesizedExpressionCanBeSubscripted) {
  EXPECT_EQ(ShapeOf("(a + b)[1, end]"), "(at (a + b) 1 end)");
  EXPECT_EQ(ShapeOf("(f(x))[2]"), "(at (call f x) 2)");
}

TEST(Expression, LiteralsKeepTheirText) {
  for (const std::string_view literal :
       {"0", "42", "1.", "1.5", ".5", "1e3", "1.E-3", ".5e+1", "true", "false", "\"a\\\"b\""}) {
    EXPECT_EQ(ShapeOf(literal), literal);
  }
}

TEST(Expression, LiteralValues) {
  const Parsed parsed(R"(model M equation x = {12, 1.5e-3, .25, 1e-400, "a\tb\\\"c"}; end M;)");
  ASSERT_TRUE(parsed.ok()) << parsed.AllMessages();
  const Tree& tree = parsed.tree();
  const auto elements = tree.Elements(tree[tree[parsed.SectionAt(0).equations[0]].right]);
  EXPECT_EQ(tree.IntegerValue(tree[elements[0]]), 12);
  EXPECT_EQ(tree.Number(tree[elements[0]]), 12.0);
  EXPECT_EQ(tree.Number(tree[elements[1]]), 1.5e-3);
  EXPECT_EQ(tree.Number(tree[elements[2]]), 0.25);
  EXPECT_EQ(tree.Number(tree[elements[3]]), 0.0);
  EXPECT_EQ(tree.StringValue(tree[elements[4]]), "a\tb\\\"c");
}

TEST(Expression, SpansCoverTheTextOfEachPart) {
  const Parsed parsed("model M equation x = a + f(b)*c; end M;");
  const Tree& tree = parsed.tree();
  const Expression& sum = tree[tree[parsed.SectionAt(0).equations[0]].right];
  EXPECT_EQ(parsed.sources().Text(tree.SpanOf(sum)), "a + f(b)*c");
  EXPECT_EQ(parsed.sources().Text(tree.SpanOf(tree.Terms(sum)[1].operand)), "f(b)*c");
}

TEST(Expression, WhatTheGrammarDoesNotHaveIsReportedOnce) {
  EXPECT_EQ(ShapeOf("a * -b"), "1:26 `-` cannot follow another operator directly");
  EXPECT_EQ(ShapeOf("a ^ b ^ c"), "1:28 `^` cannot be chained");
  EXPECT_EQ(ShapeOf("a < b < c"), "1:28 `<` cannot be chained");
  EXPECT_EQ(ShapeOf("not not a"), "1:26 `not` cannot follow another operator directly");
  EXPECT_EQ(ShapeOf("- - - - a"), "1:24 `-` cannot follow another operator directly");
  EXPECT_EQ(ShapeOf("a +"), "1:25 expected an expression, found `;`");
  EXPECT_EQ(ShapeOf("f(a, )"), "1:27 expected an expression, found `)`");
  EXPECT_EQ(ShapeOf("f(a = 1, 2)"), "1:31 an argument without a name is not allowed here");
  EXPECT_EQ(ShapeOf("g(function f(1))"), "1:35 an argument without a name is not allowed here");
  EXPECT_EQ(ShapeOf("if a then b"), "1:33 expected `else`, found `;`");
  EXPECT_EQ(ShapeOf("1 + if a then b else c"), "1:26 expected an expression, found the keyword `if`");
  EXPECT_EQ(ShapeOf("{a, b"), "1:27 expected `}`, found `;`");
  EXPECT_EQ(ShapeOf("a.1"), "1:23 expected `;`, found `.1`");
}

}  // namespace
}  // namespace daedalus::syntax
