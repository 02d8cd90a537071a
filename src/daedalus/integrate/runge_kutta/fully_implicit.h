// One step of a fully implicit Runge-Kutta method, its error, and the size of the next.
//
// A step from (t_n, y_n, y'_n) solves for the stages Z_i = Y_i - y_n with the simplified Newton iteration of
// stage_system.h, from the polynomial of the last step as prediction. It ends in y_{n+1} = y_n + Z_s,
// y'_{n+1} = K_s. J and M are kept while the iteration converges fast, their factors while h is kept too.
//
// The error by one step ([HW96] IV.8 eq. 8.19-8.20). With the derivative y'_n at the start as one more stage
// there is a formula of order s that differs from ours by h/gamma d, with the defect d = y'_n - u'(t_n): what
// the polynomial u of the stages misses of the slope at t_n. (Lobatto IIIC has another d, see
// stage_tableau.h.) In the stiff components this is far too large, so it is filtered. For F(t, y, y') = 0 and
// M = dF/dy', J = dF/dy:
//
//   err = (J + gamma/h M)^-1 M d = O(h^(s+1)). (1)
//
// Since M y'_n = f(t_n, y_n) for F = M y' - f this is [HW96]'s formula, but without a new evaluation of f.
// After a rejection and in the first step, where (1) may still be too large by far, it is filtered again:
// err = (J + gamma/h M)^-1 (M d - F(t_n, y_n + err, y'_n)). Methods with two stages have no real eigenvalue
// gamma; the real part of (J + lambda/h M)^-1 with the complex one is a filter just as good.
//
// For Lobatto IIIC this is not enough. Its d is proportional to Y_1 - y_n, which is nearly zero on a stiff
// component however long the step: on y' = -lambda (y - g(t)) + g'(t), lambda large, the estimate sees
// nothing, while the slope K_s is wrong by h^2 y'''/12 (it is the slope of a parabola). There d gets in
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
// so that the errors of the solution go with tol. The Newton iteration on the other hand stops when its error
// is below kNewtonUnit of the tolerance itself, or at the level of rounding.
//
// Algebraic unknowns get from (1) the error that those of the others cause, which is all that they have at
// the end of a step. What goes on inside of it is not tested: a jump of an algebraic unknown is stepped over.
//
// The error by two steps (ErrorEstimate::kEmbedded) is in two_step_error.h.
//
// An iteration that ends with its first increment has measured no rate of convergence. Where J and M say
// nothing of the way that the step then takes (outdated_matrix.h) they are evaluated at its end, and the
// iteration goes on from there.
//
// Where the problem has constraints, each iteration is followed by one of stage_constraints.h.
#pragma once

#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "daedalus/integrate/integrator_base.h"
#include "daedalus/integrate/outdated_matrix.h"
#include "daedalus/integrate/runge_kutta/newton_monitor.h"
#include "daedalus/integrate/runge_kutta/radau_order.h"
#include "daedalus/integrate/runge_kutta/stage_constraints.h"
#include "daedalus/integrate/runge_kutta/stage_system.h"
#include "daedalus/integrate/runge_kutta/stage_tableau.h"
#include "daedalus/integrate/runge_kutta/two_step_error.h"
#include "daedalus/integrate/step_controller.h"

namespace daedalus::integrate {

class FullyImplicit final : public IntegratorBase {
 public:
  // The tableaus are in ascending order; a method with one of them keeps it. With a formula, errors are
  // estimated by two steps.
  FullyImplicit(DaeProblem problem, Tolerances tolerances, const IntegratorOptions& options,
                std::vector<StageTableau> tableaus, std::optional<theory::TwoStepFormula> two_step);

 private:
  void Start() override;
  StepOutcome Advance(double t_limit) override;
  void InterpolateInside(double t, std::span<double> y, std::span<double> yp) const override;

  std::unique_ptr<IntegratorBase> MakeTwin(const IntegratorOptions& options) const override;

  double FirstStepByIndex(double t_limit) const;
  Attempt PrepareMatrices(double h);
  Attempt FactorMatrices(double h);
  void PredictStages(double h);
  void StartStages(double h);
  void ExtrapolateStages(double h);
  Attempt SolveStages(double h);
  Attempt IterateStages(double h);
  bool IsMatrixOutdated(double h);
  Attempt PrepareMatricesAtEnd(double h);
  bool BeginConstraints(double h);
  // The size of this increment, with what constraints add to it; nothing where they cannot.
  std::optional<double> CorrectStages(double h);
  EvalOutcome EvaluateStages(double h);
  bool IsRounding(double increment, double h);
  Attempt TestError(double h);
  double FilteredError(double h);
  void AddSurprise(double h);
  double TwoStepError(double h);
  void FilterAgain();
  StepOutcome FinishStep(double h, double t_limit);
  void ChooseNextStep(double h);
  // Nothing while there is hope.
  std::optional<StepOutcome> RepairFailure(Attempt attempt, double h);
  Blame FindBlame(Attempt attempt, double h);

  int ErrorOrder() const { return by_two_steps_ ? tableau().order + 1 : tableau().error_order; }
  const StageTableau& tableau() const { return tableaus_[order_.level()]; }
  StageArrays Arrays() { return {z_.data(), k_.data(), stages_y_.data()}; }
  std::span<const double> EndOfStep() const { return Stage(stages_y_, tableau().stages - 1, size()); }
  void SetNewtonWeights(double h);
  std::span<const double> NewtonWeights() const {
    return newton_weights_.empty() ? norm_.weights() : std::span<const double>(newton_weights_);
  }

  std::vector<StageTableau> tableaus_;
  StageSystem system_;
  std::unique_ptr<StageConstraints> constraints_;  // nullptr if there are none
  OrderControl order_;
  std::optional<theory::TwoStepFormula> two_step_;
  StepController controller_;
  NewtonMonitor newton_;
  double relative_;  // tolerance
  double fast_rate_;

  double h_next_ = 0;
  double h_before_ = 0;        // proposed before a restart
  double error_ = 0;           // of the last attempt, in units of (2)
  bool by_two_steps_ = false;  // error_ was found so, in units of the tolerance
  bool first_ = true;          // no step has been made since the start
  bool rejected_ = false;      // the attempt before this one was
  bool predict_ = false;       // the last step has a polynomial, and no iteration failed since
  bool jacobian_known_ = false;
  bool jacobian_current_ = false;  // it was evaluated at time_
  bool jacobian_of_end_ = false;   // it was evaluated at the end of the attempt at hand
  OutdatedMatrix outdated_;

  std::vector<double> z_, k_, stages_y_, f_;  // the stages Z, K and Y, and F there
  std::vector<double> past_z_, past_k_;       // of the last step
  const StageTableau* past_tableau_ = nullptr;
  double past_h_ = 0;
  std::vector<double> newton_weights_;  // empty: those of the norm
  std::vector<double> error_limits_;    // of each tableau: (2) in units of the tolerance
  std::vector<double> zero_;
  std::vector<double> scratch_y_, defect_, mass_defect_, error_vector_;
  std::vector<double> past_error_;  // (1) of the last step
};

}  // namespace daedalus::integrate
