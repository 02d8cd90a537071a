#include <gtest/gtest.h>

#include "syntax_testing.h"

namespace daedalus::syntax {
namespace {

TEST(Equation, EveryKind) {
  const Parsed parsed(R"(model M
equation
  x + y = if a then b else c "text" annotation(d = 1);
  (p, , q) = f(x);
  assert(x > 0, "positive");
  connect(a.p[1], b.n) annotation(Line());
  if x > 0 then
    y = 1;
  elseif x < -1 then
  else
    y = 3; z = 4;
  end if;
  when {initial(), x > 1} then
    reinit(v, -pre(v));
  elsewhen sample(0, 1) then
    k = pre(k) + 1;
  end when;
  for i in 1:n, j loop
    a[i, j] = b[j, i];
    for k in {1, 2} loop c[k] = 0; end for;
  end for "text";
  initial() = true;
end M;)");
  ASSERT_TRUE(parsed.ok()) << parsed.AllMessages();
  const Tree& tree = parsed.tree();
  const auto e = tree.List(parsed.SectionAt(0).equations);
  ASSERT_EQ(e.size(), 8u);
  EXPECT_EQ(e[0].kind, EquationKind::kEquality);
  EXPECT_EQ(Shape(tree, e[0].left) + " = " + Shape(tree, e[0].right), "(x + y) = (if a b c)");
  EXPECT_TRUE(tree[e[0].description].annotation.IsValid());
  EXPECT_EQ(Shape(tree, e[1].left), "(tuple p _ q)");
  EXPECT_EQ(e[2].kind, EquationKind::kCall);
  EXPECT_EQ(e[3].kind, EquationKind::kConnect);
  EXPECT_EQ(Shape(tree, e[3].left), "a.p[1]");
  EXPECT_EQ(e[4].kind, EquationKind::kIf);
  ASSERT_EQ(e[4].branches.size(), 3u);
  EXPECT_TRUE(tree[e[4].branches[1]].body.empty());
  EXPECT_FALSE(tree[e[4].branches[2]].condition.IsValid());
  EXPECT_EQ(tree[e[4].branches[2]].body.size(), 2u);
  EXPECT_EQ(e[5].kind, EquationKind::kWhen);
  EXPECT_EQ(e[5].branches.size(), 2u);
  EXPECT_EQ(e[6].kind, EquationKind::kFor);
  EXPECT_EQ(e[6].indices.size(), 2u);
  EXPECT_EQ(e[6].body.size(), 2u);
  EXPECT_EQ(tree.DescriptionText(e[6].description), "text");
  EXPECT_EQ(Shape(tree, e[7].left), "(call initial)");
}

TEST(Equation, SpanIsTheEquationWithoutDescriptionAndSemicolon) {
  const Parsed parsed("model M equation\n  x = 1 \"text\";\nend M;");
  EXPECT_EQ(parsed.sources().Text(parsed.tree().SpanOf(parsed.SectionAt(0).equations[0])), "x = 1");
}

TEST(Statement, EveryKind) {
  const Parsed parsed(R"(function f
algorithm
  a.b[1] := x + 1 "text";
  (p, , q) := g(x, n = 2);
  (r) := g(x);
  print("hello");
  if x > 0 then y := 1; elseif x < 0 then return; else break; end if;
  for i in 1:2:n, j in a loop y := y + i; end for;
  while y < 10 loop y := 2*y; end while;
  when a then y := 1; elsewhen b then y := 2; end when;
end f;)");
  ASSERT_TRUE(parsed.ok()) << parsed.AllMessages();
  const Tree& tree = parsed.tree();
  const auto s = tree.List(parsed.SectionAt(0).statements);
  ASSERT_EQ(s.size(), 8u);
  EXPECT_EQ(s[0].kind, StatementKind::kAssignment);
  EXPECT_EQ(Shape(tree, s[0].target) + " := " + Shape(tree, s[0].value), "a.b[1] := (x + 1)");
  EXPECT_EQ(s[1].kind, StatementKind::kMultiple);
  EXPECT_EQ(Shape(tree, s[1].target), "(tuple p _ q)");
  EXPECT_EQ(s[2].kind, StatementKind::kMultiple);
  EXPECT_EQ(Shape(tree, s[2].target), "(tuple r)");
  EXPECT_EQ(s[3].kind, StatementKind::kCall);
  EXPECT_EQ(s[4].kind, StatementKind::kIf);
  ASSERT_EQ(s[4].branches.size(), 3u);
  EXPECT_EQ(tree[tree[s[4].branches[1]].body[0]].kind, StatementKind::kReturn);
  EXPECT_EQ(tree[tree[s[4].branches[2]].body[0]].kind, StatementKind::kBreak);
  EXPECT_EQ(s[5].kind, StatementKind::kFor);
  EXPECT_EQ(s[5].indices.size(), 2u);
  EXPECT_EQ(s[6].kind, StatementKind::kWhile);
  EXPECT_EQ(Shape(tree, s[6].value), "(y < 10)");
  EXPECT_EQ(s[7].kind, StatementKind::kWhen);
}

}  // namespace
}  // namespace daedalus::syntax
