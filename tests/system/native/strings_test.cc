#include "daedalus/system/native/strings.h"

#include <gtest/gtest.h>

namespace daedalus::native {
namespace {

TEST(Strings, SubstringTakesWhatIsThere) {
  EXPECT_EQ(Substring("Daedalus", 1, 3), "Dae");
  EXPECT_EQ(Substring("Daedalus", 5, 99), "alus");
  EXPECT_EQ(Substring("Daedalus", -2, 2), "Da");
  EXPECT_EQ(Substring("Daedalus", 3, 2), "");
  EXPECT_EQ(Substring("Daedalus", 9, 9), "");
  EXPECT_EQ(Substring("Daedalus", 4, -1), "d") << "an end below 0 is the start";
}

TEST(Strings, CompareIsThatOfBytes) {
  EXPECT_EQ(Compare("abc", "abd", true), Order::kLess);
  EXPECT_EQ(Compare("abc", "ab", true), Order::kGreater);
  EXPECT_EQ(Compare("abc", "aBC", true), Order::kGreater);
  EXPECT_EQ(Compare("abc", "aBC", false), Order::kEqual);
  EXPECT_EQ(Compare("", "", true), Order::kEqual);
}

TEST(Strings, ScanReal) {
  const auto scan = [](std::string_view text, bool is_unsigned = false) {
    const auto [next, value] = ScanReal(text, 1, is_unsigned);
    return std::pair(next, value);
  };
  EXPECT_EQ(scan(" -1.5e-3x"), std::pair(std::int64_t{9}, -1.5e-3));
  EXPECT_EQ(scan("+2"), std::pair(std::int64_t{3}, 2.0));
  EXPECT_EQ(scan("3."), std::pair(std::int64_t{3}, 3.0));
  EXPECT_EQ(scan("-2", true), std::pair(std::int64_t{1}, 0.0)) << "no sign is allowed";
  EXPECT_EQ(scan("2e"), std::pair(std::int64_t{1}, 0.0)) << "an exponent without digits";
  EXPECT_EQ(scan("x"), std::pair(std::int64_t{1}, 0.0));
}

TEST(Strings, ScanInteger) {
  const auto scan = [](std::string_view text) {
    const auto [next, value] = ScanInteger(text, 1, false);
    return std::pair(next, value);
  };
  EXPECT_EQ(scan("  42,"), std::pair(std::int64_t{5}, std::int64_t{42}));
  EXPECT_EQ(scan("-7"), std::pair(std::int64_t{3}, std::int64_t{-7}));
  EXPECT_EQ(scan("4.0"), std::pair(std::int64_t{1}, std::int64_t{0})) << "a Real is no Integer";
  EXPECT_EQ(scan(""), std::pair(std::int64_t{1}, std::int64_t{0}));
}

TEST(Strings, ScanStringAndIdentifier) {
  EXPECT_EQ(ScanString(R"( "a \"b" c)", 1).value, R"(a \"b)");
  EXPECT_EQ(ScanString(R"( "a \"b" c)", 1).next, 9);
  EXPECT_EQ(ScanString("\"open", 1).next, 1);
  EXPECT_EQ(ScanIdentifier("  x_1+y", 1).value, "x_1");
  EXPECT_EQ(ScanIdentifier("  x_1+y", 1).next, 6);
  EXPECT_EQ(ScanIdentifier("1x", 1).next, 1);
  EXPECT_EQ(SkipWhiteSpace(" \t\nx", 1), 4);
  EXPECT_EQ(SkipWhiteSpace("  ", 1), 3);
}

// Of the library's own implementation in C (ModelicaStrings.c of version 4.1.0).
TEST(Strings, HashToTheBit) {
  EXPECT_EQ(HashString(""), -1431655766);
  EXPECT_EQ(HashString("a"), -357913953);
  EXPECT_EQ(HashString("Daedalus"), 1892545699);
  EXPECT_EQ(HashString("Modelica.Blocks.Noise"), -1992542438);
}

}  // namespace
}  // namespace daedalus::native
