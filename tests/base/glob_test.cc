#include "daedalus/base/glob.h"

#include <gtest/gtest.h>

namespace daedalus {
namespace {

TEST(Glob, MatchesStarsAndQuestionMarks) {
  EXPECT_TRUE(MatchesGlob("*", ""));
  EXPECT_TRUE(MatchesGlob("R?.v", "R2.v"));
  EXPECT_FALSE(MatchesGlob("R?.v", "R22.v"));
  EXPECT_TRUE(MatchesGlob("*.v", "a.b.v"));
  EXPECT_TRUE(MatchesGlob("a*b*c", "axbxbxc")) << "the star takes more after a mismatch";
  EXPECT_FALSE(MatchesGlob("a*b", "abc"));
  EXPECT_FALSE(MatchesGlob("", "a"));
}

TEST(Glob, BracketsAreSubscripts) {
  EXPECT_TRUE(MatchesGlob("v[*]", "v[12]"));
  EXPECT_FALSE(MatchesGlob("v[1]", "v1"));
  EXPECT_TRUE(MatchesGlob("der(x[?])", "der(x[3])"));
}

TEST(Glob, IsNotExponentialInStars) {
  EXPECT_FALSE(MatchesGlob(std::string(30, '*') + "b", std::string(100000, 'a')));
}

TEST(SplitPatterns, CutsAtCommasOutsideOfBracketsAndQuotes) {
  using List = std::vector<std::string>;
  EXPECT_EQ(SplitPatterns("x,y"), (List{"x", "y"}));
  EXPECT_EQ(SplitPatterns("a[1,2], der(b[*,3]) ,'p,q'.r"), (List{"a[1,2]", "der(b[*,3])", "'p,q'.r"}));
  EXPECT_EQ(SplitPatterns(",x,, "), (List{"x"}));
  EXPECT_EQ(SplitPatterns(""), List{});
}

}  // namespace
}  // namespace daedalus
