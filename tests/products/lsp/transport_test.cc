#include "daedalus/products/lsp/transport.h"

#include <gtest/gtest.h>

#include "daedalus/products/lsp/uri.h"

namespace daedalus::lsp {
namespace {

TEST(Transport, MessagesComeInAnyPieces) {
  const std::string bytes = Framed("{\"a\":1}") + "content-length: 2\r\nContent-Type: x\r\n\r\n[]";
  for (std::size_t size = 1; size < bytes.size(); ++size) {
    MessageReader reader;
    std::string seen;
    for (std::size_t at = 0; at < bytes.size(); at += size) {
      reader.Feed(std::string_view(bytes).substr(at, size));
      while (const auto item = reader.Next()) seen += item->text + item->mistake + ";";
    }
    EXPECT_EQ(seen, "{\"a\":1};[];");
  }
}

TEST(Transport, GoesOnBehindABadHeader) {
  for (const std::string bad : {"Content-Length: x\r\n\r\n", "Content-Length: 99999999999\r\n\r\n",
                                "Nothing: 1\r\n\r\n", "Content-Length: -1\r\n\r\n"}) {
    MessageReader reader;
    reader.Feed(bad + Framed("{}"));
    const auto mistake = reader.Next();
    ASSERT_TRUE(mistake) << bad;
    EXPECT_FALSE(mistake->mistake.empty()) << bad;
    const auto next = reader.Next();
    ASSERT_TRUE(next) << bad;
    EXPECT_EQ(next->text, "{}") << bad;
  }
}

TEST(Uris, ArePathsAndBack) {
  for (const std::string path : {"/a/b.mo", "/with space/ä.mo", "/100%/a+b.mo", "/a#b?c.mo"})
    EXPECT_EQ(PathOfUri(UriOfPath(path)), path);
  EXPECT_EQ(PathOfUri("file://localhost/a%20b.mo"), "/a b.mo");
  EXPECT_EQ(PathOfUri("file:///a%2"), "/a%2");
  EXPECT_EQ(PathOfUri("untitled:Untitled-1"), "untitled:Untitled-1");
  EXPECT_EQ(UriOfPath("/a b"), "file:///a%20b");
}

}  // namespace
}  // namespace daedalus::lsp
