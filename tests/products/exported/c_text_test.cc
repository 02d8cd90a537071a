#include "daedalus/products/exported/c_text.h"

#include <gtest/gtest.h>

#include "daedalus/products/exported/event_texts.h"

namespace daedalus::exported {
namespace {

TEST(CText, NamesAreThoseOfC) {
  EXPECT_EQ(Identifier("Lib.Model"), "Lib_Model");
  EXPECT_EQ(Identifier("u[2]"), "u_2_");
  EXPECT_EQ(Identifier("int"), "int_");
  EXPECT_EQ(Identifier("2x"), "Model_2x");
}

TEST(CText, TextsEndNoCommentAndNoString) {
  EXPECT_EQ(Harmless("a */ \"b\"\n"), "a  / \\\"b\\\" ");
}

TEST(CText, NumbersAreReadBackToTheLastBit) {
  for (const double value : {0.1, 1.0 / 3, 1e300, 1e-300, 4.0}) EXPECT_EQ(std::stod(CNumber(value)), value);
  EXPECT_EQ(CNumber(-1), "(-1.0)");
}

TEST(CText, WordsBetweenDollarsAreReplaced) {
  EXPECT_EQ(Fill("static $A$ x[$N$];", {{"A", "int"}, {"N", "3"}}), "static int x[3];");
}

}  // namespace
}  // namespace daedalus::exported
