// Detects steps that hardly make progress. A solution may end at a singular point (explain_impasse.h), as
// that of x*der(x) = -1 ends at x = 0. An explicit method then goes to and fro across the point in tiny
// steps, for hours. Tiny steps alone are no mistake: a fast phase of a slow model has them too. So this is
// only a reason to examine the point. If the point is singular from the start, the steps may be so small that
// they would add up to nothing within the run.
#pragma once

#include <cstdint>
#include <optional>

namespace daedalus::simulate {

class Creeping {
 public:
  enum class Pace {
    kFair,
    kSlow,   // reported once in kSteps steps that together were shorter than kPart of the way before them
    kStuck,  // reported once, if the first kFirstSteps steps cover less than kNothing of the run
  };
  // Call after each step of a run of this length.
  Pace Note(double time, double length) {
    if (!start_) start_ = looked_ = time;
    if (++num_steps_ == kFirstSteps && looked_ == *start_ && time - *start_ < kNothing * length)
      return Pace::kStuck;
    if (num_steps_ < kSteps) return Pace::kFair;
    const bool is_slow = time - looked_ < kPart * (looked_ - *start_);
    looked_ = time;
    num_steps_ = 0;
    return is_slow ? Pace::kSlow : Pace::kFair;
  }

 private:
  static constexpr std::int64_t kFirstSteps = 1'000;
  static constexpr double kNothing = 1e-15;
  static constexpr std::int64_t kSteps = 100'000;
  static constexpr double kPart = 1e-3;
  std::int64_t num_steps_ = 0;
  std::optional<double> start_;
  double looked_ = 0;
};

}  // namespace daedalus::simulate
