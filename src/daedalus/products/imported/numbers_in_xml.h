// Lists and whole numbers in attributes of XML.
#pragma once

#include <algorithm>
#include <charconv>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace daedalus::imported {

inline std::vector<std::string> Words(const std::string& text) {
  std::vector<std::string> out;
  std::size_t at = 0;
  while ((at = text.find_first_not_of(" \t\r\n", at)) != std::string::npos) {
    const std::size_t end = std::min(text.find_first_of(" \t\r\n", at), text.size());
    out.push_back(text.substr(at, end - at));
    at = end;
  }
  return out;
}

inline std::optional<std::uint32_t> WholeNumber(const std::string& text) {
  std::uint32_t out = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), out);
  if (text.empty() || error != std::errc() || end != text.data() + text.size()) return std::nullopt;
  return out;
}

}  // namespace daedalus::imported
