#include "daedalus/system/guest/guest_process.h"

#include <sys/prctl.h>
#include <unistd.h>

#include <csignal>
#include <cstdio>
#include <memory>

#include "daedalus/system/guest/guest_versions.h"
#include "daedalus/system/guest/isolation_messages.h"

namespace daedalus::guest {
namespace {

class Server {
 public:
  explicit Server(const GuestFacts& facts) : facts_(facts) {}

  // The answer to a request.
  std::vector<std::byte> Answer(std::span<const std::byte> request) {
    ByteReader in(request);
    Operation operation{};
    in(operation);
    ByteWriter results;
    const Failed failed = operation == Operation::kLoad ? LoadInProcess(facts_, guest_)
                          : guest_ == nullptr           ? Failed("the FMU is not loaded")
                                                        : Carry(operation, in, results);
    ByteWriter out;
    out(failed.has_value());
    if (failed) {
      out(*failed);
    } else {
      out(results.bytes());
    }
    return out.Take();
  }

 private:
  Failed Carry(Operation operation, ByteReader& in, ByteWriter& out) {
    switch (operation) {
      case Operation::kReadStates:
        return Read(facts_.num_states, out, [&](auto to) { return guest_->ReadStates(to); });
      case Operation::kReadDerivatives:
        return Read(facts_.num_states, out, [&](auto to) { return guest_->ReadDerivatives(to); });
      case Operation::kReadIndicators:
        return Read(facts_.num_indicators, out, [&](auto to) { return guest_->ReadIndicators(to); });
      case Operation::kSetTime:
      case Operation::kSetStates:
      case Operation::kSetNumber:
        return Set(operation, in);
      case Operation::kReadNumber:
      case Operation::kReadTangent:
        return ReadOne(operation, in, out);
      case Operation::kSave:
      case Operation::kRestore:
      case Operation::kDrop:
        return CarryState(operation, in, out);
      default:
        return CarryEvent(operation, in, out);
    }
  }

  template <class Get>
  Failed Read(std::size_t count, ByteWriter& out, const Get& get) {
    numbers_.resize(count);
    auto failed = get(std::span<double>(numbers_));
    out(numbers_);
    return failed;
  }

  Failed Set(Operation operation, ByteReader& in) {
    if (operation == Operation::kSetTime) {
      double t = 0;
      in(t);
      return guest_->SetTime(t);
    }
    if (operation == Operation::kSetStates) {
      in(numbers_);
      return guest_->SetStates(numbers_);
    }
    GuestNumber number;
    in(number);
    return guest_->SetNumber(number.variable, number.value);
  }

  Failed ReadOne(Operation operation, ByteReader& in, ByteWriter& out) {
    GuestVariable variable;
    double value = 0;
    in(variable);
    Failed failed;
    if (operation == Operation::kReadNumber) {
      failed = guest_->ReadNumber(variable, value);
    } else {
      std::vector<GuestNumber> seeds;
      in(seeds);
      failed = guest_->ReadTangent(variable, seeds, value);
    }
    out(value);
    return failed;
  }

  // A state is an address in this process.
  Failed CarryState(Operation operation, ByteReader& in, ByteWriter& out) {
    std::uintptr_t address = 0;
    void* state = nullptr;
    if (operation == Operation::kSave) {
      auto failed = guest_->Save(state);
      out(reinterpret_cast<std::uintptr_t>(state));
      return failed;
    }
    in(address);
    state = reinterpret_cast<void*>(address);  // NOLINT: this process has given it away
    if (operation == Operation::kRestore) return guest_->Restore(state);
    guest_->Drop(state);
    return std::nullopt;
  }

  Failed CarryEvent(Operation operation, ByteReader& in, ByteWriter& out) {
    EventFacts facts{kNever};
    Failed failed;
    double t = 0, size = 0;
    if (operation == Operation::kEnterEvent) return guest_->EnterEvent();
    if (operation == Operation::kEndStep) {
      StepFacts step;
      failed = guest_->EndStep(step);
      out(step);
      return failed;
    }
    if (operation == Operation::kStart) {
      std::vector<GuestNumber> inputs;
      in(t, inputs);
      failed = guest_->Start(t, inputs, facts);
    } else if (operation == Operation::kStep) {
      in(t, size);
      failed = guest_->Step(t, size, facts);
    } else {
      failed = guest_->LeaveEvent(facts);
    }
    out(facts);
    return failed;
  }

  const GuestFacts& facts_;
  std::unique_ptr<Guest> guest_;
  std::vector<double> numbers_;
};

// The child has copies of all files of its parent. Some of them tell others that the parent has ended.
int KeepOnly(int socket) {
  constexpr int kFirst = STDERR_FILENO + 1;
  if (socket != kFirst) ::dup2(socket, kFirst);
  ::close_range(kFirst + 1, ~0U, 0);
  return kFirst;
}

}  // namespace

void RunGuestProcess(const GuestFacts& facts, int socket) {
  ::prctl(PR_SET_PDEATHSIG, SIGKILL);
  // An interrupt from the terminal reaches both processes. The parent decides what happens then.
  ::signal(SIGINT, SIG_IGN);
  ::signal(SIGTERM, SIG_IGN);
  {
    MessageSocket messages(KeepOnly(socket));
    Server server(facts);
    std::vector<std::byte> request;
    while (messages.Receive(request) == MessageSocket::Received::kMessage) {
      if (!messages.Send(server.Answer(request))) break;
    }
  }
  std::fflush(nullptr);  // what the FMU has printed
  ::_exit(0);
}

}  // namespace daedalus::guest
