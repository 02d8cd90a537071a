// How others see a run and end it: another thread, a progress bar, Ctrl-C.
#pragma once

#include <atomic>
#include <limits>

#include "daedalus/run/observer.h"

namespace daedalus::python {

class RunControl final : public run::Observer {
 public:
  // The run ends soon, with the points so far. May be called at any time, from any thread.
  void Cancel() { cancelled_ = true; }
  bool IsCancelled() const { return cancelled_; }
  const std::atomic<bool>* flag() const { return &cancelled_; }
  std::atomic<bool>* flag() { return &cancelled_; }
  // Ctrl-C has ended the run, and nobody has raised KeyboardInterrupt yet.
  bool is_interrupted() const { return is_interrupted_; }
  void SetInterrupted(bool is_interrupted) { is_interrupted_ = is_interrupted; }
  // Between 0 and 1; may fall if the run is tried in another way.
  double Progress() const {
    const double length = stop_ - start_;
    return length > 0 ? (time_ - start_) / length : 0;
  }

  Result<Unit> Begin(const run::RunInfo& info) override {
    start_ = info.settings->grid.start;
    stop_ = info.settings->grid.stop;
    time_ = start_.load();
    return Unit{};
  }
  void Step(double t) override { time_.store(t, std::memory_order_relaxed); }

 private:
  std::atomic<bool> cancelled_ = false;
  bool is_interrupted_ = false;  // read and written with the GIL
  std::atomic<double> start_ = 0, stop_ = 0, time_ = 0;
};

}  // namespace daedalus::python
