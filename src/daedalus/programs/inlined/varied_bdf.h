// BDF of varying order and step size, as an inlined step takes it. Past, coefficients and control are those
// of `bdf` in the residual form (integrate/multistep), whose corrector equation is
//
//   x' = x'_0 + c (x - x_0),   c = alpha/h,                                                     (1)
//
// with the prediction x_0, x'_0 by the past and a fixed leading coefficient alpha (bdf_coefficients.h (4)).
// That is a step x = old(x) + h-bar x' (causal/inline_integration.h) with
//
//   h-bar = 1/c,   old(x) = x_0 - h-bar x'_0.                                                   (2)
//
// So the program finds x, and everything else is as there: the correction x - x_0 is the error except for a
// factor, and the next difference of the past. h-bar is the same to the last bit while h and the order stay,
// and so are the matrices of linear loops.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "daedalus/numerics/integrate/multistep/bdf_coefficients.h"
#include "daedalus/numerics/integrate/multistep/bdf_control.h"
#include "daedalus/numerics/integrate/multistep/divided_differences.h"

namespace daedalus::inlined {

class VariedBdf {
 public:
  // A max_step of 0: unlimited.
  VariedBdf(std::size_t num_states, int max_order, double max_step);

  // Forgets the past; Start() gives it another one, a straight line.
  void Forget() { has_started_ = false; }
  bool has_started() const { return has_started_; }
  // A longest_leap of 0: no leap (bdf_control.h).
  void Start(std::span<const double> slopes, double h, double longest_leap);

  // The choices of the control for the next step.
  double wanted_step() const { return control_.step(); }
  int order() const { return step_.order; }  // of the step at hand
  // For an attempt of size h from x with these slopes: (2), and the prediction.
  void Prepare(std::span<const double> x, std::span<const double> slopes, double h);
  double h_bar() const { return 1 / step_.leading; }
  std::span<const double> old() const { return old_; }
  std::span<const double> predicted() const { return predicted_; }
  std::span<const double> predicted_slopes() const { return predicted_slopes_; }

  // The error of a step that has come to x, in units of the tolerance. The norms here are sqrt(1/n sum (v_i
  // w_i)^2).
  double ErrorOf(std::span<const double> x, std::span<const double> weights);
  std::span<const double> correction() const { return correction_; }
  // (1) at its end.
  void FillSlopes(std::span<double> slopes) const;
  // Accepts the step.
  void Accept(std::span<const double> weights);
  // Rejects the step because of its error.
  void Refuse(std::span<const double> weights, double error);
  // The program failed.
  void Shrink() { control_.Shrink(step_); }
  // Of a first step that failed: the past is a line with points as far apart as the next one is long.
  void StretchLine(std::span<const double> slopes) { past_.Start(slopes, control_.step()); }

  // The polynomial through `now` and the past, `ago` before the end of a step of this order.
  void Interpolate(double ago, int order, std::span<const double> now, std::span<double> x,
                   std::span<double> slopes) const {
    past_.Interpolate(ago, order + 1, now, x, slopes);
  }

 private:
  integrate::DividedDifferences past_;
  integrate::BdfControl control_;
  integrate::BdfCoefficients step_;  // at hand
  bool has_started_ = false;
  std::vector<double> predicted_, predicted_slopes_, old_, correction_;
};

}  // namespace daedalus::inlined
