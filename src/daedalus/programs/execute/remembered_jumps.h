// What the unknowns of a loop were before it found a solution far from the last one, by time. The last few
// are kept, in memory that is made once: they are added in the middle of steps.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <span>
#include <vector>

namespace daedalus::execute {

class RememberedJumps {
 public:
  // For so many unknowns.
  void Prepare(std::size_t size) {
    for (Jump& jump : jumps_) jump.before.resize(size);
  }

  bool empty() const { return count_ == 0; }
  double last_time() const { return jumps_[count_ - 1].time; }
  std::span<const double> last_before() const { return jumps_[count_ - 1].before; }
  void DropLast() { --count_; }
  void Clear() { count_ = 0; }

  // Later than all others; the first one gives way where there are many.
  void Add(double time, std::span<const double> before) {
    if (count_ == jumps_.size()) {
      std::ranges::rotate(jumps_, jumps_.begin() + 1);
      --count_;
    }
    Jump& jump = jumps_[count_++];
    jump.time = time;
    std::ranges::copy(before, jump.before.begin());
  }

 private:
  struct Jump {
    double time = 0;
    std::vector<double> before;
  };
  std::array<Jump, 8> jumps_;
  std::size_t count_ = 0;
};

}  // namespace daedalus::execute
