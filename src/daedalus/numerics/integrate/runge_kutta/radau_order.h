// Which of the orders 5, 9, 13 the method `radau` should use, from how its Newton iteration converges [HW99].
//
// A higher order means larger steps, until the steps are so large that the simplified Newton iteration
// suffers. So the order rises when the iteration converges very fast, at a rate theta <= kFast, while the
// step size is about constant. It falls when the iteration converges slowly, theta >= kSlowRate, or not at
// all. After a change it is left alone for a while, and after a fall for longer: the higher order has just
// been seen to fail.
//
// [HW99] Hairer & Wanner, J. Comput. Appl. Math. 111 (1999) 93.
#pragma once

#include <cstddef>

namespace daedalus::integrate {

class OrderControl {
 public:
  // Levels 0 to num_levels - 1, from the lowest order to the highest.
  explicit OrderControl(std::size_t num_levels) : num_levels_(num_levels) {}

  void Reset();
  // After an accepted step: the rate of its iteration (0: it took one), and the ratio of the next step to it.
  void NoteSuccess(double rate, double step_ratio);
  void NoteDivergence();

  std::size_t level() const { return level_; }

 private:
  void Lower();

  std::size_t num_levels_;
  std::size_t level_ = 0;
  int wait_ = 0;  // steps before the order may rise
};

}  // namespace daedalus::integrate
