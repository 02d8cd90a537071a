// A variable-step, variable-order multistep method in Nordsieck form: the common part of `gear` (gear.h) and
// `adams` (adams.h). They differ in their formulas and in the treatment of derivatives.
//
// One step: bring the array of the last step to the new order and step size, predict, correct (corrector.h),
// and estimate the error from the difference of both. Then accept, or return to the array of the last step
// and try again:
//
//   the error is too large the step and order that the errors of orders k and k - 1 need; the
//                                   second time in one step at least by 4, then with order 1 from values that
//                                   are solved for once more: the corrector may have left an algebraic
//                                   unknown where no step size would do
//   no convergence, not evaluated   a quarter of the step ([Gea70] section V)
//
// The array of the last step is only read until the next one is accepted, so a failed attempt leaves no trace
// and dense output stays what it was.
//
// The order builds up from 1. It begins at kStarterOrder if a Runge-Kutta method makes the past
// (IntegratorOptions::starter). The steps of that method count as one step of this one, and the polynomial
// through the new past is its dense output.
//
// With IntegratorOptions::fixed_step the step is constant, and there is no error test. The order rises by one
// with every step until it is max_order; with a Runge-Kutta start it is max_order from the beginning. The
// tolerances then say only how exactly the corrector is solved.
#pragma once

#include <algorithm>
#include <optional>
#include <span>
#include <vector>

#include "daedalus/numerics/integrate/integrator_base.h"
#include "daedalus/numerics/integrate/multistep/corrector.h"
#include "daedalus/numerics/integrate/multistep/formulas.h"
#include "daedalus/numerics/integrate/multistep/nordsieck.h"
#include "daedalus/numerics/integrate/multistep/nordsieck_control.h"
#include "daedalus/numerics/integrate/multistep/starter.h"

namespace daedalus::integrate {

class NordsieckIntegrator : public IntegratorBase {
 protected:
  struct Setup {
    DaeProblem problem;
    Tolerances tolerances;
    IntegratorOptions options;
    Formula (*formula)(int order);
    int highest_order;
    std::vector<UnknownKind> kinds;
    bool improves_slopes;  // Improve() finds the slopes of the differential unknowns by themselves
  };
  explicit NordsieckIntegrator(Setup setup);

  void Start() override;
  StepOutcome Advance(double t_limit) final;
  void TakeOverMoved() override { std::ranges::copy(y_, past_.array.row(0).begin()); }
  void InterpolateInside(double t, std::span<double> y, std::span<double> yp) const override;

  // After the corrector: may improve trial_.y and trial_.yp at this time, or say what is in the way
  // (trial_.blame).
  virtual Attempt Improve(double /*t*/, double /*h*/) { return Attempt::kSucceeded; }
  // Called with the solution at the start and at the end of every step, in order of time. When it is the end,
  // time_, y_ and yp_ are already set.
  virtual void NotePast(double /*t*/, std::span<const double> /*y*/) {}

  std::vector<UnknownKind> kinds_;
  bool looks_inside_;  // of steps that are much longer than the one before; unknowns of a higher index are
                       // not as exact there
  ErrorNorm correction_norm_;  // over all unknowns but the linear ones
  Corrector corrector_;
  // The last accepted step.
  struct Past {
    NordsieckArray array;
    int order = 1;                        // of array
    double h = 0;                         // in array
    std::vector<double> difference = {};  // h^(k+1) y^(k+1)
    bool has_difference = false;
  } past_;
  // The step that is tried.
  struct Trial {
    NordsieckArray array;
    std::vector<double> y, yp;
    std::vector<double> difference;  // h^(k+1) y^(k+1)
    double error = 0;
    Blame blame = {};
  } trial_;

 private:
  void BeginWithOrderOne(double t_limit);
  std::optional<StepOutcome> BeginWithRungeKutta(double t_limit);
  double StarterStep(Integrator& starter, double t_limit, int m) const;
  void FillArray(const EqualSteps& past);
  double NextStep(double t_limit) const;
  Attempt Try(double h);
  bool PassesOver(double h);
  void PredictAt(double h);
  void FindDifference(double h);
  void ShortenAfter(Attempt attempt, double h, int& num_errors);
  void SolveAgain(double h);
  StepOutcome Finish(double h, double t_limit);
  void ChooseNext(double h);
  double ErrorBelow(double h) const;
  double ErrorAbove(double h);
  const FormulaOfKind& formula() const { return formulas_[control_.order()]; }

  Tolerances tolerances_;  // as the user gave them
  bool improves_slopes_;
  NordsieckControl control_;
  std::vector<FormulaOfKind> formulas_;  // by order
  std::vector<double> solved_again_;     // what y_ would be, when is_solved_again_
  bool is_solved_again_ = false;
  std::vector<double> middle_y_, middle_yp_;  // work arrays
  std::vector<double> work_;
};

// The kinds by DaeProblem::is_differential alone.
std::vector<UnknownKind> DifferentialOrAlgebraic(const DaeProblem& problem);

}  // namespace daedalus::integrate
