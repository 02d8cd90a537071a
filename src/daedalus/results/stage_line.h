// What a program is doing while nothing else appears: "initialize  12 s". Drawn on a terminal only, by a
// thread of its own, so that long work needs to know nothing of it: after the first second of silence, twice
// a second, and gone when the stage ends.
#pragma once

#include <chrono>
#include <condition_variable>
#include <functional>
#include <mutex>
#include <string>
#include <thread>

namespace daedalus::results {

struct StageLineOptions {
  bool enabled = false;  // there is no thread otherwise
  std::chrono::milliseconds patience{1000};
  std::chrono::milliseconds interval{500};
  // Replaced in tests; empty: standard error.
  std::function<void(const std::string&)> write;
};

// Enabled if standard error is a terminal.
StageLineOptions DetectStageLineOptions();

class StageLine {
 public:
  explicit StageLine(StageLineOptions options);
  ~StageLine();
  StageLine(const StageLine&) = delete;
  StageLine& operator=(const StageLine&) = delete;

  // The work until the next call. An empty name: nothing is drawn.
  void Enter(std::string stage);
  // Something else appears now: the line is wiped, and patience begins again.
  void Yield();

 private:
  using Clock = std::chrono::steady_clock;
  void Watch();
  void Wipe();

  StageLineOptions options_;
  std::mutex mutex_;  // guards the members below
  std::condition_variable ends_;
  std::string stage_;
  Clock::time_point entered_, silent_since_;
  bool visible_ = false;
  bool is_over_ = false;
  std::thread watcher_;
};

}  // namespace daedalus::results
