// Constraints within the iteration of an implicit step: more equations than unknowns, Cellier & Kofman
// (8.126)-(8.130).
//
// The formula of the method gives y at the end of a step from the past and y'. With constraints g = 0 there
// are too many conditions. So the formula is violated by some delta at the end of the step, and we look for
// the best compromise:
//
//   minimize  |D^-1 delta|^2 + |W g(t, y)|^2   subject to   F(t, y, y') = 0,  y = formula(y') + delta     (1)
//
// with the units D of the unknowns and the weights W of the constraints. The equations of the model hold.
//
// Each iteration of Newton's method for F = 0 is followed by one of Gauss-Newton for (1). With B =
// dy/d(delta), which F = 0 determines, and G = dg/dy, delta = D e becomes
//
//   e = arg min |e|^2 + |W g + V (e - e_old)|^2,   V = W G B D,                                           (2)
//
// by linear/compromise.h, and the step is moved by B times the change of delta. V takes a transposed solution
// for each constraint. Both converge together. delta is as small as the error of the step, so its last change
// affects F only by its square, and the last iterations evaluate g alone.
//
// B uses the matrices of Newton's iteration. If these are slightly outdated, the direction of delta is too,
// by a part of delta; F = 0 and a g of large weight hold nevertheless.
//
// Large weights lead to the nearest point that satisfies the constraints exactly, like a projection after the
// step (projection.h); but here y' changes with y.
#pragma once

#include <span>
#include <vector>

#include "daedalus/numerics/integrate/constraints.h"

namespace daedalus::integrate {

// The end of the step at hand, as its formula yields.
class YieldingEnd {
 public:
  virtual ~YieldingEnd() = default;
  virtual double time() const = 0;
  virtual std::span<const double> y() const = 0;
  // Replaces v by B^T v.
  virtual void Pull(std::span<double> v) = 0;
  // delta changes by this, and the step with it: y by B times that, whose size is given back in units of the
  // tolerance.
  virtual double Push(std::span<const double> change) = 0;
};

class LeastSquaresStep {
 public:
  explicit LeastSquaresStep(const WeightedConstraints& constraints);

  // Starts a new step with delta = 0.
  void Begin();
  struct Correction {
    bool ok = false;   // else g could not be evaluated, or is not finite
    double moved = 0;  // in units of the tolerance
  };
  // One iteration (2).
  Correction Correct(YieldingEnd& end);
  // Iterates as long as it improves the result, once F = 0 is satisfied. False if the iteration does not
  // converge.
  bool Finish(YieldingEnd& end);
  // The amount delta by which the formula yields.
  std::span<const double> delta() const { return delta_; }

 private:
  const WeightedConstraints& given_;
  std::vector<double> g_, v_, s_;  // v_: V row by row
  std::vector<double> e_, old_e_, delta_, change_;
};

}  // namespace daedalus::integrate
