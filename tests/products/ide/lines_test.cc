#include "daedalus/products/ide/lines.h"

#include <gtest/gtest.h>

#include <string>

namespace daedalus::ide {
namespace {

TEST(Lines, CharactersAreUtf16Units) {
  const std::string text = "aé𝄞b\nx";  // 1, 2 and 4 bytes; 1, 1 and 2 units
  const Lines lines(text);
  EXPECT_EQ(lines.PositionOf(7), (Position{0, 4}));
  EXPECT_EQ(lines.OffsetOf({0, 4}), 7u);
  EXPECT_EQ(lines.OffsetOf({0, 3}), 3u) << "between the units of a character is its start";
  EXPECT_EQ(lines.PositionOf(9), (Position{1, 0}));
  for (std::size_t offset : {0u, 1u, 3u, 7u, 8u, 9u, 10u})
    EXPECT_EQ(lines.OffsetOf(lines.PositionOf(offset)), offset);
}

TEST(Lines, EndWithAnyOfThree) {
  const std::string text = "a\r\nb\rc\nd";
  const Lines lines(text);
  EXPECT_EQ(lines.size(), 4u);
  EXPECT_EQ(lines.Line(0), "a");
  EXPECT_EQ(lines.Line(1), "b");
  EXPECT_EQ(lines.PositionOf(text.size()), (Position{3, 1}));
}

TEST(Lines, PlacesOutsideAreMovedInside) {
  const std::string text = "ab\ncd";
  const Lines lines(text);
  EXPECT_EQ(lines.OffsetOf({0, 99}), 2u);
  EXPECT_EQ(lines.OffsetOf({7, 0}), 5u);
  EXPECT_EQ(lines.PositionOf(99), (Position{1, 2}));
  EXPECT_EQ(Lines("").PositionOf(3), (Position{0, 0}));
}

TEST(Lines, BytesThatAreNotUtf8CountAsOne) {
  const std::string text = "\xff\xfe z";
  EXPECT_EQ(Lines(text).PositionOf(3), (Position{0, 3}));
}

}  // namespace
}  // namespace daedalus::ide
