// Order and size of the next BDF step.
//
// The differences at the new point say how large T_q = |h^q y^(q)| is for q = k-1 .. k+2
// (bdf_coefficients.h (6)). A step of the same size at order q would err by e_q = C_q T_{q+1}, and one of
// size r_q h by a fifth of the tolerance, where
//
//   r_q = (5 e_q)^(-1/(q+1)).                                                                   (1)
//
// (DASSL aims at a half, but changes the step by factors of 2 only, so that most of its steps are shorter
// than that.)
//
// Order ([BCP96] 5.2.6): as long as the T_q fall with q, a higher order is better. It falls to k-1 when
// T_{k-1} and T_k are both no larger than T_{k+1}. It rises to k+1 when T_{k+2} < T_{k+1}, after k + 1 equal
// steps; without these T_{k+2} has no meaning.
//
// Size: kept as long as r lies between kKeepAbove and kLeastGain, so that factorizations are used again. It
// grows by at most kMostGain, after k + 1 equal steps, or at once where kMostGain is due.
//
// Start: the order rises and the step grows with every step, until the T_q no longer fall. The first step is
// a guess and often far too short, but it gives y''. Then the second step has the size of (1) at once, at
// order 2 and with a past on the parabola of y, y' and y'' (divided_differences.h). Growing to that size by
// repeated large ratios would magnify the error of every step in the later ones.
//
// Why order 1 is avoided. Take a chain of differentiators x = g, y = x', z = y' (index 3, or stiff equations
// close to it, like the two stages of the transistor amplifier). When the step changes, BDF of order 1 makes
// an error of (h_{n-1}/h_n - 1) g'' / 2 in z, however small the step is (E. Frisk's lecture on DAEs). The
// error test then fails after each change, and the step is changed again. A code that then reduces the order
// to 1 makes no progress: IDA and DASPK behave so on that problem. At order k the error is O(h^(k-1)). So:
//   - order 1 is for the start only, and for a new start after kManyFailures failures of one step;
//   - after a failure the size is held for k + 1 steps, and a growth that failed is halved the next time.
#pragma once

#include <utility>

#include "daedalus/numerics/integrate/multistep/bdf_coefficients.h"
#include "daedalus/numerics/integrate/multistep/divided_differences.h"
#include "daedalus/numerics/integrate/step_controller.h"

namespace daedalus::integrate {

// The largest second step, as a part of the time to the end. A longer one would miss what happens to a system
// that starts at rest.
inline constexpr double kLongestLeap = 0.1;

class BdfControl {
 public:
  // A max_step of 0: unlimited.
  BdfControl(int max_order, double max_step) : max_order_(max_order), max_step_(max_step) {}

  // A longest_leap of 0: no leap.
  void Start(double h, double longest_leap);
  // A full past is there for this order and step size.
  void StartAt(int order, double h);
  // The next step, after one that was taken as c says, with these norms of its differences.
  // With a controller, its answer takes the place of (1) as long as the order stays.
  void AfterSuccess(const BdfCoefficients& c, const DifferenceNorms& norms,
                    StepController* controller = nullptr);
  // The next step, after one that was shorter because it met the time limit: the one that was intended.
  void AfterTruncation();
  // The next attempt, after one whose error is `error` > 1 times the tolerance.
  void AfterErrorFailure(const BdfCoefficients& c, const DifferenceNorms& norms, double error);
  // Call after any other failure: makes the step smaller.
  void Shrink(const BdfCoefficients& c);

  // True once if the next step is the large second one and needs a new past.
  bool TakeLeap() { return std::exchange(must_leap_, false); }

  int order() const { return order_; }
  double step() const { return h_; }

 private:
  struct Terms {
    double two_below, below, same, above;  // T_{k-1}, T_k, T_{k+1}, T_{k+2}
  };

  void NoteSuccess();
  void GoOnStarting(const BdfCoefficients& c, const Terms& terms);
  int ChooseOrder(const Terms& terms) const;
  void ChooseStep(const BdfCoefficients& c, double ratio);
  void Take(int order, double h);

  int max_order_;
  double max_step_;
  double longest_leap_ = 0;
  bool must_leap_ = false;
  int order_ = 1;
  double h_ = 0;
  bool is_starting_ = true;
  int equal_steps_ = 0;     // since order or size were changed
  int failures_ = 0;        // of the error test, in this step
  double most_gain_ = 0;    // how much the step may grow
  bool has_grown_ = false;  // the step at hand is larger than the last one
  bool must_hold_ = false;  // a failure is less than k + 1 steps ago: only slow growth
};

}  // namespace daedalus::integrate
