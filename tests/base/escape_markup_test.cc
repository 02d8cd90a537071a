#include "daedalus/base/escape_markup.h"

#include <gtest/gtest.h>

namespace daedalus {
namespace {

TEST(EscapeMarkup, NoTextBecomesMarkup) {
  EXPECT_EQ(EscapeMarkup("<script>\"'&"), "&lt;script&gt;&quot;&#39;&amp;");
  EXPECT_EQ(EscapeMarkup("Ω 漢"), "Ω 漢");
  EXPECT_EQ(EscapeMarkup(std::string_view("a\0b\x1b", 4)),
            "a\xEF\xBF\xBD"
            "b\xEF\xBF\xBD");
  EXPECT_EQ(EscapeMarkup("\xff\xc0\x80\xed\xa0\x80"),
            "\xEF\xBF\xBD\xEF\xBF\xBD\xEF\xBF\xBD\xEF\xBF\xBD\xEF\xBF\xBD\xEF\xBF\xBD");
  EXPECT_EQ(EscapeMarkup("\xEF\xBF\xBF"), "\xEF\xBF\xBD\xEF\xBF\xBD\xEF\xBF\xBD");  // U+FFFF
  EXPECT_EQ(EscapeMarkup("a\tb\nc\rd"), "a&#9;b&#10;c&#13;d");
}

}  // namespace
}  // namespace daedalus
