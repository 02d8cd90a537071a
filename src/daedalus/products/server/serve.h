// `daedalus serve`: HTTP and WebSockets on the loopback interface, in one thread.
#pragma once

#include <functional>
#include <string>

#include "daedalus/products/server/workbench.h"

namespace daedalus::server {

struct ServeOptions {
  WorkbenchOptions workbench;  // its scratch folder is made, and removed at the end
  unsigned short port = 0;     // 0: any that is free
};

// Until SIGINT or SIGTERM. `started` gets the address of the page. Fails with the reason if it cannot begin.
Expected<Unit, std::string> Serve(ServeOptions options,
                                  const std::function<void(const std::string&)>& started);

}  // namespace daedalus::server
