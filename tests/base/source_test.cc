#include "daedalus/base/source.h"

#include <gtest/gtest.h>

namespace daedalus {
namespace {

TEST(Sources, LocatesLinesAndCountsColumnsInCodePoints) {
  Sources sources;
  const SourceFileId file = sources.Add("a.mo", "model Ä\n  Real é x;\r\nend");
  const std::string_view text = sources.Text(file);
  const auto at = [&](std::string_view what) {
    return sources.Locate(file, static_cast<std::uint32_t>(text.find(what)));
  };
  EXPECT_EQ(at("Real").line, 2u);
  EXPECT_EQ(at("Real").column, 3u);
  EXPECT_EQ(at("x;").column, 10u) << "é is one column although it has two bytes";
  EXPECT_EQ(sources.Line(file, 2), "  Real é x;") << "without the carriage return";
  EXPECT_EQ(sources.Line(file, 3), "end");
  EXPECT_EQ(sources.Line(file, 4), "");
}

TEST(Sources, AnOffsetBehindTheTextIsItsEnd) {
  Sources sources;
  const SourceFileId file = sources.Add("a.mo", "ab\n");
  EXPECT_EQ(sources.Locate(file, 1000).line, 2u);
  EXPECT_EQ(sources.Locate(file, 1000).column, 1u);
}

TEST(Span, CoverIgnoresInvalidSpansAndOtherFiles) {
  const Span a{SourceFileId(0), 3, 5}, b{SourceFileId(0), 10, 12}, other{SourceFileId(1), 0, 99};
  EXPECT_EQ(Cover(a, b), (Span{SourceFileId(0), 3, 12}));
  EXPECT_EQ(Cover(Span{}, b), b);
  EXPECT_EQ(Cover(a, Span{}), a);
  EXPECT_EQ(Cover(a, other), a);
}

}  // namespace
}  // namespace daedalus
