// Estimates how many steps a run will take in all: the steps so far, and the rest of the way at the same
// pace.
//
// Steps that are tiny against the others do not count, because a run needs them to pass a difficult place
// once. Otherwise a model whose steps become smaller the more of them are expected would never leave that
// place.
#pragma once

#include <cstdint>

namespace daedalus::simulate {

class ExpectedSteps {
 public:
  explicit ExpectedSteps(double stop) : stop_(stop) {}

  // Call after each step. Returns true when total() has a new estimate: after 64, 128, 256, ... steps. The
  // first 32 steps are short and do not count.
  bool Note(double time) {
    const double step = time - last_;
    last_ = time;
    if (step < kTiny * mean()) return false;
    if (++count_ < next_look_) return false;
    const bool is_first = next_look_ == kFirstLook;
    if (is_first) first_ = time;
    if (time > first_)
      total_ = static_cast<double>(count_) +
               (stop_ - time) / (time - first_) * static_cast<double>(count_ - kFirstLook);
    next_look_ *= 2;
    return !is_first;
  }
  double total() const { return total_; }  // 0: not known yet
  // The mean step so far; 0: not known yet.
  double mean() const {
    return count_ > kFirstLook ? (last_ - first_) / static_cast<double>(count_ - kFirstLook) : 0;
  }

 private:
  static constexpr std::int64_t kFirstLook = 32;
  static constexpr double kTiny = 1e-3;  // part of the mean step
  double stop_;
  std::int64_t count_ = 0, next_look_ = kFirstLook;
  double last_ = 0, first_ = 0;  // the times of the last step and of the first look
  double total_ = 0;
};

}  // namespace daedalus::simulate
