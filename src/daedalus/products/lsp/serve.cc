#include "daedalus/products/lsp/serve.h"

#include <poll.h>
#include <signal.h>
#include <unistd.h>

#include <cerrno>
#include <chrono>
#include <string>

#include "daedalus/products/lsp/transport.h"

namespace daedalus::lsp {
namespace {

using Clock = std::chrono::steady_clock;

// A full check begins after the client has been silent for this time.
constexpr std::chrono::milliseconds kPause(150);

class Connection {
 public:
  Connection(const ServerOptions& options, int in, int out)
      : in_(in), out_(out), server_(options, [this](const Json& message) { Write(message); }) {
    server_.SetPoll([this] { Drain(0); });
  }

  int Run() {
    while (!server_.has_exited() && !is_broken_) {
      if (HandleNext()) continue;
      if (is_closed_) break;
      server_.workspace().Tidy();
      StartCheck();
      Drain(Timeout());
      TakeReports();
    }
    return server_.exit_code();
  }

 private:
  // Handles one message that has arrived; false if there is none. A running check is stopped only if the
  // message changes a text, because only then its result is useless.
  // it changes a text, so the check goes on otherwise.
  bool HandleNext() {
    Drain(0);
    if (pending_.empty()) return false;
    const MessageReader::Item item = std::move(pending_.front());
    pending_.pop_front();
    if (!item.mistake.empty()) {
      server_.ReportMalformed(item.mistake);
    } else {
      server_.HandleText(item.text);
    }
    last_message_ = Clock::now();
    if (server_.HasDueCheck()) checker_.Cancel();
    return true;
  }

  void StartCheck() {
    if (checker_.IsRunning() || Clock::now() - last_message_ < kPause) return;
    if (const Document* document = server_.TakeDueCheck()) checker_.Start(server_.workspace(), *document);
  }

  int Timeout() const {
    if (checker_.IsRunning() || !server_.HasDueCheck()) return -1;
    const auto passed = std::chrono::duration_cast<std::chrono::milliseconds>(Clock::now() - last_message_);
    return static_cast<int>(std::max<std::int64_t>(1, (kPause - passed).count()));
  }

  void TakeReports() {
    if (!checker_.IsRunning()) return;
    for (const CheckReport& report : checker_.Receive()) server_.Accept(report);
  }

  // Waits at most `timeout` milliseconds (-1: forever) for bytes, and reads what has arrived.
  void Drain(int timeout) {
    pollfd waiting[2] = {{in_, POLLIN, 0}, {checker_.descriptor(), POLLIN, 0}};
    if (is_closed_) waiting[0].fd = -1;
    const nfds_t count = checker_.descriptor() >= 0 && timeout != 0 ? 2 : 1;
    if (::poll(waiting, count, timeout) <= 0) return;
    if ((waiting[0].revents & (POLLIN | POLLHUP | POLLERR)) == 0) return;
    char buffer[1 << 16];
    const ssize_t num_read = ::read(in_, buffer, sizeof buffer);
    if (num_read < 0 && errno == EINTR) return;
    if (num_read <= 0) {
      is_closed_ = true;
      return;
    }
    reader_.Feed({buffer, static_cast<std::size_t>(num_read)});
    while (auto item = reader_.Next()) {
      NoteCancellation(item->text);
      pending_.push_back(std::move(*item));
    }
  }
  // A cancellation is handled before its turn, because it is about a message that still waits.
  void NoteCancellation(const std::string& text) {
    if (text.find("$/cancelRequest") == std::string::npos) return;
    const Json message = Json::parse(text, nullptr, false);
    if (message.is_object() && message.value("method", Json()) == "$/cancelRequest" &&
        message.contains("params"))
      server_.NoteCancelled(message["params"]);
  }

  void Write(const Json& message) {
    const std::string framed = Framed(message.dump(-1, ' ', false, Json::error_handler_t::replace));
    std::string_view rest = framed;
    while (!rest.empty() && !is_broken_) {
      const ssize_t written = ::write(out_, rest.data(), rest.size());
      if (written < 0 && errno == EINTR) continue;
      if (written <= 0) is_broken_ = true;
      if (written > 0) rest.remove_prefix(static_cast<std::size_t>(written));
    }
  }

  int in_, out_;
  MessageReader reader_;
  std::deque<MessageReader::Item> pending_;
  Server server_;
  Checker checker_;
  Clock::time_point last_message_ = Clock::now();
  bool is_closed_ = false;  // the client sends no more
  bool is_broken_ = false;  // nobody reads what is written
};

}  // namespace

int Serve(const ServerOptions& options, int in, int out) {
  ::signal(SIGPIPE, SIG_IGN);
  return Connection(options, in, out).Run();
}

}  // namespace daedalus::lsp
