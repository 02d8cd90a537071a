// What a guest says through its logger, for the message when a call fails.
#pragma once

#include <mutex>
#include <string>

namespace daedalus::guest {

class Said {
 public:
  void Keep(const char* message) {
    const std::lock_guard lock(mutex_);
    constexpr std::size_t kLongest = 500;
    last_ = message == nullptr ? "" : std::string(message).substr(0, kLongest);
  }
  void Forget() {
    const std::lock_guard lock(mutex_);
    last_.clear();
  }
  // "fmi2DoStep fails (error): what the guest said"
  std::string Failure(const char* function, int status) const {
    static constexpr const char* kNames[] = {"ok", "warning", "discard", "error", "fatal", "pending"};
    const std::lock_guard lock(mutex_);
    const std::string name = status >= 0 && status < 6 ? kNames[status] : std::to_string(status);
    return std::string(function) + " of the FMU fails with the status `" + name + "`" +
           (last_.empty() ? "" : ": " + last_);
  }

 private:
  mutable std::mutex mutex_;
  std::string last_;
};

}  // namespace daedalus::guest
