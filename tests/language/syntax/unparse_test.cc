#include "daedalus/language/syntax/unparse.h"

#include <gtest/gtest.h>

#include "daedalus/language/syntax/same_tree.h"
#include "syntax_testing.h"

namespace daedalus::syntax {
namespace {

std::string Reprinted(std::string_view expression) {
  const Parsed parsed(fmt::format("model M equation x = {}; end M;", expression));
  if (!parsed.ok()) return parsed.AllMessages();
  return Unparse(parsed.tree(), parsed.tree()[parsed.SectionAt(0).equations[0]].right);
}

TEST(Unparse, OnlyNecessaryParenthesesStay) {
  EXPECT_EQ(Reprinted("((a) + (b*c))"), "a + b*c");
  EXPECT_EQ(Reprinted("(a + b)*c"), "(a + b)*c");
  EXPECT_EQ(Reprinted("a - (b - c)"), "a - (b - c)");
  EXPECT_EQ(Reprinted("(a - b) - c"), "(a - b) - c");  // another tree than a - b - c
  EXPECT_EQ(Reprinted("a*(-b)"), "a*(-b)");
  EXPECT_EQ(Reprinted("(-a)*b"), "(-a)*b");
  EXPECT_EQ(Reprinted("-(a*b)"), "-a*b");
  EXPECT_EQ(Reprinted("(-a) + b"), "-a + b");
  EXPECT_EQ(Reprinted("-(a + b)"), "-(a + b)");
  EXPECT_EQ(Reprinted("(a^b)^c"), "(a^b)^c");
  EXPECT_EQ(Reprinted("not (a and b)"), "not (a and b)");
  EXPECT_EQ(Reprinted("(not a) == b"), "(not a) == b");
  EXPECT_EQ(Reprinted("(a == b) and (c or d)"), "a == b and (c or d)");
  EXPECT_EQ(Reprinted("(1:3) + 2"), "(1:3) + 2");
  EXPECT_EQ(Reprinted("(if a then b else c) + 1"), "(if a then b else c) + 1");
  EXPECT_EQ(Reprinted("2 .* x .^ 3"), "2 .* x .^ 3");
  EXPECT_EQ(Reprinted("(a)[1]"), "(a)[1]");
  EXPECT_EQ(Reprinted("f((1:2), x = (a))"), "f(1:2, x=a)");
}

TEST(Unparse, AFileInTheUsualLayout) {
  const std::string text = R"(within A.B;
// about the model
encapsulated partial model M "text"
  import C = A.B;
  extends Base(redeclare final model N = O, x(start=1)=2) annotation(a=1);
  parameter Real[2] k[n](each unit="m") = {1, 2} if use "gain" annotation(Dialog(tab="x"));  // behind
protected
  inner replaceable Real z = 1 constrainedby Real(min=0);
  type E = enumeration(a "first", b);
initial equation
  z = 0;
equation
  /* before */
  der(x) = -k*x + (if a then b else c);
  if a then
    x = 1 "text";
  elseif b then
    connect(p, q.r[1]) annotation(Line());
  else
    assert(x > 0, "message");
  end if;
  for i in 1:n, j loop
    when {a, b} then
      y[i, j] = pre(y[i, j]);
    elsewhen c then
      y[i, j] = 0;
    end when;
  end for;
algorithm
  while x < 1 loop
    (a, , b) := f(x, n=1);
    break;
  end while;
  // the last words
  annotation(Icon(graphics={Line(points={{-1, 0}, {1, 0}})}));
end M;
function f
  input Real x;
  output Real y;
  external "C" y = g(x) annotation(Library="m");
end f;
)";
  const Parsed parsed(text);
  ASSERT_TRUE(parsed.ok()) << parsed.AllMessages();
  EXPECT_EQ(Unparse(parsed.tree()), text);
}

TEST(Unparse, CommentsInsideAnItemMoveBehindIt) {
  const Parsed parsed("model M\n  Real /* type */ x // name\n = 1;\nend M;\n// end\n");
  ASSERT_TRUE(parsed.ok()) << parsed.AllMessages();
  EXPECT_EQ(Unparse(parsed.tree()), "model M\n  Real x = 1;  /* type */  // name\nend M;\n// end\n");
}

TEST(Unparse, LongLinesAreBrokenBetweenTerms) {
  std::string sum = "a";
  for (int i = 0; i < 60; ++i) sum += " + variable" + std::to_string(i);
  const Parsed parsed(fmt::format("model M\nequation\n  x = {};\nend M;\n", sum));
  const std::string text = Unparse(parsed.tree());
  std::size_t longest = 0;
  for (std::size_t begin = 0; begin < text.size();) {
    const std::size_t end = text.find('\n', begin);
    longest = std::max(longest, end - begin);
    begin = end + 1;
  }
  EXPECT_LE(longest, 110u);
  EXPECT_TRUE(SameTree(parsed.tree(), Parsed(text).tree()));
}

TEST(Unparse, PartsForMessagesAreOneLineWithoutDescriptions) {
  const Parsed parsed(
      "model M equation der(x[1]) =\n -a * x[1] \"text\" annotation(b = 1); algorithm (a, b) := f(x) \"t\"; "
      "end M;");
  ASSERT_TRUE(parsed.ok()) << parsed.AllMessages();
  EXPECT_EQ(Unparse(parsed.tree(), parsed.SectionAt(0).equations[0]), "der(x[1]) = -a*x[1]");
  EXPECT_EQ(Unparse(parsed.tree(), parsed.SectionAt(1).statements[0]), "(a, b) := f(x)");
}

// Each pair differs in one thing only.
TEST(SameTree, SeesEveryDifference) {
  const std::pair<const char*, const char*> pairs[] = {
      {"model A end A;", "model B end B;"},
      {"model A end A;", "block A end A;"},
      {"model A end A;", "partial model A end A;"},
      {"model A end A;", "final model A end A;"},
      {"within A; model A end A;", "within B; model A end A;"},
      {"function A end A;", "pure function A end A;"},
      {"model A \"x\" end A;", "model A \"y\" end A;"},
      {"model A Real x; end A;", "model A Real y; end A;"},
      {"model A Real x; end A;", "model A protected Real x; end A;"},
      {"model A Real x; end A;", "model A public Real x; end A;"},
      {"model A Real x, y; end A;", "model A Real x; Real y; end A;"},
      {"model A Real x; end A;", "model A Integer x; end A;"},
      {"model A Real x = 1; end A;", "model A Real x = 1.0; end A;"},
      {"model A Real x = 1; end A;", "model A Real x := 1; end A;"},
      {"model A Real x(); end A;", "model A Real x; end A;"},
      {"model A Real x(a = 1); end A;", "model A Real x(final a = 1); end A;"},
      {"model A Real x(a = 1); end A;", "model A Real x(each a = 1); end A;"},
      {"model A Real x(a = 1); end A;", "model A Real x(a = break); end A;"},
      {"model A Real x if a; end A;", "model A Real x if b; end A;"},
      {"model A Real x[1]; end A;", "model A Real[1] x; end A;"},
      {"model A input Real x; end A;", "model A output Real x; end A;"},
      {"model A flow Real x; end A;", "model A stream Real x; end A;"},
      {"model A inner Real x; end A;", "model A outer Real x; end A;"},
      {"model A import B; end A;", "model A import B.*; end A;"},
      {"model A import C = B; end A;", "model A import D = B; end A;"},
      {"model A extends B; end A;", "model A extends .B; end A;"},
      {"model A equation x = 1; end A;", "model A initial equation x = 1; end A;"},
      {"model A equation x = a - b - c; end A;", "model A equation x = a - (b - c); end A;"},
      {"model A equation x = a + b; end A;", "model A equation x = a .+ b; end A;"},
      {"model A equation x = -a; end A;", "model A equation x = +a; end A;"},
      {"model A equation x = f(a); end A;", "model A equation x = f(a = a); end A;"},
      {"model A equation x = {a}; end A;", "model A equation x = [a]; end A;"},
      {"model A equation x = [a, b]; end A;", "model A equation x = [a; b]; end A;"},
      {"model A equation x = true; end A;", "model A equation x = false; end A;"},
      {"model A equation x = a[1]; end A;", "model A equation x = (a)[1]; end A;"},
      {"model A equation x = a[:]; end A;", "model A equation x = a[end]; end A;"},
      {"model A equation x = {i for i in a}; end A;", "model A equation x = {i for i}; end A;"},
      {"model A equation x = f(function g()); end A;", "model A equation x = f(g()); end A;"},
      {"model A equation connect(a, b); end A;", "model A equation connect(b, a); end A;"},
      {"model A equation if a then x = 1; end if; end A;",
       "model A equation when a then x = 1; end when; end A;"},
      {"model A equation x = 1 \"a\"; end A;", "model A equation x = 1; end A;"},
      {"model A algorithm x := f(y); end A;", "model A algorithm (x) := f(y); end A;"},
      {"model A algorithm break; end A;", "model A algorithm return; end A;"},
      {"type A = enumeration(a);", "type A = enumeration(:);"},
      {"type A = B;", "type A = input B;"},
      {"function A = der(f, x);", "function A = der(f, y);"},
      {"function A external; end A;", "function A external \"C\"; end A;"},
      {"model A annotation(x = 1); end A;", "model A annotation(x = 2); end A;"},
  };
  for (const auto& [a, b] : pairs) {
    const Parsed pa(a), pa_again(a), pb(b);
    ASSERT_TRUE(pa.ok()) << a << pa.AllMessages();
    ASSERT_TRUE(pb.ok()) << b << pb.AllMessages();
    EXPECT_TRUE(SameTree(pa.tree(), pa_again.tree())) << a;
    EXPECT_FALSE(SameTree(pa.tree(), pb.tree())) << a << "\n" << b;
  }
}

TEST(SameTree, IgnoresLayoutCommentsAndParentheses) {
  EXPECT_TRUE(SameTree(Parsed("model A equation x=(a)+b; end A;").tree(),
                       Parsed("model A // c\nequation\n x = a + (b); /* d */ end A ;").tree()));
}

}  // namespace
}  // namespace daedalus::syntax
