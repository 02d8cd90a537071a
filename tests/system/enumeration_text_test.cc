#include "daedalus/system/enumeration_text.h"

#include <gtest/gtest.h>

namespace daedalus {
namespace {

using Literals = std::vector<std::string>;

TEST(EnumerationText, ReadsWhatItWrites) {
  for (const Literals& literals :
       {Literals{"a"}, Literals{"off", "on"}, Literals{"'a, b'", "'(c)'", "'d\\'e'"}}) {
    const auto read = ReadEnumerationText(EnumerationText({"P.'T (1)'.Kind", literals}));
    ASSERT_TRUE(read);
    EXPECT_EQ(read->name, "P.'T (1)'.Kind");
    EXPECT_EQ(read->literals, literals);
  }
}

TEST(EnumerationText, RefusesOtherTexts) {
  for (const char* text :
       {"", "Kind", "(a)", "Kind(", "Kind()", "Kind(a", "Kind(a,)", "Kind(a) b", "Kind('a)"})
    EXPECT_FALSE(ReadEnumerationText(text)) << text;
}

}  // namespace
}  // namespace daedalus
