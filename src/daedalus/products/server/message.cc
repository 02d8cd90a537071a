#include "daedalus/products/server/message.h"

namespace daedalus::server {
namespace {

int HexDigit(char c) {
  if (c >= '0' && c <= '9') return c - '0';
  if (c >= 'a' && c <= 'f') return c - 'a' + 10;
  if (c >= 'A' && c <= 'F') return c - 'A' + 10;
  return -1;
}

std::optional<std::string> Decoded(std::string_view text) {
  std::string out;
  for (std::size_t i = 0; i < text.size(); ++i) {
    char c = text[i];
    if (c == '%') {
      if (i + 2 >= text.size() || HexDigit(text[i + 1]) < 0 || HexDigit(text[i + 2]) < 0) return std::nullopt;
      c = static_cast<char>(16 * HexDigit(text[i + 1]) + HexDigit(text[i + 2]));
      i += 2;
    }
    if (c == '\0') return std::nullopt;
    out += c;
  }
  return out;
}

std::vector<std::string_view> Split(std::string_view text, char separator) {
  std::vector<std::string_view> parts;
  for (std::size_t begin = 0;;) {
    const std::size_t end = text.find(separator, begin);
    parts.push_back(text.substr(begin, end - begin));
    if (end == std::string_view::npos) return parts;
    begin = end + 1;
  }
}

}  // namespace

Response JsonResponse(const Json& json, int status) {
  return {.status = status, .body = json.dump(-1, ' ', false, Json::error_handler_t::replace)};
}

Response ErrorResponse(int status, std::string_view message) {
  return JsonResponse({{"error", std::string(message)}}, status);
}

std::string Target::Query(const std::string& name) const {
  const auto at = query.find(name);
  return at == query.end() ? std::string() : at->second;
}

std::optional<Target> ReadTarget(std::string_view text) {
  if (!text.starts_with('/')) return std::nullopt;
  Target target;
  const std::size_t mark = text.find('?');
  for (const std::string_view part : Split(text.substr(1, mark == text.npos ? mark : mark - 1), '/')) {
    auto decoded = Decoded(part);
    if (!decoded) return std::nullopt;
    target.path.push_back(*std::move(decoded));
  }
  if (mark == std::string_view::npos) return target;
  for (const std::string_view part : Split(text.substr(mark + 1), '&')) {
    const std::size_t equals = part.find('=');
    auto name = Decoded(part.substr(0, equals));
    auto value = equals == part.npos ? std::string() : Decoded(part.substr(equals + 1));
    if (!name || !value) return std::nullopt;
    target.query[*std::move(name)] = *std::move(value);
  }
  return target;
}

}  // namespace daedalus::server
