#include "daedalus/products/server/serve.h"

#include <fmt/format.h>
#include <signal.h>
#include <stdlib.h>

#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/signal_set.hpp>
#include <boost/asio/steady_timer.hpp>
#include <chrono>
#include <filesystem>
#include <system_error>

#include "daedalus/products/server/connection.h"

namespace daedalus::server {
namespace {

namespace asio = boost::asio;
using tcp = boost::asio::ip::tcp;

// More wait in the queue of the system: each connection takes a file descriptor, and so do files and
// children.
constexpr int kMostConnections = 200;
constexpr std::chrono::milliseconds kAcceptAgain(50);

class Listener {
 public:
  Listener(asio::io_context& io, tcp::acceptor acceptor, Workbench& workbench, Admission admission)
      : acceptor_(std::move(acceptor)),
        waiting_(io),
        service_(new Service{workbench, std::move(admission), [this] {
                               --num_open_;
                               Accept();
                             }}) {}
  ~Listener() { service_->is_over = true; }

  void Accept() {
    if (is_accepting_ || num_open_ >= kMostConnections || !acceptor_.is_open()) return;
    is_accepting_ = true;
    acceptor_.async_accept([this](const boost::system::error_code& error, tcp::socket socket) {
      is_accepting_ = false;
      if (error == asio::error::operation_aborted) return;
      if (error) return AcceptLater();  // no descriptors are left, for example
      ++num_open_;
      boost::system::error_code ignored;
      socket.set_option(tcp::no_delay(true), ignored);
      BeginConnection(std::move(socket), service_);
      Accept();
    });
  }

 private:
  void AcceptLater() {
    waiting_.expires_after(kAcceptAgain);
    waiting_.async_wait([this](const boost::system::error_code& error) {
      if (!error) Accept();
    });
  }

  tcp::acceptor acceptor_;
  asio::steady_timer waiting_;
  std::shared_ptr<Service> service_;
  int num_open_ = 0;
  bool is_accepting_ = false;
};

Expected<tcp::acceptor, std::string> Listen(asio::io_context& io, unsigned short port) {
  boost::system::error_code error;
  const tcp::endpoint endpoint(asio::ip::address_v4::loopback(), port);
  tcp::acceptor acceptor(io);
  acceptor.open(endpoint.protocol(), error);
  if (!error) acceptor.set_option(asio::socket_base::reuse_address(true), error);
  if (!error) acceptor.bind(endpoint, error);
  if (!error) acceptor.listen(asio::socket_base::max_listen_connections, error);
  if (error) return Failure{fmt::format("port {} cannot be used: {}", port, error.message())};
  return acceptor;
}

// A folder that only this user can read; it is removed with all that is in it.
class ScratchFolder {
 public:
  ScratchFolder() {
    std::error_code failed;
    std::string name = (std::filesystem::temp_directory_path(failed) / "daedalus-serve-XXXXXX").string();
    if (!failed && ::mkdtemp(name.data()) != nullptr) path_ = name;
  }
  ~ScratchFolder() {
    std::error_code ignored;
    if (!path_.empty()) std::filesystem::remove_all(path_, ignored);
  }
  ScratchFolder(const ScratchFolder&) = delete;
  ScratchFolder& operator=(const ScratchFolder&) = delete;
  const std::string& path() const { return path_; }

 private:
  std::string path_;
};

}  // namespace

Expected<Unit, std::string> Serve(ServeOptions options,
                                  const std::function<void(const std::string&)>& started) {
  ::signal(SIGPIPE, SIG_IGN);
  const ScratchFolder scratch;
  if (scratch.path().empty()) return Failure{std::string("no temporary folder can be made")};
  options.workbench.scratch = scratch.path();
  Admission admission{NewToken()};
  if (admission.token.empty()) return Failure{std::string("the system has no random numbers")};

  asio::io_context io(1);
  auto acceptor = Listen(io, options.port);
  if (!acceptor) return Failure{acceptor.error()};
  admission.port = acceptor->local_endpoint().port();
  const std::string address = fmt::format("http://127.0.0.1:{}/{}/", admission.port, admission.token);

  Workbench workbench(io, options.workbench);
  Listener listener(io, *std::move(acceptor), workbench, admission);
  asio::signal_set signals(io, SIGINT, SIGTERM);
  signals.async_wait([&](const boost::system::error_code&, int) { io.stop(); });
  listener.Accept();
  started(address);
  io.run();
  return Unit{};
}

}  // namespace daedalus::server
