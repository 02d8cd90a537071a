// Gathers rows in memory and says when a block of them is due on disk: 64 KiB, or 0.15 s of wall time.
#pragma once

#include <chrono>
#include <cstddef>
#include <string>

namespace daedalus::results {

class BlockBuffer {
 public:
  std::string& bytes() { return bytes_; }

  // Call it after each complete row.
  bool IsDue() {
    if (bytes_.size() >= kBlockSize) return true;
    return Clock::now() - last_ >= kInterval;
  }
  void Clear() {
    bytes_.clear();
    last_ = Clock::now();
  }

 private:
  using Clock = std::chrono::steady_clock;
  static constexpr std::size_t kBlockSize = 64 * 1024;
  static constexpr std::chrono::milliseconds kInterval{150};

  std::string bytes_;
  Clock::time_point last_{};  // long ago: the very first row is due at once
};

}  // namespace daedalus::results
