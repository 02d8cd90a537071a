#include "daedalus/products/ide/lines.h"

#include <algorithm>

#include "daedalus/language/syntax/utf8.h"

namespace daedalus::ide {
namespace {

struct Character {
  std::size_t num_bytes = 1;
  std::uint32_t num_units = 1;
};

Character CharacterAt(std::string_view text, std::size_t at) {
  if (static_cast<unsigned char>(text[at]) < 0x80) return {};
  const std::size_t length = syntax::CodePointLength(text, at);
  if (length == 0) return {};
  return {length, length == 4 ? 2u : 1u};
}

}  // namespace

Lines::Lines(std::string_view text) : text_(text), starts_{0} {
  for (std::size_t i = 0; i < text.size(); ++i) {
    const bool is_end = text[i] == '\n' || (text[i] == '\r' && (i + 1 == text.size() || text[i + 1] != '\n'));
    if (is_end) starts_.push_back(static_cast<std::uint32_t>(i + 1));
  }
}

std::string_view Lines::Line(std::size_t line) const {
  const std::size_t end = line + 1 < starts_.size() ? starts_[line + 1] : text_.size();
  std::string_view text = text_.substr(starts_[line], end - starts_[line]);
  while (!text.empty() && (text.back() == '\n' || text.back() == '\r')) text.remove_suffix(1);
  return text;
}

Position Lines::PositionOf(std::size_t offset) const {
  offset = std::min(offset, text_.size());
  const auto after = std::upper_bound(starts_.begin(), starts_.end(), offset);
  const auto line = static_cast<std::uint32_t>(after - starts_.begin() - 1);
  std::uint32_t units = 0;
  for (std::size_t at = starts_[line]; at < offset;) {
    const Character c = CharacterAt(text_, at);
    if (at + c.num_bytes > offset) break;
    at += c.num_bytes;
    units += c.num_units;
  }
  return {line, units};
}

std::size_t Lines::OffsetOf(Position position) const {
  if (position.line >= starts_.size()) return text_.size();
  const std::size_t begin = starts_[position.line];
  const std::size_t end = begin + Line(position.line).size();
  std::size_t at = begin;
  for (std::uint32_t units = 0; at < end && units < position.character;) {
    const Character c = CharacterAt(text_, at);
    if (units + c.num_units > position.character) break;
    at += c.num_bytes;
    units += c.num_units;
  }
  return at;
}

}  // namespace daedalus::ide
