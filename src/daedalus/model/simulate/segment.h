// One choice of states of one instance, ready to run: parameter values, work arrays, an integrator. The
// compiled code is shared with other instances (compile/compiled_choice.h).
//
// A run that changes its states goes through several segments. Each hands on to the next the values of the
// model's own variables (given_model.h), which are the same in all of them. The unknowns of the integrator
// differ between segments: all variables that do not have a simple assignment, or the states alone
// (forms/integrator_view.h). So does what makes the steps (forms/segment_steps.h).
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "daedalus/model/simulate/forms/block_search.h"
#include "daedalus/model/simulate/forms/error_test.h"
#include "daedalus/model/simulate/forms/integrator_view.h"
#include "daedalus/model/simulate/forms/mended_values.h"
#include "daedalus/model/simulate/forms/segment_steps.h"
#include "daedalus/model/simulate/forms/solution_end.h"
#include "daedalus/model/simulate/forms/start_search.h"
#include "daedalus/model/simulate/forms/step_invariants.h"
#include "daedalus/model/simulate/run.h"
#include "daedalus/model/simulate/tier_up.h"
#include "daedalus/model/simulate/violated_equation.h"

namespace daedalus::simulate {

class Segment {
 public:
  // With the parameter values of an instance, and the place of its values between events.
  Segment(std::shared_ptr<const compile::CompiledChoice> compiled, std::vector<double> parameters,
          const RunSettings& settings, std::span<const double> held = {});

  // Prepares the run: makes an integrator, and starts the change to machine code. Fails if the method cannot
  // integrate the model.
  Result<Unit> MakeReady(CodeChoice code, double t, const initialize::InitialValues& values);
  bool is_ready() const { return steps_ != nullptr; }
  // Call before MakeReady if some held values follow the time (execute/dae_model.h).
  void SetRefresh(const std::function<void(double)>& refresh);
  // After MakeReady: the method in use, and the reason for an automatic choice.
  const integrate::MethodChoice& method() const { return steps_->method(); }
  // After MakeReady: kSteps if the method's dense output is less accurate than its steps.
  PointsBy points() const { return steps_->points(); }

  // After MakeReady: the tolerances of the quantities in the error test; 0 for quantities that are not in it.
  std::vector<double> AbsoluteTolerances() const { return error_test_.AbsoluteTolerances(*view_); }

  const compile::CompiledChoice& compiled() const { return *equations_.compiled; }
  const compile::PreparedModel& model() const { return equations_.model; }
  const System& system() const { return equations_.system(); }
  // How an integrator sees the equations.
  IntegratorView& view() { return *view_; }
  const IntegratorView& view() const { return *view_; }
  // x' = f(t, x); null if all variables are unknowns of the integrator.
  execute::OdeModel* causal() { return view_->causal(); }
  integrate::Integrator& integrator() { return steps_->integrator(); }
  // The integrator whose steps are inlined, or null.
  const inlined::InlinedIntegrator* inlined() const { return steps_ ? steps_->inlined() : nullptr; }
  // Null if there are none.
  const KeptInvariants* invariants() const { return invariants_ ? &invariants_->kept() : nullptr; }
  TierUp& tier_up() { return *tier_up_; }

  // The conditions that hold at the start, and consistent values there (forms/start_search.h).
  StartSearch& start() { return start_; }
  // In the middle of a run: keeps these values of the states and solves for the others. nullopt if that
  // fails.
  std::optional<initialize::InitialValues> Continue(double t, std::span<const double> quantities) {
    return view_->Continue(t, quantities);
  }
  // At an event: keeps the states in `quantities` and solves for everything else, with the present held
  // values. False if there is no solution; then nothing changes.
  bool Solve(double t, std::span<double> quantities);
  // Reads the quantities from values that were found for the start.
  bool ReadInitial(double t, const initialize::InitialValues& values, std::span<double> quantities);
  // True if a quantity is a state here, so that an event can change it.
  bool IsState(std::size_t quantity) const { return places_.IsState(quantity); }
  // After Solve, at the same time: the integrator begins again with the solution.
  integrate::StepOutcome StartAgain(double t) { return Start(t, solved_); }
  const initialize::InitialValues& solved() const { return solved_; }
  // The problem of the integrator, for a search of roots in its steps.
  integrate::DaeProblem Problem() { return view_->Problem(); }

  // The integrator begins, or begins again, with consistent values of all variables.
  integrate::StepOutcome Start(double t, const initialize::InitialValues& values);

  // Call after a step has failed for every step size: the solution of the equations may end there, as in a
  // flip-flop. True if the blocks, a little ahead, come to another solution (execute/loop_solver.h) that
  // exists here too. Then the integrator begins again with it, at the same time.
  bool JumpByBlocks();

  // If a corrector solves the equations, now and then after a step, and after a step has failed for every
  // step size. Values of unknowns that violate the equations (violated_equation.h) are computed anew from the
  // states. The integrator then begins again with them, at the same time, and the result is true. Fails if
  // the states, too, must have become wrong.
  Result<bool> MendValues(bool has_failed);

  // The expected number of steps of the run (0: not known yet). If nothing damps errors, each step gets an
  // accordingly smaller part of the tolerance (undamped_errors.h).
  void ExpectSteps(double num_steps);

  // After a step, for nonlinear loops (forms/loop_watch.h).
  void WatchLoops();
  // The first check, where the integrator begins.
  void WatchFromHere();
  // The time at which solutions of a loop will meet or cross, extrapolated from the last two checks.
  std::optional<double> FindZeroAhead() const;
  // Another segment takes over with other states.
  void LeaveBranches();

  // A trial, in the causal form and with an explicit method: one step from consistent values to a time behind
  // the crossing. Given quantities lead the loops through it. A value if the step passes a position where
  // solutions cross, and keeps its solution.
  std::optional<execute::SingularPosition> TryCrossing(double t, const initialize::InitialValues& values,
                                                       double end);
  void CountCrossing(const execute::SingularPosition& passed) { watch_->branches().Count(passed); }
  // The quantities that lead the loops of this segment, with their derivatives, at one time or at both ends
  // of a way.
  struct LedQuantity {
    std::size_t quantity = 0;
    double value = 0, first = 0, second = 0;
  };
  void LeadThrough(double t, std::span<const LedQuantity> led);
  void LeadThrough(double begin, std::span<const LedQuantity> at_begin, double end,
                   std::span<const LedQuantity> at_end);
  // Near this time, where nothing is determined well, quantities are read from polynomials through values
  // that are further away.
  void BridgeOver(double zero, double distance) { bridge_ = {zero, distance}; }
  void EndLeading();

  // Reads the quantities from a point of the integrator. False if an algebraic loop has no solution there, or
  // a value is not finite.
  bool ReadQuantities(double t, std::span<const double> y, std::span<const double> yp, std::span<double> out);
  // Reads from a point of the integrator only the quantities that are states, and computes none. The others
  // are NaN.
  void CopyStates(std::span<const double> y, std::span<double> out) {
    places_.ReadStates(view_->unknowns(), y, out);
  }
  // Reads the quantities from values of all unknowns.
  void CopyQuantities(double t, std::span<const double> y, std::span<const double> yp,
                      std::span<double> out) {
    places_.Read(t, y, yp, out);
  }

  // Explains why the integrator could not continue.
  Diagnostic ExplainStep(const integrate::StepOutcome& failure);
  // Explains why ReadQuantities failed, or Solve.
  Diagnostic ExplainOutput();
  // Which equation the event that was tried last has left without a solution; nullopt if that is not known.
  std::optional<Diagnostic> ExplainUnsolved() { return view_->ExplainUnsolved(end_); }
  // After a step: an error if steps hardly make progress and the equations have become singular since the
  // start.
  std::optional<Diagnostic> FindImpasse();
  // At the end of a run: an error that names an equation that the values violate; nullopt if all hold
  // (violated_equation.h). In the causal form the loops have checked this themselves.
  std::optional<Diagnostic> CheckEnd();
  // The largest residual of values for the start (violated_equation.h).
  LargestResidual FindLargestResidual(double t, const initialize::InitialValues& values);
  // A warning if the states do not determine an unknown of a loop, again and again.
  std::optional<Diagnostic> FindBlurredUnknown() const;
  // At the end of a run: warnings about its results.
  std::vector<Diagnostic> FindWarnings(bool is_blurred_reported);
  // A warning: errors of steps add up, and the method is not held to a share of the tolerance.
  std::optional<Diagnostic> FindAddedErrors() const;

 private:
  std::vector<codegen::Kernel*> Kernels();  // all kernels that the run evaluates
  void BeMeasured(WorkProfile& profile);
  Result<Unit> CheckInvariants() const;
  void BeginToWatch();
  execute::EvaluationPoint LastPoint();
  bool ReadOverBridge(double t, std::span<double> out);
  std::optional<VariableId> FindLargestChange();
  bool IsStateSpoiled(double duration);
  Diagnostic ExplainViolation(std::size_t row, std::string_view which);

  SegmentEquations equations_;
  QuantityPlaces places_;
  std::unique_ptr<IntegratorView> view_;
  StartSearch start_;
  ErrorTest error_test_;
  SolutionEnd end_;
  std::unique_ptr<StepInvariants> invariants_;  // null: there are none
  std::unique_ptr<SegmentSteps> steps_;         // null before MakeReady
  std::unique_ptr<TierUp> tier_up_;
  initialize::InitialValues solved_;  // the result of Solve
  bool has_started_ = false;
  bool is_watched_ = false;           // watch_ was made if there is something to watch
  std::unique_ptr<LoopWatch> watch_;  // null: there is nothing to watch
  BlockSearch blocks_;
  MendedValues mended_;
  struct Bridge {
    double middle = 0, distance = 0;
  };
  std::optional<Bridge> bridge_;
  double last_read_ = 0;  // the time of the quantities that were read last
  // a point of the whole system at which ReadQuantities failed
  std::optional<execute::EvaluationPoint> not_finite_;
};

}  // namespace daedalus::simulate
