// Warns about states that fall below their absolute tolerance and grow again by themselves.
//
// An error test allows a state an error of its absolute tolerance a. While the state is smaller than a, its
// digits mean nothing. If it then grows in proportion to itself, as a species that was nearly extinct, so
// does the error. Errors within the tolerance decide when and how far it returns, whatever the tolerance is.
// The results may be completely wrong, although no test fails. A state that grows because something drives
// it, as a current that is switched on, forgets such errors and gives no warning.
//
// The points of the growth show the difference. Divide the way from log a to log(1000 a) into three equal
// parts:
//
//   x ~ exp(k t)         takes the same time for each part
//   x ~ (t - t0)^p       takes exp(2.3/p) times as long for each part as for the one before
//
// So a state grows by itself if each part takes at most 1.5 times as long as the one before (p > 5.7). A part
// needs at least two points. So we use the ends of steps, and points inside steps in which such a state more
// than doubles. (Points of the results may be decades apart: of 500 points over 50 units, none may lie in the
// one unit of time in which a predator returns by 13 decades.)
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <vector>

#include "daedalus/base/diagnostics/diagnostic.h"
#include "daedalus/system/quantity.h"
#include "daedalus/system/system.h"

namespace daedalus::simulate {

class GrowthWatch {
 public:
  // `absolute`: the absolute tolerances of the quantities, 0 for those that are not states.
  explicit GrowthWatch(std::vector<double> absolute);

  // Reads the values of quantities with a tolerance at a time inside the last step; NaN if it is not a state
  // at present.
  using ReadStates = std::function<void(double t, std::span<double> quantities)>;

  // Call at the start, after an event (from == to), and after each step.
  void ObserveStep(double from, double to, const ReadStates& read);
  // Call at points of the results if the model has so many states that a look at each step would take as long
  // as the step.
  void ObservePoint(double t, std::span<const double> quantities);
  // A warning that names the first state that grew, if any did.
  std::optional<Diagnostic> Find(const System& system, std::span<const Quantity> quantities) const;

 private:
  struct Growth {
    std::vector<double> times, logs;  // since it was last below its tolerance
    bool is_below = false;
    bool was_zero = false;  // was exactly 0: then something drives it, since 0 cannot grow by itself
    double last = 0, last_time = 0, lowest = 0, lowest_time = 0;
  };
  struct Found {
    std::size_t quantity = 0;
    double value = 0, time = 0, later = 0;  // how small it was, when, and when it had returned
  };
  static bool GrowsByItself(const Growth& growth, double absolute);
  enum class Look { kNever, kAtSteps, kAtPoints };
  static Look LookAt(const std::vector<double>& absolute);
  int PartsOfStep() const;
  void Observe(double t, std::span<const double> quantities);
  bool Follow(std::size_t i, double t, double value);

  std::vector<double> absolute_;
  std::vector<std::uint32_t> watched_;  // the quantities with a tolerance
  Look look_;
  std::vector<double> end_, inside_;  // values there
  std::vector<char> is_active_;       // below its tolerance, or growing from there
  std::vector<Growth> growths_;
  std::optional<Found> found_;
};

}  // namespace daedalus::simulate
