// Properties over random programs: every generated text is accepted, and printing loses nothing.
#include <gtest/gtest.h>

#include "daedalus/language/syntax/same_tree.h"
#include "daedalus/language/syntax/unparse.h"
#include "random_program.h"
#include "syntax_testing.h"

namespace daedalus::syntax {
namespace {

std::vector<std::string> CommentTexts(const Tree& tree) {
  std::vector<std::string> texts;
  for (const Comment& comment : tree.comments()) texts.emplace_back(tree.Text(comment.place));
  return texts;
}

TEST(RoundTrip, RandomProgramsSurviveParsePrintParse) {
  for (std::uint64_t seed = 1; seed <= 600; ++seed) {
    const std::string text = RandomProgram(seed).File();
    const Parsed first(text);
    ASSERT_TRUE(first.ok()) << "seed " << seed << "\n" << text << "\n" << first.AllMessages();
    const std::string printed = Unparse(first.tree());
    const Parsed second(printed);
    ASSERT_TRUE(second.ok()) << "seed " << seed << "\n" << printed << "\n" << second.AllMessages();
    ASSERT_TRUE(SameTree(first.tree(), second.tree())) << "seed " << seed << "\n"
                                                       << text << "\nprinted:\n"
                                                       << printed;
    ASSERT_EQ(CommentTexts(first.tree()), CommentTexts(second.tree())) << "seed " << seed;
    ASSERT_EQ(Unparse(second.tree()), printed) << "seed " << seed;
  }
}

TEST(RoundTrip, RandomExpressionsHaveTheShapeTheGrammarGivesThem) {
  RandomProgram random(7);
  for (int i = 0; i < 300; ++i) {
    const RandomProgram::Shaped expression = random.ShapedExpression(2);
    ASSERT_EQ(ShapeOf(expression.text), expression.shape) << expression.text;
  }
}

TEST(RoundTrip, PlacesOfChildrenLieInsideTheirParents) {
  for (std::uint64_t seed = 1; seed <= 200; ++seed) {
    const Parsed parsed(RandomProgram(seed).File());
    const Tree& tree = parsed.tree();
    for (std::size_t i = 0; i < tree.NumNodes<Expression>(); ++i) {
      const Expression& e = tree[ExpressionId(i)];
      ASSERT_LT(e.place.begin, e.place.end);
      if (e.kind != ExpressionKind::kInfix) continue;
      // Parentheses around an operand belong to the operand's parent.
      for (const InfixTerm& term : tree.Terms(e)) {
        ASSERT_LE(e.place.begin, tree[term.operand].place.begin);
        ASSERT_GE(e.place.end, tree[term.operand].place.end);
      }
    }
  }
}

}  // namespace
}  // namespace daedalus::syntax
