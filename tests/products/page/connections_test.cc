#include "daedalus/products/page/connections.h"

#include <gtest/gtest.h>

namespace daedalus::page {
namespace {

using Names = std::vector<std::string>;

TEST(ArgumentsOfConnect, AreReadFromTheText) {
  EXPECT_EQ(ArgumentsOfConnect("connect(a.p, b[i + 1, 2].n)"), (Names{"a.p", "b[i+1,2].n"}));
  EXPECT_EQ(ArgumentsOfConnect("connect (\n a,\n b )"), (Names{"a", "b"}));
  EXPECT_EQ(ArgumentsOfConnect("connect(f[g(1, 2)].p, q)"), (Names{"f[g(1,2)].p", "q"}));
}

TEST(ArgumentsOfConnect, OtherTextsHaveNone) {
  for (const char* text :
       {"", "connect", "connect(", "connect(a)", "connected(a, b)", "x = y", "connect)a, b("})
    EXPECT_TRUE(ArgumentsOfConnect(text).empty()) << text;
}

TEST(ConnectorOf, HasTheSubscriptsOfTheVariable) {
  EXPECT_EQ(ConnectorOf("c.r[2].p.v", "c", "r[i+1].p"), "c.r[2].p");
  EXPECT_EQ(ConnectorOf("p.v", "", "p"), "p");
  EXPECT_EQ(ConnectorOf("a.frame.R.w[3]", "a", "frame"), "a.frame");
  EXPECT_EQ(ConnectorOf("'a.b'.p.v", "", "'a.b'.p"), "'a.b'.p");
}

TEST(ConnectorOf, IsEmptyForOtherVariables) {
  EXPECT_EQ(ConnectorOf("c.r[2].p.v", "c", "r[i].n"), "");
  EXPECT_EQ(ConnectorOf("cc.r.p.v", "c", "r.p"), "");
  EXPECT_EQ(ConnectorOf("c", "c", "r.p"), "");
  EXPECT_EQ(ConnectorOf("r.p", "", "r.p.q"), "");
}

}  // namespace
}  // namespace daedalus::page
