#include "daedalus/system/guest/isolation_messages.h"

#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <cmath>
#include <utility>

namespace daedalus::guest {
namespace {

double Now() {
  return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

// True once there is something to read, or the other end is closed.
bool WaitForData(int file, std::optional<double> until) {
  constexpr double kLongestWait = 1e6;  // of milliseconds in an int
  for (;;) {
    const double left = until ? 1000 * (*until - Now()) : -1;
    if (until && left <= 0) return false;
    pollfd wait{.fd = file, .events = POLLIN, .revents = 0};
    const int timeout = until ? static_cast<int>(std::ceil(std::min(left, kLongestWait))) : -1;
    if (::poll(&wait, 1, timeout) > 0) return true;
  }
}

}  // namespace

bool MessageSocket::Send(std::span<const std::byte> message) {
  const std::uint64_t size = message.size();
  const auto header = std::as_bytes(std::span(&size, 1));
  for (std::span<const std::byte> rest : {std::span<const std::byte>(header), message}) {
    while (!rest.empty()) {
      const ssize_t count = ::send(file_, rest.data(), rest.size(), MSG_NOSIGNAL);
      if (count < 0 && errno == EINTR) continue;
      if (count <= 0) return false;
      rest = rest.subspan(static_cast<std::size_t>(count));
    }
  }
  return true;
}

MessageSocket::Received MessageSocket::ReceiveBytes(std::span<std::byte> out, std::optional<double> until) {
  while (!out.empty()) {
    if (!WaitForData(file_, until)) return Received::kTimeout;
    const ssize_t count = ::recv(file_, out.data(), out.size(), 0);
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0) return Received::kClosed;
    out = out.subspan(static_cast<std::size_t>(count));
  }
  return Received::kMessage;
}

MessageSocket::Received MessageSocket::Receive(std::vector<std::byte>& message, std::optional<double> limit) {
  const std::optional<double> until = limit ? std::optional(Now() + *limit) : std::nullopt;
  std::uint64_t size = 0;
  const Received header = ReceiveBytes(std::as_writable_bytes(std::span(&size, 1)), until);
  if (header != Received::kMessage) return header;
  message.resize(size);
  return ReceiveBytes(message, until);
}

void MessageSocket::Close() {
  if (file_ >= 0) ::close(std::exchange(file_, -1));
}

}  // namespace daedalus::guest
