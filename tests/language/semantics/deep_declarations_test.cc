// Declarations that need each other in a long chain are followed by recursion, so the stack limits them.
#include <gtest/gtest.h>

#include <string>

#include "language/semantics/support.h"
#include "sanitized.h"

namespace daedalus::semantics {
namespace {

// p0 = p1 + 1, p1 = p2 + 1, ...; each binding is nested `depth` parentheses deep.
std::string ChainOf(int length, int depth = 0) {
  std::string text = "model M";
  for (int i = 0; i < length; ++i) {
    text += " parameter Real p" + std::to_string(i) + " = " + std::string(depth, '(') + "p" +
            std::to_string(i + 1);
    for (int k = 0; k < depth; ++k) text += "+0)";
    text += " + 1;";
  }
  return text + " parameter Real p" + std::to_string(length) + " = 1; Real x = p0; end M;";
}

TEST(DeepDeclarations, AChainIsFollowed) {
  EXPECT_EQ(FlattenText(ChainOf(IsSanitized() ? 100 : 900)).Messages(), "");
}

TEST(DeepDeclarations, AChainHasALimitAndNoCrash) {
  for (const int length : {1100, 5000}) {
    const std::string messages = FlattenText(ChainOf(length)).Messages();
    EXPECT_NE(messages.find("declarations need each other in a row up to here"), std::string::npos)
        << messages.substr(0, 500);
  }
}

// Expressions take some of the stack, too.
TEST(DeepDeclarations, DeepExpressionsInAChainAreRefusedBeforeTheStackEnds) {
  const std::string messages = FlattenText(ChainOf(990, 40)).Messages();
  if (!messages.empty()) EXPECT_NE(messages.find("need each other in a row"), std::string::npos) << messages;
}

}  // namespace
}  // namespace daedalus::semantics
