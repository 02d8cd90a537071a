#include "daedalus/products/cli/interrupts.h"

#include <csignal>
#include <cstdint>
#include <ctime>

namespace daedalus::cli {
namespace {

// A signal handler can communicate only through globals.
std::atomic<bool> cancelled = false;
volatile std::sig_atomic_t received_signal = 0;
std::atomic<std::int64_t> received_at = 0;  // seconds
static_assert(std::atomic<bool>::is_always_lock_free && std::atomic<std::int64_t>::is_always_lock_free,
              "a handler may write them");

// A second signal ends the program at once, unless it comes together with the first: `timeout` sends its
// signal to the program and to its group.
void OnInterrupt(int signal) {
  timespec now{};
  ::clock_gettime(CLOCK_MONOTONIC, &now);
  if (cancelled && now.tv_sec - received_at > 1) {
    ::signal(signal, SIG_DFL);
    ::raise(signal);
    return;
  }
  if (!cancelled) received_at = now.tv_sec;
  received_signal = signal;
  cancelled = true;
}

}  // namespace

void CatchInterrupts() {
  struct sigaction action{};
  action.sa_handler = OnInterrupt;
  ::sigaction(SIGINT, &action, nullptr);
  ::sigaction(SIGTERM, &action, nullptr);
}

const std::atomic<bool>& InterruptFlag() {
  return cancelled;
}

int ReceivedSignal() {
  return received_signal;
}

}  // namespace daedalus::cli
