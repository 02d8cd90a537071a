#include "daedalus/system/enumeration_text.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace daedalus {
namespace {

// The end of the part that begins at `at`: the first of the characters `ends` outside quotes.
std::size_t EndOfPart(std::string_view text, std::size_t at, std::string_view ends) {
  bool is_quoted = false;
  for (; at < text.size(); ++at) {
    if (text[at] == '\'') is_quoted = !is_quoted;
    if (is_quoted && text[at] == '\\') ++at;
    if (!is_quoted && ends.find(text[at]) != std::string_view::npos) return at;
  }
  return std::string_view::npos;
}

}  // namespace

std::string EnumerationText(const Enumeration& enumeration) {
  return fmt::format("{}({})", enumeration.name, fmt::join(enumeration.literals, ", "));
}

std::optional<Enumeration> ReadEnumerationText(std::string_view text) {
  std::size_t end = EndOfPart(text, 0, "(");
  if (end == std::string_view::npos || end == 0) return std::nullopt;
  Enumeration out{.name = std::string(text.substr(0, end)), .literals = {}};
  while (text[end] != ')') {
    const std::size_t begin = text.find_first_not_of(' ', end + 1);
    if (begin == std::string_view::npos) return std::nullopt;
    end = EndOfPart(text, begin, ",)");
    if (end == std::string_view::npos || end == begin) return std::nullopt;
    out.literals.emplace_back(text.substr(begin, end - begin));
  }
  return end + 1 == text.size() ? std::optional(out) : std::nullopt;
}

}  // namespace daedalus
