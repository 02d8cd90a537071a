// Positions as editors count them: lines from 0, and UTF-16 code units within a line.
//
// Lines end with \n, \r\n or \r. A byte that is not UTF-8 counts as one unit, as editors replace it by one
// character.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "daedalus/language/syntax/node.h"

namespace daedalus::ide {

struct Position {
  std::uint32_t line = 0;
  std::uint32_t character = 0;
  friend auto operator<=>(const Position&, const Position&) = default;
};

struct TextRange {
  Position start, end;
  friend bool operator==(const TextRange&, const TextRange&) = default;
};

// Views the text, which must outlive it.
class Lines {
 public:
  explicit Lines(std::string_view text);

  Position PositionOf(std::size_t offset) const;
  TextRange RangeOf(syntax::Place place) const { return {PositionOf(place.begin), PositionOf(place.end)}; }
  // A position beyond the end of its line means the end of the line; a position beyond the text means the end
  // of the text. A position between the two units of a character means the start of the character.
  std::size_t OffsetOf(Position position) const;
  std::size_t size() const { return starts_.size(); }
  std::uint32_t StartOf(std::size_t line) const { return starts_[line]; }
  // Without its end.
  std::string_view Line(std::size_t line) const;

 private:
  std::string_view text_;
  std::vector<std::uint32_t> starts_;
};

}  // namespace daedalus::ide
