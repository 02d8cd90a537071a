// What a process with an FMU and the one that uses it say to each other, as bytes over a socket: a request is
// an operation and its arguments, an answer is a failure or its results. Both have the same build, so there
// are no versions.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "daedalus/base/byte_archive.h"
#include "daedalus/system/guest/guest.h"

namespace daedalus::guest {

enum class Operation : std::uint8_t {
  kLoad,
  kStart,
  kSetTime,
  kSetStates,
  kReadStates,
  kReadDerivatives,
  kReadIndicators,
  kSetNumber,
  kReadNumber,
  kReadTangent,
  kEndStep,
  kEnterEvent,
  kLeaveEvent,
  kStep,
  kSave,
  kRestore,
  kDrop,
};

template <class Archive>
void VisitMembers(Archive& archive, GuestVariable& v) {
  archive(v.reference, v.type, v.role, v.place, v.size, v.element);
}
template <class Archive>
void VisitMembers(Archive& archive, GuestNumber& number) {
  archive(number.variable, number.value);
}
template <class Archive>
void VisitMembers(Archive& archive, EventFacts& facts) {
  archive(facts.next_time, facts.terminates, facts.has_new_states);
}
template <class Archive>
void VisitMembers(Archive& archive, StepFacts& facts) {
  archive(facts.wants_event, facts.terminates);
}

// One end of the socket, which it closes.
class MessageSocket {
 public:
  explicit MessageSocket(int file) : file_(file) {}
  ~MessageSocket() { Close(); }
  MessageSocket(const MessageSocket&) = delete;
  MessageSocket& operator=(const MessageSocket&) = delete;

  bool Send(std::span<const std::byte> message);
  enum class Received : std::uint8_t { kMessage, kTimeout, kClosed };
  // `limit` in seconds; empty: waits as long as it takes.
  Received Receive(std::vector<std::byte>& message, std::optional<double> limit = {});
  void Close();

 private:
  Received ReceiveBytes(std::span<std::byte> out, std::optional<double> until);

  int file_;
};

}  // namespace daedalus::guest
