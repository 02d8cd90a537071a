// One choice of states of one instance, ready to run: parameter values, work arrays, an integrator. The
// compiled code is shared with other instances (compile/compiled_choice.h).
//
// A run that changes its states goes through several segments. Each hands on to the next the values of the
// model's own variables (given_model.h), which are the same in all of them. The unknowns of the integrator
// differ between segments: in the residual form (dae) all variables that do not have a simple assignment, in
// the causal form (ode) the states.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "daedalus/model/compile/compiled_choice.h"
#include "daedalus/model/initialize/initial_plan.h"
#include "daedalus/model/initialize/initial_values.h"
#include "daedalus/model/simulate/creeping.h"
#include "daedalus/model/simulate/event_blocks.h"
#include "daedalus/model/simulate/implicit_states.h"
#include "daedalus/model/simulate/kept_invariants.h"
#include "daedalus/model/simulate/run.h"
#include "daedalus/model/simulate/run_settings.h"
#include "daedalus/model/simulate/tier_up.h"
#include "daedalus/model/simulate/violated_equation.h"
#include "daedalus/numerics/integrate/integrator.h"
#include "daedalus/numerics/integrate/own/choose_method.h"
#include "daedalus/numerics/integrate/own/own_methods.h"
#include "daedalus/programs/array/array_integrator.h"
#include "daedalus/programs/execute/branch_watch.h"
#include "daedalus/programs/execute/dae_model.h"
#include "daedalus/programs/execute/loop_determinants.h"
#include "daedalus/programs/execute/ode_model.h"
#include "daedalus/programs/execute/sensitivity_watch.h"
#include "daedalus/programs/inlined/inlined_integrator.h"

namespace daedalus::simulate {

class Segment {
 public:
  // With the parameter values of an instance, and the place of its values between events.
  Segment(std::shared_ptr<const compile::CompiledChoice> compiled, std::vector<double> parameters,
          const RunSettings& settings, std::span<const double> held = {});

  // Prepares the run: makes an integrator, and starts the change to machine code. Fails if the method cannot
  // integrate the model.
  Result<Unit> MakeReady(CodeChoice code, double t, const initialize::InitialValues& values);
  bool is_ready() const { return integrator_ != nullptr; }
  // Call before MakeReady if some held values follow the time (execute/dae_model.h).
  void SetRefresh(const std::function<void(double)>& refresh);
  // After MakeReady: the method in use, and the reason for an automatic choice.
  const integrate::MethodChoice& method() const { return method_; }
  // After MakeReady: kSteps if the method's dense output is less accurate than its steps. One-step methods do
  // not know how algebraic unknowns vary inside a step. The stages of fully implicit methods have a lower
  // order than their end.
  PointsBy points() const;

  // After MakeReady: the tolerances of the quantities in the error test; 0 for quantities that are not in it.
  std::vector<double> AbsoluteTolerances() const;

  const compile::CompiledChoice& compiled() const { return *compiled_; }
  const compile::PreparedModel& model() const { return model_; }
  const System& system() const { return *model_.system; }
  bool is_ode() const { return ode_ != nullptr; }
  // In the causal form: x' = f(t, x). Null in the residual form.
  execute::OdeModel* causal() { return ode_.get(); }
  // A model without states has nothing to integrate in the causal form (point_by_point.h).
  bool has_states() const { return !ode_ || !ode_->states().empty(); }
  integrate::Integrator& integrator() { return *integrator_; }
  const inlined::InlinedIntegrator* inlined() const {
    return inlined_;
  }  // the integrator of the form inline, or null
  const KeptInvariants* invariants() const { return invariants_.get(); }  // null: there are none
  TierUp& tier_up() { return *tier_up_; }

  // The conditions that hold at the start, besides the equations. If the equations differ at the start
  // (hybrid::SystemAtStart), these are meant.
  Result<initialize::InitialPlan> PlanInitialization();
  // Consistent values at the start by a plan, from the start values.
  Result<initialize::InitialValues> FindInitialValues(const initialize::InitialPlan& plan);
  // The same with free relations (hybrid/free_system.h): guesses their values at the start. nullopt if no
  // values are found.
  std::optional<initialize::InitialValues> FindFreeValues();
  // The same in the middle of a run: keeps these values of the states and solves for the others. nullopt if
  // that fails.
  std::optional<initialize::InitialValues> Continue(double t, std::span<const double> quantities);
  // At an event: keeps the states in `quantities` and solves for everything else, with the present held
  // values. False if there is no solution; then nothing changes.
  bool Solve(double t, std::span<double> quantities);
  // Reads the quantities from values that were found for the start.
  bool ReadInitial(double t, const initialize::InitialValues& values, std::span<double> quantities);
  // True if a quantity is a state here, so that an event can change it.
  bool IsState(std::size_t quantity) const;
  // After Solve, at the same time: the integrator begins again with the solution.
  integrate::StepOutcome StartAgain(double t) { return Start(t, solved_); }
  const initialize::InitialValues& solved() const { return solved_; }
  // The problem of the integrator, for a search of roots in its steps.
  integrate::DaeProblem Problem() { return ode_ ? ode_->Problem() : dae_->Problem(); }

  // The integrator begins, or begins again, with consistent values of all variables.
  integrate::StepOutcome Start(double t, const initialize::InitialValues& values);

  // Call after a step has failed for every step size: the solution of the equations may end there, as in a
  // flip-flop. True if the blocks, a little ahead, come to another solution (execute/loop_solver.h) that
  // exists here too. Then the integrator begins again with it, at the same time.
  bool JumpByBlocks();
  // The same for a model without states, which is computed from point to point: the times at which it
  // continued with another solution.
  std::span<const double> leaps() const { return leaps_; }

  // In the residual form, now and then after a step, and after a step has failed for every step size. Values
  // of unknowns that violate the equations (violated_equation.h) are computed anew from the states. The
  // integrator then begins again with them, at the same time, and the result is true. Fails if the states,
  // too, must have become wrong.
  Result<bool> MendValues(bool has_failed);
  // A warning if that ever happened.
  std::optional<Diagnostic> FindMended() const;
  // A warning: a method of low order is not held to a share of the tolerance although nothing damps errors
  // (undamped_errors.h).
  std::optional<Diagnostic> FindAddedErrors() const;
  // A warning: fixed steps are far too long for a state (inlined/step_defects.h).
  std::optional<Diagnostic> FindLongSteps() const;

  // The expected number of steps of the run (0: not known yet). If nothing damps errors, each step gets an
  // accordingly smaller part of the tolerance (undamped_errors.h).
  void ExpectSteps(double num_steps);

  // After the states were checked: they are good where the quantities were last read. Loops keep to their
  // branch from there (execute/loop_solver.h).
  void ConfirmStates();
  // After a step, for nonlinear loops: has one passed a position where its solutions cross
  // (execute/branch_watch.h)? In the causal form: do the states determine its unknowns
  // (execute/sensitivity_watch.h)?
  void WatchLoops();
  // The first check, where the integrator begins.
  void WatchFromHere();
  // The time at which solutions of a loop will meet or cross, extrapolated from the last two checks.
  std::optional<double> FindZeroAhead() const;
  // A trial, in the causal form and with an explicit method: one step from consistent values to a time behind
  // the crossing. Given quantities lead the loops through it. A value if the step passes a position where
  // solutions cross, and keeps its solution.
  std::optional<execute::SingularPosition> TryCrossing(double t, const initialize::InitialValues& values,
                                                       double end);
  void CountCrossing(const execute::SingularPosition& passed) { watch_->Count(passed); }
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
  void EndLeading() {
    ode_->EndFollowing();
    bridge_.reset();
  }
  // Another segment takes over with other states.
  void LeaveBranches() {
    if (watch_) watch_->Leave();
  }
  // A warning if a loop ever passed a position where its solutions cross.
  std::optional<Diagnostic> FindSingularPosition() const;
  // A warning if the states do not determine an unknown of a loop, again and again.
  std::optional<Diagnostic> FindBlurredUnknown() const;
  // After a step: an error if steps hardly make progress and the equations have become singular since the
  // start.
  std::optional<Diagnostic> FindImpasse();
  // True if the last failure was a failure to keep to a branch.
  bool CameToFold() const;

  // Reads the quantities from a point of the integrator. False if an algebraic loop has no solution there, or
  // a value is not finite.
  bool ReadQuantities(double t, std::span<const double> y, std::span<const double> yp, std::span<double> out);

  // Reads from a point of the integrator only the quantities that are states, and computes none. The others
  // are NaN.
  void CopyStates(std::span<const double> y, std::span<double> out);

  // Reads the quantities from values of all unknowns.
  void CopyQuantities(double t, std::span<const double> y, std::span<const double> yp, std::span<double> out);

  // Explains why the integrator could not continue.
  Diagnostic ExplainStep(const integrate::StepOutcome& failure);
  // At the end of a run: an error that names an equation that the values violate; nullopt if all hold
  // (violated_equation.h). In the causal form the loops have checked this themselves.
  std::optional<Diagnostic> CheckEnd();
  // The largest residual of values for the start (violated_equation.h).
  LargestResidual FindLargestResidual(double t, const initialize::InitialValues& values);
  // A warning that names a loop of the run that was not determined at some time (execute/loop_solver.h).
  std::optional<Diagnostic> FindUndetermined();
  // Explains why ReadQuantities failed.
  Diagnostic ExplainOutput();

 private:
  Result<Unit> CheckInvariants() const;
  // The end of a step, with the signature of DaeProblem::project.
  integrate::EvalOutcome KeepInvariants(double t, std::span<double> y, std::span<double> yp);
  std::vector<VariableId> Unknowns() const;  // of the integrator
  Result<Unit> MakeInlinedReady(CodeChoice code, double t, const initialize::InitialValues& values,
                                integrate::Tolerances tolerances);
  Result<ImplicitChoice> ChooseImplicit(double t, const initialize::InitialValues& values);
  // If equations have several solutions, an inlined step may follow another one than the results, which are
  // computed from the states. Compares the slopes of both at the end of a step. Has the signature of
  // DaeProblem::project.
  integrate::EvalOutcome CompareSolutions(double t, std::span<const double> y, std::span<const double> yp);
  bool IsOnBranch(double t, std::span<const double> y, std::span<const double> yp);
  Diagnostic ExplainOtherSolution() const;
  Result<Unit> MakeArrayReady(CodeChoice code, double t, const initialize::InitialValues& values,
                              integrate::Tolerances tolerances);
  // Reduces the tolerances if nothing damps errors (undamped_errors.h), or if they are too loose for
  // algebraic equations. The reasons of the method mention it.
  integrate::Tolerances HeldToAShare(integrate::Tolerances tolerances, const integrate::MethodInfo& method);
  integrate::MethodChoice ChooseMethod(const integrate::DaeProblem& problem,
                                       const integrate::Tolerances& tolerances, double t,
                                       const initialize::InitialValues& values) const;
  std::vector<codegen::Kernel*> Kernels();  // all kernels that the run evaluates
  initialize::ConsistentOptions OptionsAt(double t) const;
  const initialize::InitialProgram& StartProgram(const initialize::InitialPlan& plan);
  const System& SystemOfStart() const { return at_start_ ? at_start_->system : *model_.system; }
  Result<initialize::InitialPlan> PlanWithout(std::vector<VariableId> ignored);
  Result<initialize::InitialValues> FindByPlan(const initialize::InitialPlan& plan, bool is_trial);
  std::vector<VariableId> VagueWishes(const initialize::InitialPlan& plan,
                                      const initialize::InitialValues& values);
  Result<initialize::InitialValues> RunStartProgram(const initialize::InitialPlan& plan);
  execute::EvaluationPoint LastPoint();
  bool ReadOverBridge(double t, std::span<double> out);
  bool WalkTo(double t);
  bool Walk(const execute::Workspace& from, double t, int parts, bool may_leap);
  bool LeapAt(double t);
  void MakeBlocks();
  bool SolveByBlocks(double t, std::span<double> quantities);
  struct Later {
    double time = 0;
    std::vector<double> values;  // of the quantities
    double distance = 0;
  };
  std::optional<Later> SolveLater(double t, std::span<const double> quantities);
  std::optional<Later> SolveLater(double t, double ahead, std::span<const double> quantities);
  bool FindJump(double t, std::span<double> here);
  bool DiffersFrom(std::span<const double> quantities, std::span<const double> other) const;
  void TakeSlopes(std::span<const double> quantities, const Later& later);
  std::optional<VariableId> FindLargestChange() const;
  bool IsStateSpoiled(double duration) const;
  // the size is that among these values
  double ToleranceOf(VariableId v, std::span<const double> values) const;
  Diagnostic ExplainViolation(std::size_t row, std::string_view which);
  // Puts in the quantities that are unknowns here.
  void PutQuantities(std::span<const double> quantities, initialize::InitialValues& values) const;
  Diagnostic ExplainNotFinite(execute::EvaluationPoint point);
  Diagnostic ExplainLoop();  // the loop that failed last
  void NarrowEnd();
  void NarrowEndOfWay();
  // Relates a failure to the last point: a finite escape, or an impasse.
  void DescribeEnd(const execute::EvaluationPoint& last, Diagnostic& message);
  void BeginToWatch();
  void WatchResidualForm();
  execute::EvaluationPoint FirstPoint(const execute::EvaluationPoint& last) const;
  execute::EvaluationPoint WholePoint(double t, std::span<const double> quantities) const;

  std::shared_ptr<const compile::CompiledChoice> compiled_;
  const compile::PreparedModel& model_;  // the model of compiled_
  RunSettings settings_;
  std::vector<double> parameters_;
  std::shared_ptr<const initialize::AttributeValues>
      attributes_;  // the model's own, or evaluated with other parameters
  std::unique_ptr<codegen::ModelKernels> kernels_;
  std::unique_ptr<execute::DaeModel> dae_;
  std::unique_ptr<execute::OdeModel> ode_;   // null: the dae form
  std::optional<codegen::Kernel> recovery_;  // computes eliminated variables, if there are any
  std::vector<double> recovered_;
  std::vector<std::pair<std::size_t, std::size_t>>
      states_among_;  // quantity, unknown of the integrator; made when first needed
  std::unique_ptr<KeptInvariants> invariants_;
  bool takes_invariants_ = false;  // the method takes them into its iterations
  bool start_violates_ = false;    // an invariant is violated at the start
  struct TwoSlopes {
    VariableId state;
    double time = 0, of_step = 0, of_results = 0;
  };
  std::optional<TwoSlopes> other_solution_;  // as CompareSolutions found it
  // per state: the effect, since the start, of steps whose slopes differed from the causal form
  std::vector<double> led_away_;
  // the last inlined step was refused, because its end is on another branch
  bool is_refused_ = false;
  integrate::Tolerances tolerances_;  // of all variables, by their nominal values
  std::vector<double> sizes_;         // of all variables, for the error test (variable_sizes.h)
  integrate::MethodChoice method_;
  double share_of_step_ = 1;  // the part of the tolerance that a step may use (undamped_errors.h)
  double share_in_run_ = 1;   // a further factor if many steps are expected
  std::unique_ptr<integrate::Integrator> integrator_;
  inlined::InlinedIntegrator* inlined_ = nullptr;  // integrator_ in the form inline
  array::ArrayIntegrator* array_ = nullptr;        // integrator_ if it is a method of the derivative array
  std::unique_ptr<TierUp> tier_up_;
  initialize::InitialValues solved_;  // the result of Solve
  bool has_started_ = false;
  std::function<void(double)> refresh_;        // computes held values that follow the time
  std::optional<execute::BranchWatch> watch_;  // nullopt: there is nothing to watch
  bool is_watched_ = false;
  std::optional<execute::LoopDeterminants>
      determinants_;  // in the residual form; nullopt: there are no such loops, or the model is large
  std::vector<execute::LoopDeterminant> found_;                 // work array
  execute::Workspace watched_;                                  // work array
  std::vector<double> watched_quantities_;                      // work array
  std::optional<execute::SensitivityWatch> sensitivity_watch_;  // nullopt: there is nothing to watch
  Creeping creeping_;
  initialize::InitialValues first_values_;  // at the start of this segment; empty in large models
  std::unique_ptr<EventBlocks> blocks_;     // made at the first event of the residual form, or the first jump
  struct Bridge {
    double middle = 0, distance = 0;
  };
  std::optional<Bridge> bridge_;
  std::optional<double> last_jump_;  // the time of the last call of JumpByBlocks
  struct Mended {
    int count = 0;
    struct {
      double since = 0, time = 0;
      VariableId unknown;
      double before = 0, after = 0;
    } first;
    std::optional<double> last_time;
    double last_check = 0;  // when the values last satisfied the equations
    int steps_since_check = 0;
    int steps_to_check = 5;  // at first, then doubled each time
  } mended_;
  // Equations that differ at the start, and what depends on them.
  struct AtStart {
    System system;
    causal::SystemIncidence incidence;
  };
  std::unique_ptr<const AtStart> at_start_;
  std::optional<initialize::InitialProgram>
      own_start_;  // if the shared one does not hold for these parameters, or these equations
  std::optional<execute::Workspace> last_point_;  // the last completed point of a model without states
  std::vector<double> leaps_;                     // times of leaps of a model without states
  double last_read_ = 0;                          // the time of the quantities that were read last
  // a point of the whole system at which ReadQuantities failed
  std::optional<execute::EvaluationPoint> not_finite_;
};

}  // namespace daedalus::simulate
