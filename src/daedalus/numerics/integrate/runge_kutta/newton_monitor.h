// Watches the simplified Newton iteration of a step: when to stop, when to give up, and how much smaller the
// step should then be ([HW96] IV.8).
//
// Let d_k be the norms of the increments and theta = d_k / d_{k-1} (the geometric mean of the last two ratios
// when there are two). The iteration converges linearly, so what is left after increment k is at most
//
//   theta / (1 - theta) d_k = eta d_k. (1)
//
// It stops when (1) is below the tolerance, and is given up when theta >= 1 or when at this rate (1) would
// still be too large after the last iteration. After the first increment there is no theta yet. Then the eta
// of the last step is used, in the more pessimistic form eta^(3/4) r^2 if the step has grown by r > 1. After
// a divergence it is not used: a second increment must be smaller. (With a wrong Jacobian, steps so small
// that their whole increment is below the tolerance would otherwise creep on for ever.)
//
// The norms are those of y. If F has products with y', the first guess of y can be far better than that of
// y', which no norm shows. The second increment contains the effect of the correction of y'. So it may be as
// large as the first one, although the iteration converges well. There the first ratio decides about the end
// of an iteration, but not about giving it up.
#pragma once

#include <optional>

namespace daedalus::integrate {

class NewtonMonitor {
 public:
  enum class Verdict { kContinue, kConverged, kDiverged };

  // True for equations M y' = f(t, y) with a constant M.
  explicit NewtonMonitor(bool has_constant_mass) : gives_up_by_first_ratio_(has_constant_mass) {}

  // Knows nothing of an eta any more.
  void Reset() {
    eta_ = 1;
    distrusts_ = false;
  }
  // Before the first iteration of a step, which is `growth` times as long as the last one.
  void Begin(double tolerance, int max_iterations, double growth);
  // After each increment, with its norm.
  Verdict Note(double norm);

  int iterations() const { return iterations_; }
  int max_iterations() const { return max_iterations_; }
  // theta of the last step; 0 when it had one iteration.
  double rate() const { return rate_; }
  // After kDiverged: the ratio of the step size that would have converged, less than 1.
  double step_ratio() const { return step_ratio_; }

 private:
  Verdict Diverged(double ratio);
  // Called with a new rate: if the iteration will not end in time, the ratio of a step size that would do.
  std::optional<double> Hopeless(double norm);
  // Whether the first ratio is no reason to give up.
  bool IsTooEarly(double ratio) const;

  bool gives_up_by_first_ratio_;
  double tolerance_ = 0;
  int max_iterations_ = 0;
  int iterations_ = 0;
  double last_norm_ = 0;
  double last_ratio_ = 0;  // 0: none that counts
  double rate_ = 0;
  double eta_ = 1;
  bool distrusts_ = false;  // the last iteration diverged
  double step_ratio_ = 0.5;
};

}  // namespace daedalus::integrate
