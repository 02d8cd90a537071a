// Deep texts are refused with a diagnostic, long texts are not deep.
#include <gtest/gtest.h>

#include "daedalus/language/syntax/same_tree.h"
#include "daedalus/language/syntax/unparse.h"
#include "syntax_testing.h"

namespace daedalus::syntax {
namespace {

constexpr int kVeryDeep = 100000;

std::string Repeat(std::string_view text, int n) {
  std::string all;
  for (int i = 0; i < n; ++i) all += text;
  return all;
}

std::string Equation(std::string_view left, int n, std::string_view middle, std::string_view right) {
  return fmt::format("model M equation x = {}{}{}; end M;", Repeat(left, n), middle, Repeat(right, n));
}

// Texts that nest n levels deep, one for each way of nesting.
std::vector<std::pair<std::string, std::string>> Nested(int n) {
  std::string classes, class_ends;
  for (int i = 0; i < n; ++i) {
    classes += "package P ";
    class_ends += "end P; ";
  }
  return {
      {"parentheses", Equation("(", n, "1", ")")},
      {"signs", Equation("-(", n, "1", ")")},
      {"not", Equation("not (", n, "a", ")")},
      {"arrays", Equation("{", n, "1", "}")},
      {"matrices", Equation("[", n, "1", "]")},
      {"calls", Equation("f(", n, "1", ")")},
      {"named arguments", Equation("f(a=", n, "1", ")")},
      {"partial applications", fmt::format("model M equation x = f({}); end M;",
                                           Repeat("function g(a = ", n) + "1" + Repeat(")", n))},
      {"subscripts", Equation("a[", n, "1", "]")},
      {"if-expressions", Equation("if a then b else ", n, "c", "")},
      {"if-conditions", Equation("if ", n, "c", " then a else b")},
      {"comprehensions", Equation("{", n, "1", " for i in a}")},
      {"all operators", Equation("a or a and not a < -a + a*2^(", n, "1", ")")},
      {"powers", Equation("2^(", n, "1", ")")},
      {"if-equations",
       fmt::format("model M equation {} x = 1; {} end M;", Repeat("if a then ", n), Repeat("end if; ", n))},
      {"for-equations", fmt::format("model M equation {} x = 1; {} end M;", Repeat("for i in a loop ", n),
                                    Repeat("end for; ", n))},
      {"when-statements", fmt::format("model M algorithm {} x := 1; {} end M;", Repeat("when a then ", n),
                                      Repeat("end when; ", n))},
      {"while-statements", fmt::format("model M algorithm {} x := 1; {} end M;", Repeat("while a loop ", n),
                                       Repeat("end while; ", n))},
      {"modifiers", fmt::format("model M Real x({}a = 1{}); end M;", Repeat("a(", n), Repeat(")", n))},
      {"annotations",
       fmt::format("model M annotation{}{}; end M;", Repeat("(a", n), Repeat("()", 1) + Repeat(")", n))},
      {"redeclared classes", fmt::format("model M extends A({}x = 1{}); end M;",
                                         Repeat("redeclare model B = C(", n), Repeat(")", n))},
      {"classes", classes + class_ends},
      {"unclosed parentheses", "model M equation x = " + Repeat("(", n)},
      {"unclosed classes", classes},
      {"unclosed ifs", "model M equation " + Repeat("if a then ", n)},
  };
}

TEST(Nesting, FarTooDeepTextsGiveOneDiagnosticAndNoCrash) {
  for (const auto& [what, text] : Nested(kVeryDeep)) {
    const Parsed parsed(text);
    ASSERT_EQ(parsed.diagnostics().size(), 1u) << what;
    EXPECT_EQ(parsed.diagnostics()[0].code, Code::kTooDeep) << what;
    EXPECT_TRUE(parsed.diagnostics()[0].primary.span.IsValid()) << what;
    Unparse(parsed.tree());
  }
}

TEST(Nesting, TextsBelowTheLimitAreReadPrintedAndCompared) {
  for (const auto& [what, text] : Nested(kMaxNesting / 2 - 10)) {
    if (what.starts_with("unclosed")) continue;
    const Parsed parsed(text);
    ASSERT_TRUE(parsed.ok()) << what << ": " << parsed.AllMessages();
    const Parsed again(Unparse(parsed.tree()));
    ASSERT_TRUE(again.ok()) << what << ": " << again.AllMessages();
    EXPECT_TRUE(SameTree(parsed.tree(), again.tree())) << what;
  }
}

TEST(Nesting, AMillionTermsAreOneFlatNode) {
  std::string text = "model M equation x = a";
  for (int i = 0; i < 1000000; ++i) text += i % 2 == 0 ? "+a" : "-b";
  const Parsed parsed(text + "; end M;");
  ASSERT_TRUE(parsed.ok()) << parsed.AllMessages();
  const Tree& tree = parsed.tree();
  EXPECT_EQ(tree.Terms(tree[tree[parsed.SectionAt(0).equations[0]].right]).size(), 1000001u);
  EXPECT_TRUE(SameTree(tree, Parsed(Unparse(tree)).tree()));
}

TEST(Nesting, LongListsOfEveryKindAreNotDeep) {
  constexpr int kLong = 200000;
  const std::string texts[] = {
      "model M equation x = {0" + Repeat(", 1", kLong) + "}; end M;",
      "model M equation x = f(0" + Repeat(", 1", kLong) + "); end M;",
      "model M equation x = [0" + Repeat("; 1", kLong) + "]; end M;",
      "model M equation x = a" + Repeat(".a", kLong) + "; end M;",
      "model M equation x = a" + Repeat("*(a+1)", kLong) + "; end M;",
      "model M equation x = a" + Repeat(" and not a", kLong) + "; end M;",
      "model M equation x = if a then b" + Repeat(" elseif a then b", kLong) + " else c; end M;",
      "model M equation if a then " + Repeat("elseif a then x = 1; ", kLong) + "end if; end M;",
      "model M equation " + Repeat("x = 1; ", kLong) + "end M;",
      "model M Real x(a = 1" + Repeat(", a = 1", kLong) + "); end M;",
      "model M Real x" + Repeat(", x", kLong) + "; end M;",
      "model M \"a\"" + Repeat(" + \"b\"", kLong) + " end M;",
      Repeat("model M end M;\n", kLong),
  };
  for (const std::string& text : texts) {
    const Parsed parsed(text);
    ASSERT_TRUE(parsed.ok()) << text.substr(0, 60) << parsed.AllMessages().substr(0, 200);
  }
}

}  // namespace
}  // namespace daedalus::syntax
