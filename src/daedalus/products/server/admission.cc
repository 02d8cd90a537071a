#include "daedalus/products/server/admission.h"

#include <fmt/format.h>
#include <sys/random.h>

#include <array>

namespace daedalus::server {
namespace {

constexpr std::array<std::string_view, 3> kLoopback = {"127.0.0.1", "localhost", "[::1]"};

bool IsOurHost(std::string_view host, unsigned short port) {
  for (const std::string_view name : kLoopback) {
    if (host == fmt::format("{}:{}", name, port)) return true;
  }
  return false;
}

bool IsOurOrigin(std::string_view origin, unsigned short port) {
  constexpr std::string_view kScheme = "http://";
  return origin.starts_with(kScheme) && IsOurHost(origin.substr(kScheme.size()), port);
}

bool IsFromOtherSite(const Request& request) {
  if (!request.fetch_site) return false;
  if (*request.fetch_site == "same-origin" || *request.fetch_site == "none") return false;
  const bool opens_a_page = request.method == "GET" && request.fetch_mode == "navigate";
  return !opens_a_page;
}

}  // namespace

std::string NewToken() {
  std::array<unsigned char, 32> bytes;
  if (::getrandom(bytes.data(), bytes.size(), 0) != static_cast<ssize_t>(bytes.size())) return {};
  std::string token;
  for (const unsigned char byte : bytes) token += fmt::format("{:02x}", byte);
  return token;
}

bool IsSame(std::string_view a, std::string_view b) {
  if (a.size() != b.size()) return false;
  unsigned difference = 0;
  for (std::size_t i = 0; i < a.size(); ++i)
    difference |= static_cast<unsigned char>(a[i]) ^ static_cast<unsigned char>(b[i]);
  return difference == 0;
}

std::optional<Response> WhyRefused(const Request& request, const Target& target, const Admission& admission) {
  if (!IsOurHost(request.host, admission.port))
    return ErrorResponse(403, "the address must name the loopback interface, such as 127.0.0.1");
  if (request.origin && !IsOurOrigin(*request.origin, admission.port))
    return ErrorResponse(403, "a page of another site asks");
  if (IsFromOtherSite(request)) return ErrorResponse(403, "a page of another site asks");
  if (target.path.empty() || admission.token.empty() || !IsSame(target.path[0], admission.token)) {
    return ErrorResponse(403, "the token in the address is wrong; `daedalus serve` prints the right address");
  }
  return std::nullopt;
}

}  // namespace daedalus::server
