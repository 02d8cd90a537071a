#include "daedalus/products/drawing/read/text_macros.h"

namespace daedalus::drawing {
namespace {

bool IsNameCharacter(char c, bool is_first) {
  const bool is_letter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
  return is_letter || (!is_first && c >= '0' && c <= '9');
}

// The length of the identifier at the start of the text: plain, or quoted like 'a b'. 0: there is none.
std::size_t IdentifierLength(std::string_view text) {
  if (text.starts_with('\'')) {
    const std::size_t end = text.find('\'', 1);
    return end == std::string_view::npos ? 0 : end + 1;
  }
  std::size_t length = 0;
  while (length < text.size() && IsNameCharacter(text[length], length == 0)) ++length;
  return length;
}

struct Macro {
  std::string_view name;
  std::size_t length = 0;  // with the percent sign; 0: there is no macro here
};

// `text` starts with a percent sign.
Macro MacroAt(std::string_view text) {
  if (text.size() > 1 && text[1] == '{') {
    const std::size_t end = text.find('}');
    if (end == std::string_view::npos) return {};
    return {text.substr(2, end - 2), end + 1};
  }
  const std::size_t length = IdentifierLength(text.substr(1));
  return {text.substr(1, length), length == 0 ? 0 : length + 1};
}

// Some icons write the unit behind the macro, "%T s". It must not appear twice: its length.
std::size_t RepeatedUnit(std::string_view value, std::string_view rest) {
  const std::size_t space = value.rfind(' ');
  if (space == std::string_view::npos || !rest.starts_with(value.substr(space))) return 0;
  const std::size_t length = value.size() - space;
  const bool is_longer_word = rest.size() > length && IsNameCharacter(rest[length], true);
  return is_longer_word ? 0 : length;
}

}  // namespace

std::string ReplaceMacros(std::string_view text, const MacroLookup& lookup) {
  std::string out;
  while (!text.empty()) {
    const std::size_t percent = text.find('%');
    out += text.substr(0, percent);
    if (percent == std::string_view::npos) break;
    text.remove_prefix(percent);
    if (text.starts_with("%%")) {
      out += '%';
      text.remove_prefix(2);
      continue;
    }
    const Macro macro = MacroAt(text);
    const std::size_t length = macro.length == 0 ? 1 : macro.length;
    const auto value = macro.length == 0 ? std::nullopt : lookup(macro.name);
    if (value) {
      out += *value;
    } else {
      out += text.substr(0, length);
    }
    text.remove_prefix(length);
    if (value) text.remove_prefix(RepeatedUnit(*value, text));
  }
  return out;
}

}  // namespace daedalus::drawing
