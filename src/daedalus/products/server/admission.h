// Who may ask. The server listens on the loopback interface only, but every page in the browser and every
// user of the machine reaches that. So the address has a secret token, and the headers must say that the
// question comes from a page of ours:
//
//   Host            a name of the loopback interface, or a foreign name that resolves to it could ask (DNS
//                   rebinding)
//   Origin          our own, if there is one: the browser sends it with all that other pages could change
//   Sec-Fetch-Site  not another site, except for opening the page itself
#pragma once

#include <optional>
#include <string>

#include "daedalus/products/server/message.h"

namespace daedalus::server {

struct Admission {
  std::string token;
  unsigned short port = 0;
};

// 32 bytes from the system's random numbers, in hexadecimal digits; empty if it has none.
std::string NewToken();
// In a time that does not depend on where they differ.
bool IsSame(std::string_view a, std::string_view b);

// The answer to a request that is refused; nullopt if it may pass.
std::optional<Response> WhyRefused(const Request& request, const Target& target, const Admission& admission);

}  // namespace daedalus::server
