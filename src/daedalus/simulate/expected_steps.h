// How many steps a run will take in all, as far as it has got: those that were made, and the rest of the way at the pace of the last ones.
#pragma once

#include <cstdint>

namespace daedalus::simulate {

class ExpectedSteps {
 public:
  explicit ExpectedSteps(double stop) : stop_(stop) {}

  // After each step. True where total() is known better than before: after 64, 128, 256, ... steps, by the second half of them; the first ones are short.
  bool Note(double time) {
    if (++count_ < next_look_) return false;
    const bool is_first = next_look_ == kFirstLook;
    if (!is_first && time > looked_) total_ = static_cast<double>(count_) + (stop_ - time) / (time - looked_) * static_cast<double>(count_ - count_ / 2);
    looked_ = time;
    next_look_ *= 2;
    return !is_first;
  }
  double total() const { return total_; }  // 0: not known yet

 private:
  static constexpr std::int64_t kFirstLook = 32;
  double stop_;
  std::int64_t count_ = 0, next_look_ = kFirstLook;
  double looked_ = 0;  // the time of the last look
  double total_ = 0;
};

}  // namespace daedalus::simulate
