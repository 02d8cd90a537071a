#include "daedalus/language/syntax/literals.h"

#include <charconv>
#include <limits>

namespace daedalus::syntax {
namespace {

// What `\c` means; 0 when it means nothing.
char Unescaped(char c) {
  switch (c) {
    case '\'':
    case '"':
    case '?':
    case '\\':
      return c;
    case 'a':
      return '\a';
    case 'b':
      return '\b';
    case 'f':
      return '\f';
    case 'n':
      return '\n';
    case 'r':
      return '\r';
    case 't':
      return '\t';
    case 'v':
      return '\v';
    default:
      return 0;
  }
}

}  // namespace

double NumberValue(std::string_view text) {
  double value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error == std::errc::result_out_of_range) {
    const bool tiny = text.find("e-") != text.npos || text.find("E-") != text.npos;
    return tiny ? 0.0 : std::numeric_limits<double>::infinity();
  }
  return value;
}

std::optional<std::int64_t> IntegerLiteralValue(std::string_view text) {
  std::int64_t value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || end != text.data() + text.size()) return std::nullopt;
  return value;
}

std::string StringLiteralValue(std::string_view quoted) {
  std::string value;
  if (quoted.size() < 2) return value;
  const std::string_view inner = quoted.substr(1, quoted.size() - 2);
  value.reserve(inner.size());
  for (std::size_t i = 0; i < inner.size(); ++i) {
    if (inner[i] == '\\' && i + 1 < inner.size() && IsEscapable(inner[i + 1])) {
      value += Unescaped(inner[++i]);
    } else {
      value += inner[i];
    }
  }
  return value;
}

bool IsEscapable(char c) {
  return Unescaped(c) != 0;
}

}  // namespace daedalus::syntax
