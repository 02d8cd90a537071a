#include "daedalus/base/escape_markup.h"

#include <cstdint>

namespace daedalus {
namespace {

constexpr std::string_view kReplacement = "\xEF\xBF\xBD";

// The length of the UTF-8 character at the start; 0 if the bytes are not one, or if XML does not allow it
// (XML 1.0, section 2.2).
std::size_t CharacterLength(std::string_view text) {
  const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(text[i]); };
  const unsigned char first = byte(0);
  if (first < 0x80) return first >= 0x20 || first == '\t' || first == '\n' || first == '\r' ? 1 : 0;
  const std::size_t length = first >= 0xF0 ? 4 : first >= 0xE0 ? 3 : 2;
  if (first < 0xC2 || first > 0xF4 || text.size() < length) return 0;
  std::uint32_t code = first & (0xFFu >> (length + 1));
  for (std::size_t i = 1; i < length; ++i) {
    if ((byte(i) & 0xC0u) != 0x80u) return 0;
    code = code << 6 | (byte(i) & 0x3Fu);
  }
  constexpr std::uint32_t kSmallest[] = {0, 0, 0x80, 0x800, 0x10000};
  const bool is_surrogate = code >= 0xD800 && code <= 0xDFFF;
  const bool is_allowed =
      code >= kSmallest[length] && code <= 0x10FFFF && !is_surrogate && code != 0xFFFE && code != 0xFFFF;
  return is_allowed ? length : 0;
}

}  // namespace

std::string EscapeMarkup(std::string_view text) {
  std::string out;
  out.reserve(text.size());
  while (!text.empty()) {
    const std::size_t length = CharacterLength(text);
    if (length == 0) {
      out += kReplacement;
    } else if (length > 1) {
      out += text.substr(0, length);
    } else {
      switch (text[0]) {
        case '&':
          out += "&amp;";
          break;
        case '<':
          out += "&lt;";
          break;
        case '>':
          out += "&gt;";
          break;
        case '"':
          out += "&quot;";
          break;
        case '\'':
          out += "&#39;";
          break;
        case '\n':
          out += "&#10;";
          break;
        case '\t':
          out += "&#9;";
          break;
        case '\r':
          out += "&#13;";
          break;
        default:
          out += text[0];
      }
    }
    text.remove_prefix(length == 0 ? 1 : length);
  }
  return out;
}

}  // namespace daedalus
