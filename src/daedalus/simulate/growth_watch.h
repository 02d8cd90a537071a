// States that fall below their absolute tolerance and grow again by themselves.
//
// An error test lets a state err by its absolute tolerance a. Where the state is smaller than that, its
// digits mean nothing; and where it then grows in proportion to itself, as a species that was nearly extinct,
// so does the error: when and how far it comes back is decided by errors within the tolerance, by whatever
// tolerance, and the results are wrong by as much as they are large, without a failure of any test. What
// grows because something drives it, as a current that is switched on, forgets such errors and is no reason
// for a word. The difference is seen in its points: with three equal parts of the way from log a to log (1000
// a)
//
//   x ~ exp(k t)         takes the same time for each
//   x ~ (t - t0)^p       takes exp(2.3/p) times as long for each as for the one before
//
// so what takes no more than half as long again as for the one before grows by itself (p > 5.7). Fewer points
// than two in a part say nothing; so the points are those of the steps, and points inside of steps in which
// such a state more than doubles. (Points of the results may be decades apart: a predator that comes back by
// 13 of them within one unit of time passed for one of which nothing is known, at 500 points over 50 units.)
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <vector>

#include "daedalus/diagnostics/diagnostic.h"
#include "daedalus/system/quantity.h"
#include "daedalus/system/system.h"

namespace daedalus::simulate {

class GrowthWatch {
 public:
  // `absolute`: the absolute tolerances of the quantities, 0 for those that are no states.
  explicit GrowthWatch(std::vector<double> absolute);

  // Of each quantity with a tolerance its value at a time inside the last step, NaN where it is no state at
  // present.
  using ReadStates = std::function<void(double t, std::span<double> quantities)>;

  // At the start, and after an event (from == to), and after a step.
  void ObserveStep(double from, double to, const ReadStates& read);
  // A point of the results, of models with so many states that looking at each step would take as long as the
  // step.
  void ObservePoint(double t, std::span<const double> quantities);
  // A warning for the one that grew first, if any did.
  std::optional<Diagnostic> Find(const System& system, std::span<const Quantity> quantities) const;

 private:
  struct Growth {
    std::vector<double> times, logs;  // since it was below its tolerance last
    bool is_below = false;
    bool was_zero = false;  // then: what leaves 0 is driven
    double last = 0, last_time = 0, lowest = 0, lowest_time = 0;
  };
  struct Found {
    std::size_t quantity = 0;
    double value = 0, time = 0, later = 0;  // how small it was, when, and when it had come back
  };
  static bool GrowsByItself(const Growth& growth, double absolute);
  enum class Look { kNever, kAtSteps, kAtPoints };
  static Look LookAt(const std::vector<double>& absolute);
  int PartsOfStep() const;
  void Observe(double t, std::span<const double> quantities);
  bool Follow(std::size_t i, double t, double value);

  std::vector<double> absolute_;
  std::vector<std::uint32_t> watched_;  // those with a tolerance
  Look look_;
  std::vector<double> end_, inside_;  // values there
  std::vector<char> is_active_;       // below its tolerance, or on its way from there
  std::vector<Growth> growths_;
  std::optional<Found> found_;
};

}  // namespace daedalus::simulate
