#include "daedalus/base/base64.h"

#include <algorithm>
#include <cctype>
#include <cstdint>

namespace daedalus {
namespace {

constexpr std::string_view kBase64Digits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

}  // namespace

std::string EncodeBase64(std::string_view bytes) {
  std::string out;
  out.reserve((bytes.size() + 2) / 3 * 4);
  for (std::size_t i = 0; i < bytes.size(); i += 3) {
    std::uint32_t group = 0;
    const std::size_t count = std::min<std::size_t>(3, bytes.size() - i);
    for (std::size_t k = 0; k < 3; ++k)
      group = group << 8 | (k < count ? static_cast<unsigned char>(bytes[i + k]) : 0u);
    for (std::size_t k = 0; k < 4; ++k) out += k <= count ? kBase64Digits[group >> (18 - 6 * k) & 63] : '=';
  }
  return out;
}

std::optional<std::string> DecodeBase64(std::string_view text) {
  std::string out;
  std::uint32_t group = 0;
  int bits = 0;
  bool is_padded = false;
  for (const char c : text) {
    if (std::isspace(static_cast<unsigned char>(c)) != 0) continue;
    if (c == '=') {
      is_padded = true;
      continue;
    }
    const std::size_t digit = kBase64Digits.find(c);
    if (digit == std::string_view::npos || is_padded) return std::nullopt;
    group = (group << 6 | static_cast<std::uint32_t>(digit)) & 0xffffffu;
    bits += 6;
    if (bits >= 8) {
      bits -= 8;
      out += static_cast<char>(group >> bits & 0xffu);
    }
  }
  return out;
}

}  // namespace daedalus
