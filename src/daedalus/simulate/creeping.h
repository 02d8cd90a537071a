// Steps that hardly get on. Where a solution ends at a singular point (explain_impasse.h), as that of x*der(x) = -1 at x = 0, an explicit method
// goes to and fro across the point in tiny steps, for hours. That steps are tiny is no mistake in itself: a fast phase of a slow model
// has them too. So this is only a reason to look closer.
#pragma once

#include <cstdint>
#include <optional>

namespace daedalus::simulate {

class Creeping {
 public:
  // After each step. True once in kSteps steps which, together, were shorter than kPart of the way before them.
  bool Note(double time) {
    if (!start_) start_ = looked_ = time;
    if (++num_steps_ < kSteps) return false;
    const bool is_slow = time - looked_ < kPart * (looked_ - *start_);
    looked_ = time;
    num_steps_ = 0;
    return is_slow;
  }

 private:
  static constexpr std::int64_t kSteps = 100'000;
  static constexpr double kPart = 1e-3;
  std::int64_t num_steps_ = 0;
  std::optional<double> start_;
  double looked_ = 0;
};

}  // namespace daedalus::simulate
