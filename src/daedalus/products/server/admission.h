// Decides which requests the server answers. The server listens on the loopback interface only, but every
// page in the browser and every user of the machine can reach that interface. So the address contains a
// secret token, and the headers must show that the request comes from a page of ours:
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

// 32 random bytes from the system, as hexadecimal digits. Empty if the system has none.
std::string NewToken();
// Compares in a time that does not reveal where the texts differ.
bool IsSame(std::string_view a, std::string_view b);

// The answer to a request that is refused; nullopt if the request is allowed.
std::optional<Response> WhyRefused(const Request& request, const Target& target, const Admission& admission);

}  // namespace daedalus::server
