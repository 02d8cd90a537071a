#include "daedalus/system/guest/isolated_guest.h"

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstring>
#include <ctime>
#include <utility>

#include "daedalus/system/guest/crash_report.h"
#include "daedalus/system/guest/guest_process.h"
#include "daedalus/system/guest/isolation_messages.h"

namespace daedalus::guest {
namespace {

std::string Seconds(double seconds) {
  char text[32];
  std::snprintf(text, sizeof(text), "%g s", seconds);
  return text;
}

// The name of the function in which the FMU has crashed, in memory that both processes share.
class SharedName {
 public:
  SharedName()
      : text_(static_cast<char*>(
            ::mmap(nullptr, kCrashNameSize, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0))) {}
  ~SharedName() {
    if (text_ != MAP_FAILED) ::munmap(text_, kCrashNameSize);
  }
  SharedName(const SharedName&) = delete;
  SharedName& operator=(const SharedName&) = delete;

  char* text() const { return text_ == MAP_FAILED ? nullptr : text_; }
  // In backquotes.
  std::string Read() const {
    const std::size_t size = text() == nullptr ? 0 : ::strnlen(text_, kCrashNameSize - 1);
    return size == 0 ? "an unknown function" : "`" + std::string(text_, size) + "`";
  }

 private:
  char* text_;
};

class IsolatedGuest final : public Guest {
 public:
  explicit IsolatedGuest(const GuestFacts& facts) : facts_(facts) {}
  ~IsolatedGuest() override {
    if (messages_) messages_->Close();
    End(kTimeToEnd);
  }

  Failed Load() {
    int ends[2];
    if (::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) != 0)
      return "no process can be started for the FMU";
    std::fflush(nullptr);  // otherwise both processes print what waits there
    child_ = ::fork();
    if (child_ == 0) {
      if (name_.text() != nullptr) NameCrashesIn(name_.text());
      RunGuestProcess(facts_, ends[1]);
    }
    ::close(ends[1]);
    messages_ = std::make_unique<MessageSocket>(ends[0]);
    if (child_ < 0) return "no process can be started for the FMU";
    return Ask(Operation::kLoad, {}, [](ByteReader&) {});
  }

  Failed Start(double t, std::span<const GuestNumber> inputs, EventFacts& facts) override {
    const std::vector<GuestNumber> copy(inputs.begin(), inputs.end());
    return Ask(Operation::kStart, Bytes(t, copy), [&](ByteReader& in) { in(facts); });
  }
  Failed SetTime(double t) override { return Tell(Operation::kSetTime, Bytes(t)); }
  Failed SetStates(std::span<const double> states) override {
    const std::vector<double> copy(states.begin(), states.end());
    return Tell(Operation::kSetStates, Bytes(copy));
  }
  Failed ReadStates(std::span<double> out) override { return Read(Operation::kReadStates, out); }
  Failed ReadDerivatives(std::span<double> out) override { return Read(Operation::kReadDerivatives, out); }
  Failed ReadIndicators(std::span<double> out) override { return Read(Operation::kReadIndicators, out); }
  Failed SetNumber(const GuestVariable& variable, double value) override {
    return Tell(Operation::kSetNumber, Bytes(GuestNumber{variable, value}));
  }
  Failed ReadNumber(const GuestVariable& variable, double& out) override {
    return Ask(Operation::kReadNumber, Bytes(variable), [&](ByteReader& in) { in(out); });
  }
  Failed ReadTangent(const GuestVariable& of, std::span<const GuestNumber> seeds, double& out) override {
    const std::vector<GuestNumber> copy(seeds.begin(), seeds.end());
    return Ask(Operation::kReadTangent, Bytes(of, copy), [&](ByteReader& in) { in(out); });
  }
  Failed EndStep(StepFacts& facts) override {
    return Ask(Operation::kEndStep, {}, [&](ByteReader& in) { in(facts); });
  }
  Failed EnterEvent() override { return Tell(Operation::kEnterEvent, {}); }
  Failed LeaveEvent(EventFacts& facts) override {
    return Ask(Operation::kLeaveEvent, {}, [&](ByteReader& in) { in(facts); });
  }
  Failed Step(double t, double size, EventFacts& facts) override {
    return Ask(Operation::kStep, Bytes(t, size), [&](ByteReader& in) { in(facts); });
  }
  // A state is an address in the other process.
  Failed Save(void*& state) override {
    std::uintptr_t address = 0;
    auto failed = Ask(Operation::kSave, {}, [&](ByteReader& in) { in(address); });
    state = reinterpret_cast<void*>(address);  // NOLINT
    return failed;
  }
  Failed Restore(void* state) override {
    return Tell(Operation::kRestore, Bytes(reinterpret_cast<std::uintptr_t>(state)));
  }
  void Drop(void*& state) override {
    static_cast<void>(Tell(Operation::kDrop, Bytes(reinterpret_cast<std::uintptr_t>(state))));
    state = nullptr;
  }

 private:
  static constexpr double kTimeToEnd = 2;  // seconds, for fmi3FreeInstance and the like

  template <class... T>
  static std::vector<std::byte> Bytes(const T&... values) {
    ByteWriter out;
    out(values...);
    return out.Take();
  }

  Failed Tell(Operation operation, const std::vector<std::byte>& arguments) {
    return Ask(operation, arguments, [](ByteReader&) {});
  }

  Failed Read(Operation operation, std::span<double> out) {
    return Ask(operation, {}, [&](ByteReader& in) {
      in(numbers_);
      if (numbers_.size() == out.size()) std::ranges::copy(numbers_, out.begin());
    });
  }

  template <class Take>
  Failed Ask(Operation operation, const std::vector<std::byte>& arguments, const Take& take) {
    using Received = MessageSocket::Received;
    if (over_) return over_;
    std::vector<std::byte> message = Bytes(operation);
    message.insert(message.end(), arguments.begin(), arguments.end());
    if (!messages_->Send(message)) return over_ = ExplainEnd();
    const Received received = messages_->Receive(message, facts_.call_limit);
    if (received == Received::kTimeout) return over_ = ExplainTimeout();
    if (received == Received::kClosed) return over_ = ExplainEnd();
    ByteReader in(message);
    bool has_failed = false;
    in(has_failed);
    if (has_failed) {
      std::string why;
      in(why);
      return why;
    }
    std::vector<std::byte> results;
    in(results);
    ByteReader reader(results);
    take(reader);
    return std::nullopt;
  }

  // The crash handler of the other process says in which function it is.
  std::string ExplainTimeout() {
    ::kill(child_, SIGABRT);
    End(kTimeToEnd);
    return "the FMU does not return from " + name_.Read() + " within " + Seconds(*facts_.call_limit);
  }

  std::string ExplainEnd() {
    const int status = End(kTimeToEnd);
    if (WIFSIGNALED(status))
      return "the FMU crashes in " + name_.Read() + " (signal " + ::strsignal(WTERMSIG(status)) + ")";
    return "the FMU ends its process";
  }

  // Waits for the other process, which is killed after so many seconds. Its status.
  int End(double limit) {
    if (child_ <= 0) return 0;
    constexpr double kPause = 0.001;
    int status = 0;
    pid_t ended = 0;
    for (double waited = 0; waited < limit; waited += kPause) {
      ended = ::waitpid(child_, &status, WNOHANG);
      if (ended != 0) break;
      const timespec pause{.tv_sec = 0, .tv_nsec = static_cast<long>(1e9 * kPause)};
      ::nanosleep(&pause, nullptr);
    }
    if (ended == 0) {
      ::kill(child_, SIGKILL);
      while (::waitpid(child_, &status, 0) < 0 && errno == EINTR) {
      }
    }
    child_ = -1;
    return status;
  }

  const GuestFacts& facts_;
  SharedName name_;
  pid_t child_ = -1;
  std::unique_ptr<MessageSocket> messages_;
  Failed over_;  // why the other process does not answer any more
  std::vector<double> numbers_;
};

}  // namespace

Failed LoadIsolated(const GuestFacts& facts, std::unique_ptr<Guest>& out) {
  auto guest = std::make_unique<IsolatedGuest>(facts);
  if (auto failed = guest->Load()) return failed;
  out = std::move(guest);
  return std::nullopt;
}

}  // namespace daedalus::guest
