// The progress bar of a long run: drawn on a terminal only, after the first second, ten times a second at
// most, and gone at the end.
#pragma once

#include <chrono>
#include <functional>
#include <string>

namespace daedalus::results {

struct ProgressState {
  double start_time = 0;  // simulated
  double stop_time = 1;
  double time = 0;
  double elapsed_seconds = 0;  // of the clock on the wall
};

//  42 % ━━━━━━━━━━━━╺─────────────  t = 4.2 of 10   3.1 s left
// One line without line end, of at most `columns` characters; `unicode` as in SketchOptions.
std::string RenderProgress(const ProgressState& state, int columns, bool unicode);

struct ProgressOptions {
  double start_time = 0;
  double stop_time = 1;
  bool enabled = false;  // nothing is ever drawn otherwise
  bool unicode = true;
  int columns = 72;
  // Replaced in tests; empty: the steady clock, and standard error.
  std::function<std::chrono::steady_clock::time_point()> now;
  std::function<void(const std::string&)> write;
};

// Enabled if standard error is a terminal, and as wide as that is.
ProgressOptions DetectProgressOptions(double start_time, double stop_time);

class ProgressBar {
 public:
  explicit ProgressBar(ProgressOptions options);
  ~ProgressBar();
  ProgressBar(const ProgressBar&) = delete;
  ProgressBar& operator=(const ProgressBar&) = delete;

  // Call as often as you like: a call that draws nothing costs one look at the clock. True if it drew.
  bool Update(double time);
  // Wipes the bar, so that messages can be printed; the next Update draws it again. The destructor does the
  // same.
  void Clear();

 private:
  ProgressOptions options_;
  std::chrono::steady_clock::time_point begin_;
  std::chrono::steady_clock::time_point next_draw_;
  bool visible_ = false;
};

}  // namespace daedalus::results
