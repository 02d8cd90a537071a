// One connection of a browser: requests one after another, or a WebSocket from then on.
#pragma once

#include <boost/asio/ip/tcp.hpp>
#include <functional>
#include <memory>

#include "daedalus/products/server/admission.h"
#include "daedalus/products/server/workbench.h"

namespace daedalus::server {

// What all connections share. Connections end with the event loop, after the workbench; then they call
// nothing.
struct Service {
  Workbench& workbench;
  Admission admission;
  std::function<void()> closed;  // called at the end of each connection
  bool is_over = false;
};

// Reads and answers until the browser or a mistake closes the connection.
void BeginConnection(boost::asio::ip::tcp::socket socket, std::shared_ptr<Service> service);

}  // namespace daedalus::server
