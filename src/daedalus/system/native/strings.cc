#include "daedalus/system/native/strings.h"

#include <algorithm>
#include <cctype>
#include <charconv>

namespace daedalus::native {
namespace {

// The byte at the index, from 1; 0 behind the end.
char At(std::string_view text, std::int64_t index) {
  return index >= 1 && index <= static_cast<std::int64_t>(text.size())
             ? text[static_cast<std::size_t>(index) - 1]
             : '\0';
}
bool IsDigit(char c) {
  return c >= '0' && c <= '9';
}
bool IsSign(char c) {
  return c == '+' || c == '-';
}
bool IsLetter(char c) {
  return std::isalpha(static_cast<unsigned char>(c)) != 0;
}

std::int64_t SkipDigits(std::string_view text, std::int64_t index) {
  while (IsDigit(At(text, index))) ++index;
  return index;
}

// What lies from `first` on before `end`.
std::string_view Between(std::string_view text, std::int64_t first, std::int64_t end) {
  return text.substr(static_cast<std::size_t>(first) - 1, static_cast<std::size_t>(end - first));
}

// As a number; a leading `+` is nothing to from_chars.
template <class T>
bool Convert(std::string_view text, T* value) {
  if (text.starts_with('+')) text.remove_prefix(1);
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), *value);
  return error == std::errc() && end == text.data() + text.size();
}

}  // namespace

std::string Substring(std::string_view text, std::int64_t first, std::int64_t last) {
  const auto length = static_cast<std::int64_t>(text.size());
  first = std::max<std::int64_t>(first, 1);
  if (last < 0) last = first;
  last = std::min(last, length);
  if (first > length || last < first) return {};
  return std::string(Between(text, first, last + 1));
}

Order Compare(std::string_view a, std::string_view b, bool is_case_sensitive) {
  const auto byte = [&](char c) {
    const auto u = static_cast<unsigned char>(c);
    return is_case_sensitive ? static_cast<int>(u) : std::tolower(u);
  };
  const std::size_t common = std::min(a.size(), b.size());
  for (std::size_t i = 0; i < common; ++i) {
    if (byte(a[i]) != byte(b[i])) return byte(a[i]) < byte(b[i]) ? Order::kLess : Order::kGreater;
  }
  return a.size() == b.size() ? Order::kEqual : a.size() < b.size() ? Order::kLess : Order::kGreater;
}

std::int64_t SkipWhiteSpace(std::string_view text, std::int64_t start) {
  while (At(text, start) != '\0' && std::isspace(static_cast<unsigned char>(At(text, start)))) ++start;
  return start;
}

Scanned<double> ScanReal(std::string_view text, std::int64_t start, bool is_unsigned) {
  const std::int64_t token = SkipWhiteSpace(text, start);
  std::int64_t end = token;
  if (IsSign(At(text, end))) {
    if (is_unsigned) return {start, 0.0};
    ++end;
  }
  end = SkipDigits(text, end);
  if (At(text, end) == '.') end = SkipDigits(text, end + 1);
  if (At(text, end) == 'e' || At(text, end) == 'E') {
    const std::int64_t exponent = IsSign(At(text, end + 1)) ? end + 2 : end + 1;
    if (!IsDigit(At(text, exponent))) return {start, 0.0};
    end = SkipDigits(text, exponent);
  }
  double value = 0.0;
  if (end == token || !Convert(Between(text, token, end), &value)) return {start, 0.0};
  return {end, value};
}

Scanned<std::int64_t> ScanInteger(std::string_view text, std::int64_t start, bool is_unsigned) {
  const std::int64_t token = SkipWhiteSpace(text, start);
  const bool has_sign = IsSign(At(text, token));
  const std::int64_t digits = token + (has_sign ? 1 : 0), end = SkipDigits(text, digits);
  const char behind = At(text, end);
  const bool is_real = behind == '.' || behind == 'e' || behind == 'E';
  std::int32_t value = 0;
  if ((is_unsigned && has_sign) || is_real || end == digits || !Convert(Between(text, token, end), &value))
    return {start, 0};
  return {end, value};
}

Scanned<std::string> ScanString(std::string_view text, std::int64_t start) {
  const std::int64_t token = SkipWhiteSpace(text, start);
  if (At(text, token) != '"') return {start, {}};
  std::int64_t end = token + 1;
  while (At(text, end) != '"' || At(text, end - 1) == '\\') {
    if (At(text, end) == '\0') return {start, {}};
    ++end;
  }
  if (end == token + 1) return {start, {}};  // so the library has it: nothing between the quotes is no token
  return {end + 1, std::string(Between(text, token + 1, end))};
}

Scanned<std::string> ScanIdentifier(std::string_view text, std::int64_t start) {
  const std::int64_t token = SkipWhiteSpace(text, start);
  if (!IsLetter(At(text, token))) return {start, {}};
  std::int64_t end = token + 1;
  while (IsLetter(At(text, end)) || IsDigit(At(text, end)) || At(text, end) == '_') ++end;
  return {end, std::string(Between(text, token, end))};
}

std::int32_t HashString(std::string_view text) {
  std::uint32_t hash = 0xAAAAAAAAu;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const std::uint32_t byte = static_cast<unsigned char>(text[i]);
    hash ^= i % 2 == 0 ? (hash << 7) ^ (byte * (hash >> 3)) : ~((hash << 11) + (byte ^ (hash >> 5)));
  }
  return static_cast<std::int32_t>(hash);
}

}  // namespace daedalus::native
