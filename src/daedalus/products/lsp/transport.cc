#include "daedalus/products/lsp/transport.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <charconv>

namespace daedalus::lsp {
namespace {

constexpr std::string_view kHeaderEnd = "\r\n\r\n";
constexpr std::string_view kLengthField = "content-length:";
constexpr std::size_t kMaxHeader = 4096;

std::string Lower(std::string_view text) {
  std::string out(text);
  std::transform(out.begin(), out.end(), out.begin(),
                 [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  return out;
}

// The value of Content-Length; nullopt if the header has none.
std::optional<std::size_t> LengthIn(std::string_view header) {
  const std::string lower = Lower(header);
  for (std::size_t at = lower.find(kLengthField); at != std::string::npos;
       at = lower.find(kLengthField, at + 1)) {
    if (at > 0 && lower[at - 1] != '\n') continue;
    std::size_t begin = at + kLengthField.size();
    while (begin < lower.size() && lower[begin] == ' ') ++begin;
    std::size_t length = 0;
    const auto [end, error] = std::from_chars(lower.data() + begin, lower.data() + lower.size(), length);
    const bool ends = end == lower.data() + lower.size() || *end == '\r' || *end == ' ';
    if (error == std::errc() && ends) return length;
    return std::nullopt;
  }
  return std::nullopt;
}

}  // namespace

// Continues at the next bytes that look like a header.
MessageReader::Item MessageReader::SkipBadHeader(std::string mistake) {
  const std::size_t next = Lower(buffer_).find(kLengthField, 1);
  buffer_.erase(0, next == std::string::npos ? buffer_.size() : next);
  return {{}, std::move(mistake)};
}

std::optional<MessageReader::Item> MessageReader::Next() {
  if (buffer_.empty()) return std::nullopt;
  const std::size_t header_end = buffer_.find(kHeaderEnd);
  if (header_end == std::string::npos) {
    if (buffer_.size() < kMaxHeader) return std::nullopt;
    return SkipBadHeader("a message without a header");
  }
  const std::string_view header = std::string_view(buffer_).substr(0, header_end);
  const auto length = LengthIn(header);
  if (!length || *length > kMaxBytes) return SkipBadHeader("a header without a usable Content-Length");
  const std::size_t begin = header_end + kHeaderEnd.size();
  if (buffer_.size() - begin < *length) return std::nullopt;
  Item item{buffer_.substr(begin, *length), {}};
  buffer_.erase(0, begin + *length);
  return item;
}

std::string Framed(std::string_view message) {
  return fmt::format("Content-Length: {}\r\n\r\n{}", message.size(), message);
}

}  // namespace daedalus::lsp
