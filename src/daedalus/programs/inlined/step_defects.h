// Detects fixed steps, which have no error test, that are far too long for a state.
//
// The equations of a step may have several solutions. If the step is much longer than the time scale of the
// model, an iteration may end in a solution that the model does not have. Robertson's reaction by `sdirk4`
// with steps of 0.05 s stays near its start for ever, with a concentration that jumps between 4e-5 and -4e-5.
// The loop has converged, but values and slopes contradict each other. By the trapezoidal rule
//
//   d = |x1 - x0 - h/2 (x0' + x1')|                                                                       (1)
//
// is of the size h^3 (h^2 for methods of order 1) if a step is short enough. A state is reported if d is
// larger than the state has ever been, in ten steps in a row: one or two such steps are usual where a stiff
// component begins.
// (`trapezoid` and `bi2` have d = 0 by definition and are not tested.)
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace daedalus::inlined {

class StepDefects {
 public:
  explicit StepDefects(std::size_t num_states)
      : sizes_(num_states, 0.0), in_a_row_(num_states, 0), counts_(num_states, 0) {}

  // Here slopes may jump.
  void Begin() { std::ranges::fill(in_a_row_, 0); }
  // A step of size h that ends at t, with values and slopes at its ends.
  void Add(double t, double h, std::span<const double> x0, std::span<const double> k0,
           std::span<const double> x1, std::span<const double> k1) {
    ++steps_;
    for (std::size_t i = 0; i < sizes_.size(); ++i) {
      sizes_[i] = std::max({sizes_[i], std::abs(x0[i]), std::abs(x1[i])});
      const bool is_bad = std::abs(x1[i] - x0[i] - h / 2 * (k0[i] + k1[i])) > sizes_[i];
      in_a_row_[i] = is_bad ? in_a_row_[i] + 1 : 0;
      counts_[i] += is_bad;
      if (in_a_row_[i] == kMany && !first_) first_ = {i, t};
    }
  }

  struct Finding {
    std::size_t state = 0;
    double time = 0;                 // of the end of the tenth step in a row
    std::int64_t count = 0, of = 0;  // steps of this kind, and all
  };
  // The first state, if there was one.
  std::optional<Finding> Find() const {
    if (!first_) return std::nullopt;
    return Finding{first_->state, first_->time, counts_[first_->state], steps_};
  }

 private:
  static constexpr int kMany = 10;
  struct First {
    std::size_t state = 0;
    double time = 0;
  };
  std::vector<double> sizes_;
  std::vector<int> in_a_row_;
  std::vector<std::int64_t> counts_;
  std::int64_t steps_ = 0;
  std::optional<First> first_;
};

}  // namespace daedalus::inlined
