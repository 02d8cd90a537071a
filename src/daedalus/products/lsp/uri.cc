#include "daedalus/products/lsp/uri.h"

#include <fmt/format.h>

#include <cctype>

namespace daedalus::lsp {
namespace {

int HexDigit(char c) {
  if (c >= '0' && c <= '9') return c - '0';
  const int lower = std::tolower(static_cast<unsigned char>(c));
  return lower >= 'a' && lower <= 'f' ? lower - 'a' + 10 : -1;
}

}  // namespace

std::string PathOfUri(std::string_view uri) {
  if (!uri.starts_with("file:")) return std::string(uri);
  std::string_view rest = uri.substr(5);
  if (rest.starts_with("//")) {
    rest.remove_prefix(2);
    const std::size_t slash = rest.find('/');  // behind the name of a machine, which is empty or localhost
    rest.remove_prefix(slash == std::string_view::npos ? rest.size() : slash);
  }
  std::string path;
  for (std::size_t i = 0; i < rest.size(); ++i) {
    const bool is_escape =
        rest[i] == '%' && i + 2 < rest.size() && HexDigit(rest[i + 1]) >= 0 && HexDigit(rest[i + 2]) >= 0;
    if (is_escape) {
      path += static_cast<char>(16 * HexDigit(rest[i + 1]) + HexDigit(rest[i + 2]));
      i += 2;
    } else {
      path += rest[i];
    }
  }
  return path;
}

std::string UriOfPath(std::string_view path) {
  if (!path.starts_with('/')) return std::string(path);
  std::string uri = "file://";
  for (const char c : path) {
    const auto byte = static_cast<unsigned char>(c);
    const bool is_plain =
        std::isalnum(byte) != 0 || std::string_view("/-._~").find(c) != std::string_view::npos;
    if (is_plain) {
      uri += c;
    } else {
      uri += fmt::format("%{:02X}", byte);
    }
  }
  return uri;
}

}  // namespace daedalus::lsp
