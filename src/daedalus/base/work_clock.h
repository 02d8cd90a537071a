// Where work spends its time: a stopwatch for nested pieces of work.
//
// Whoever works enters a place and leaves it again. The clock counts how often, and measures two times. The
// own time of a place passes while it is the innermost one, so own times add up to the whole. Its total time
// includes the places that are entered inside of it.
//
// Work that nobody measures has no clock: it compares a pointer with null, and reads no time.
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace daedalus {

// One thread at a time.
class WorkClock {
 public:
  using Place = std::size_t;
  struct Cost {
    std::int64_t count = 0;     // times it was entered
    double own = 0, total = 0;  // seconds
  };

  Place AddPlace() {
    places_.emplace_back();
    return places_.size() - 1;
  }

  void Enter(Place place) {
    const Time now = Clock::now();
    ChargeInnermost(now);
    Measured& entered = places_[place];
    ++entered.cost.count;
    // A function that calls itself is inside of its own place: its total time counts once.
    if (entered.depth++ == 0) entered.entered = now;
    stack_.push_back(place);
  }

  void Leave() {
    const Time now = Clock::now();
    ChargeInnermost(now);
    Measured& left = places_[stack_.back()];
    if (--left.depth == 0) left.cost.total += Seconds(now - left.entered);
    stack_.pop_back();
  }

  const Cost& CostOf(Place place) const { return places_[place].cost; }

 private:
  using Clock = std::chrono::steady_clock;
  using Time = Clock::time_point;
  struct Measured {
    Cost cost;
    Time entered = {};
    int depth = 0;
  };

  static double Seconds(Clock::duration d) { return std::chrono::duration<double>(d).count(); }
  // The time since the last change belongs to the innermost place.
  void ChargeInnermost(Time now) {
    if (!stack_.empty()) places_[stack_.back()].cost.own += Seconds(now - last_);
    last_ = now;
  }

  std::vector<Measured> places_;
  std::vector<Place> stack_;  // innermost last
  Time last_ = {};
};

// Enters a place for the length of a scope.
class TimedWork {
 public:
  TimedWork(WorkClock& clock, WorkClock::Place place) : clock_(clock) { clock_.Enter(place); }
  ~TimedWork() { clock_.Leave(); }
  TimedWork(const TimedWork&) = delete;
  TimedWork& operator=(const TimedWork&) = delete;

 private:
  WorkClock& clock_;
};

}  // namespace daedalus
