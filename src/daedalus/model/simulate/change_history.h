// How often a run has changed its states, and after how many steps. If the choice changes all the time, no
// choice is good, and the run ends with an error.
#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>

#include "daedalus/model/simulate/expected_steps.h"

namespace daedalus::simulate {

class ChangeHistory {
 public:
  // So many changes within kFewSteps steps mean that no choice is good.
  static constexpr std::size_t kManyChanges = 20;
  static constexpr std::int64_t kFewSteps = 100;

  explicit ChangeHistory(double stop) : expected_(stop) {}

  void CountStep() { ++num_steps_; }
  std::int64_t num_steps() const { return num_steps_; }
  ExpectedSteps& expected() { return expected_; }

  // Between events: the states changed because another choice is better.
  void Note(double t);
  // At an event.
  void Count() { ++num_changes_; }
  // This run continues another one.
  void CountOn(const ChangeHistory& before) { num_changes_ += before.num_changes_; }
  std::int64_t num_changes() const { return num_changes_; }

  // True if the last changes followed each other within few small steps. A method of high order takes few
  // steps between the changes that a turning linkage needs. If no choice is good, steps become small as well.
  bool IsRestless() const;

 private:
  struct Change {
    std::int64_t step = 0;
    double time = 0;
  };
  ExpectedSteps expected_;  // of the run
  std::int64_t num_steps_ = 0;
  std::int64_t num_changes_ = 0;
  std::deque<Change> last_;
};

}  // namespace daedalus::simulate
