// Words and numbers of texts that are read line by line.
#pragma once

#include <fmt/format.h>

#include <charconv>
#include <cmath>
#include <optional>
#include <string>
#include <string_view>

namespace daedalus::cad {

// The next word, which is taken off the text; empty at its end.
inline std::string_view TakeWord(std::string_view& text) {
  constexpr std::string_view kSpaces = " \t\r";
  const std::size_t begin = std::min(text.find_first_not_of(kSpaces), text.size());
  const std::size_t end = std::min(text.find_first_of(kSpaces, begin), text.size());
  const std::string_view word = text.substr(begin, end - begin);
  text.remove_prefix(end);
  return word;
}

// Lines are counted from 1. The number is that of the line that was taken last.
class LineReader {
 public:
  explicit LineReader(std::string_view text) : rest_(text) {}

  std::optional<std::string_view> Take() {
    if (rest_.empty()) return std::nullopt;
    const std::size_t end = rest_.find('\n');
    const std::string_view line = rest_.substr(0, end);
    rest_.remove_prefix(end == std::string_view::npos ? rest_.size() : end + 1);
    ++number_;
    return line;
  }
  std::string Mistake(std::string_view what) const { return fmt::format("line {}: {}", number_, what); }

 private:
  std::string_view rest_;
  std::size_t number_ = 0;
};

// The whole word must be a finite number.
template <class T>
std::optional<T> NumberFrom(std::string_view word) {
  if (word.starts_with('+')) word.remove_prefix(1);
  T value{};
  const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), value);
  if (error != std::errc() || end != word.data() + word.size()) return std::nullopt;
  if constexpr (std::is_floating_point_v<T>) {
    if (!std::isfinite(value)) return std::nullopt;
  }
  return value;
}

}  // namespace daedalus::cad
