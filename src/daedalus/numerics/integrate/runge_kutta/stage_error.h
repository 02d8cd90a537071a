// The error of a step of a fully implicit Runge-Kutta method.
//
// The error by one step ([HW96] IV.8 eq. 8.19-8.20). With the derivative y'_n at the start as one more stage
// there is a formula of order s. It differs from ours by h/gamma d, where the defect d = y'_n - u'(t_n) is
// the error of the slope of the stage polynomial u at t_n. (Lobatto IIIC has another d, see stage_tableau.h.)
// In the stiff components this is far too large, so it is filtered. For F(t, y, y') = 0 and M = dF/dy', J =
// dF/dy:
//
//   err = (J + gamma/h M)^-1 M d = O(h^(s+1)). (1)
//
// Since M y'_n = f(t_n, y_n) for F = M y' - f this is [HW96]'s formula, but without a new evaluation of f.
// After a rejection and in the first step, where (1) may still be too large by far, it is filtered again:
// err = (J + gamma/h M)^-1 (M d - F(t_n, y_n + err, y'_n)). Methods with two stages have no real eigenvalue
// gamma; the real part of (J + lambda/h M)^-1 with the complex one is a filter just as good.
//
// For Lobatto IIIC this is not enough. Its d is proportional to Y_1 - y_n, which is nearly zero on a stiff
// component however long the step. On y' = -lambda (y - g(t)) + g'(t) with large lambda, the estimate is
// nearly zero, while the slope K_s is wrong by h^2 y'''/12 (it is the slope of a parabola). There d gets in
// addition
//
//   (Z_s - P) / (2 h), P the prediction of Z_s by the last step's polynomial, (3)
//
// which is h^2 y'''/4 for equal steps (a sixth of (3) would do for these alone), and O(h^3) where nothing is
// stiff; in the first step y'_n - K_1.
//
// (1) is of lower order than the error of the method, h^(p+1). It is compared with
//
//   kErrorUnit tol^((s+1)/(p+1)), tol the relative tolerance, (2)
//
// so that the errors of the solution go with tol.
//
// Algebraic unknowns get from (1) the error that those of the others cause, which is all that they have at
// the end of a step. What goes on inside of it is not tested: a jump of an algebraic unknown is stepped over.
//
// The error by two steps (ErrorEstimate::kEmbedded) is in two_step_error.h.
//
// [HW96] Hairer & Wanner, Solving Ordinary Differential Equations II, 1996.
#pragma once

#include <optional>
#include <span>
#include <vector>

#include "daedalus/numerics/integrate/error_norm.h"
#include "daedalus/numerics/integrate/evaluator.h"
#include "daedalus/numerics/integrate/runge_kutta/implicit_stages.h"
#include "daedalus/numerics/integrate/runge_kutta/stage_step.h"
#include "daedalus/numerics/integrate/runge_kutta/stage_system.h"
#include "daedalus/numerics/integrate/runge_kutta/two_step_error.h"

namespace daedalus::integrate {

class StageError {
 public:
  // The tableaus of the method, and the relative tolerance. With a formula, errors are estimated by two
  // steps. What is passed by reference outlives this object.
  StageError(Evaluator& evaluator, StageSystem& system, const ErrorNorm& norm,
             std::span<const StageTableau> tableaus, double relative,
             std::optional<theory::TwoStepFormula> two_step);

  // The error of the step, in units of what is allowed. `is_doubtful`: (1) may be too large by far.
  double Estimate(const StageStep& step, ImplicitStages& stages, bool is_doubtful);
  // (1) of a step whose error was estimated in another way: dense output needs it.
  void EstimateForDense(const StageStep& step, ImplicitStages& stages, bool is_doubtful) {
    Filtered(step, stages, is_doubtful);
  }
  // True if the last estimate was made by two steps.
  bool is_by_two_steps() const { return by_two_steps_; }
  // True if the method needs two equal steps to estimate the error, and had none.
  bool wants_equal_step() const { return two_step_ && !by_two_steps_; }
  // The order of the estimate.
  int order(const StageTableau& tableau) const {
    return by_two_steps_ ? tableau.order + 1 : tableau.error_order;
  }
  // The last estimate, per unknown.
  std::span<const double> error() const { return error_; }

  // The step was accepted.
  void Accept();
  // (1) of the last accepted step, for dense output.
  std::span<const double> past() const { return past_; }

 private:
  double Filtered(const StageStep& step, ImplicitStages& stages, bool is_doubtful);
  void AddSurprise(const StageStep& step, const ImplicitStages& stages);
  void FilterAgain(const StageStep& step, ImplicitStages& stages);

  Evaluator& evaluator_;
  StageSystem& system_;
  const ErrorNorm& norm_;
  std::optional<theory::TwoStepFormula> two_step_;
  std::span<const StageTableau> tableaus_;
  std::vector<double> limits_;  // of each tableau: (2) in units of the tolerance
  bool by_two_steps_ = false;   // the last error was found so, in units of the tolerance
  std::vector<double> defect_, mass_defect_, error_, scratch_;
  std::vector<double> past_;
};

}  // namespace daedalus::integrate
