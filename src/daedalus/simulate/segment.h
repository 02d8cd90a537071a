// One choice of states of one instance, ready to run: parameter values, work arrays, an integrator. What was
// compiled is shared with other instances (compile/compiled_choice.h).
//
// A run that changes its states goes through several segments, one after the other. One hands on to the next
// the values of the model's own variables (given_model.h), which are the same in all of them. Which unknowns
// the integrator works on is the segment's own affair: in the residual form (dae) all variables that are not
// simply assigned, in the causal form (ode) the states.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "daedalus/array/array_integrator.h"
#include "daedalus/compile/compiled_choice.h"
#include "daedalus/execute/branch_watch.h"
#include "daedalus/execute/dae_model.h"
#include "daedalus/execute/loop_determinants.h"
#include "daedalus/execute/ode_model.h"
#include "daedalus/execute/sensitivity_watch.h"
#include "daedalus/initialize/initial_plan.h"
#include "daedalus/initialize/initial_values.h"
#include "daedalus/inlined/inlined_integrator.h"
#include "daedalus/integrate/integrator.h"
#include "daedalus/integrate/own/choose_method.h"
#include "daedalus/integrate/own/own_methods.h"
#include "daedalus/simulate/creeping.h"
#include "daedalus/simulate/event_blocks.h"
#include "daedalus/simulate/implicit_states.h"
#include "daedalus/simulate/kept_invariants.h"
#include "daedalus/simulate/run.h"
#include "daedalus/simulate/run_settings.h"
#include "daedalus/simulate/tier_up.h"
#include "daedalus/simulate/violated_equation.h"

namespace daedalus::simulate {

class Segment {
 public:
  // With the parameter values of an instance, and the place where it holds values between events.
  Segment(std::shared_ptr<const compile::CompiledChoice> compiled, std::vector<double> parameters,
          const RunSettings& settings, std::span<const double> held = {});

  // Prepares the run: an integrator, and the change to machine code. Fails where the method cannot do the
  // model.
  Result<Unit> MakeReady(CodeChoice code, double t, const initialize::InitialValues& values);
  bool is_ready() const { return integrator_ != nullptr; }
  // Some of what is held follows the time (execute/dae_model.h); before MakeReady.
  void SetRefresh(const std::function<void(double)>& refresh);
  // After MakeReady: the method in use, and why it was chosen where that was left to us.
  const integrate::MethodChoice& method() const { return method_; }
  // After MakeReady: by steps where the method's dense output is poorer than its steps. One-step methods know
  // nothing of what algebraic unknowns do inside a step; the stages of fully implicit ones have a lower order
  // than their end.
  PointsBy points() const;

  // After MakeReady: of the quantities, in the error test; 0 for those that it leaves out.
  std::vector<double> AbsoluteTolerances() const;

  const compile::CompiledChoice& compiled() const { return *compiled_; }
  const compile::PreparedModel& model() const { return model_; }
  const System& system() const { return *model_.system; }
  bool is_ode() const { return ode_ != nullptr; }
  // In the causal form: x' = f(t, x). Null in the residual form.
  execute::OdeModel* causal() { return ode_.get(); }
  // Without states, in the causal form, there is nothing to integrate (point_by_point.h).
  bool has_states() const { return !ode_ || !ode_->states().empty(); }
  integrate::Integrator& integrator() { return *integrator_; }
  const inlined::InlinedIntegrator* inlined() const {
    return inlined_;
  }  // the integrator of the form inline, or null
  const KeptInvariants* invariants() const { return invariants_.get(); }  // null: there are none
  TierUp& tier_up() { return *tier_up_; }

  // What holds at the start, besides the equations. Where these are others at the start
  // (hybrid::SystemAtStart), of those.
  Result<initialize::InitialPlan> PlanInitialization();
  // Consistent values at the start, by a plan, from the start values.
  Result<initialize::InitialValues> FindInitialValues(const initialize::InitialPlan& plan);
  // The same with relations that are free (hybrid/free_system.h): a guess of what they are at the start.
  // Nothing where that finds no values.
  std::optional<initialize::InitialValues> FindFreeValues();
  // The same in the middle of a run: the states have these values, the others are solved for. Nothing where
  // that fails.
  std::optional<initialize::InitialValues> Continue(double t, std::span<const double> quantities);
  // At an event: the states as they are in `quantities`, everything else anew, with the values that are held
  // now. False where that has no solution; then nothing is changed.
  bool Solve(double t, std::span<double> quantities);
  // The quantities of values that were found for the start.
  bool ReadInitial(double t, const initialize::InitialValues& values, std::span<double> quantities);
  // Whether a quantity is a state here, so that an event can change it.
  bool IsState(std::size_t quantity) const;
  // After Solve, at the same time: the integrator begins again with the values found there.
  integrate::StepOutcome StartAgain(double t) { return Start(t, solved_); }
  const initialize::InitialValues& solved() const { return solved_; }
  // What the integrator integrates, for a search of roots on its steps.
  integrate::DaeProblem Problem() { return ode_ ? ode_->Problem() : dae_->Problem(); }

  // The integrator begins, or begins again, with consistent values of all variables.
  integrate::StepOutcome Start(double t, const initialize::InitialValues& values);

  // Where a step has failed whatever its size: solutions of the equations may end there, as in a circuit that
  // flips. True where the blocks, a little ahead, come to another one (execute/loop_solver.h) that is a
  // solution here too; the integrator then begins again with it, at the same time.
  bool JumpByBlocks();
  // The same of a model without states, which is computed from point to point: when it went on with another
  // solution.
  std::span<const double> leaps() const { return leaps_; }

  // In the residual form, after a step now and then, and where one has failed whatever its size: values of
  // unknowns that are no solution (violated_equation.h) are computed anew from the states, and the integrator
  // begins again with them, at the same time. True where it was so; fails where the states, too, must have
  // gone wrong.
  Result<bool> MendValues(bool has_failed);
  // Whether that ever was so, as a warning.
  std::optional<Diagnostic> FindMended() const;
  // That a method of low order is not held to a share of the tolerance where nothing damps errors
  // (undamped_errors.h).
  std::optional<Diagnostic> FindAddedErrors() const;
  // That fixed steps are far too long for a state (inlined/step_defects.h).
  std::optional<Diagnostic> FindLongSteps() const;

  // The run will take that many steps in all (0: not known yet): where nothing damps errors, each is held to
  // so much less (undamped_errors.h).
  void ExpectSteps(double num_steps);

  // After a look at the states: they are good ones where the quantities were read last. What is computed from
  // them keeps to its branch from there (execute/loop_solver.h).
  void ConfirmStates();
  // After a step, of a nonlinear loop: has it passed a position where its solutions cross?
  // (execute/branch_watch.h) In the causal form: do the states determine its unknowns?
  // (execute/sensitivity_watch.h)
  void WatchLoops();
  // The first look, where the integrator begins.
  void WatchFromHere();
  // The time at which solutions of a loop are expected to meet or cross, by the last two looks.
  std::optional<double> FindZeroAhead() const;
  // In the causal form, with an explicit method, on trial: one step from consistent values to a time behind
  // that, by loops that are led through it. True where that passes a position where solutions cross with the
  // solution that it had.
  std::optional<execute::SingularPosition> TryCrossing(double t, const initialize::InitialValues& values,
                                                       double end);
  void CountCrossing(const execute::SingularPosition& passed) { watch_->Count(passed); }
  // What loops of this segment are led by: quantities and their derivatives, at one time or at both ends of a
  // way.
  struct LedQuantity {
    std::size_t quantity = 0;
    double value = 0, first = 0, second = 0;
  };
  void LeadThrough(double t, std::span<const LedQuantity> led);
  void LeadThrough(double begin, std::span<const LedQuantity> at_begin, double end,
                   std::span<const LedQuantity> at_end);
  // So near to this time, where nothing is determined well, quantities are read as polynomials through what
  // is further away.
  void BridgeOver(double zero, double distance) { bridge_ = {zero, distance}; }
  void EndLeading() {
    ode_->EndFollowing();
    bridge_.reset();
  }
  // Another segment takes over with other states.
  void LeaveBranches() {
    if (watch_) watch_->Leave();
  }
  // Whether it ever has, as a warning.
  std::optional<Diagnostic> FindSingularPosition() const;
  // Whether they do not, again and again, as a warning.
  std::optional<Diagnostic> FindBlurredUnknown() const;
  // After a step: an error where steps hardly get on, and the equations have become singular since the start.
  std::optional<Diagnostic> FindImpasse();
  // Whether the last failure was one to keep to a branch.
  bool CameToFold() const;

  // From a point of the integrator; false where an algebraic loop has no solution there, or an unknown no
  // finite value.
  bool ReadQuantities(double t, std::span<const double> y, std::span<const double> yp, std::span<double> out);

  // Of a point of the integrator the quantities that are states, without computing any; NaN for the others.
  void CopyStates(std::span<const double> y, std::span<double> out);

  // The same from values of all unknowns.
  void CopyQuantities(double t, std::span<const double> y, std::span<const double> yp, std::span<double> out);

  // Why the integrator could not go on.
  Diagnostic ExplainStep(const integrate::StepOutcome& failure);
  // At the end of a run: an equation that the values do not satisfy, as an error; nothing where they all hold
  // (violated_equation.h). In the causal form loops have looked for themselves.
  std::optional<Diagnostic> CheckEnd();
  // Of values for the start (violated_equation.h).
  LargestResidual FindLargestResidual(double t, const initialize::InitialValues& values);
  // A loop of the run that was not determined at some time, as a warning (execute/loop_solver.h).
  std::optional<Diagnostic> FindUndetermined();
  // Why ReadQuantities failed.
  Diagnostic ExplainOutput();

 private:
  Result<Unit> CheckInvariants() const;
  // The end of a step, as DaeProblem::project wants it.
  integrate::EvalOutcome KeepInvariants(double t, std::span<double> y, std::span<double> yp);
  std::vector<VariableId> Unknowns() const;  // of the integrator
  Result<Unit> MakeInlinedReady(CodeChoice code, double t, const initialize::InitialValues& values,
                                integrate::Tolerances tolerances);
  Result<ImplicitChoice> ChooseImplicit(double t, const initialize::InitialValues& values);
  // Where equations have several solutions, an inlined step may follow another one than the results, which
  // are computed from the states. Compares their slopes at the end of a step, as DaeProblem::project wants
  // it.
  integrate::EvalOutcome CompareSolutions(double t, std::span<const double> y, std::span<const double> yp);
  bool IsOnBranch(double t, std::span<const double> y, std::span<const double> yp);
  Diagnostic ExplainOtherSolution() const;
  Result<Unit> MakeArrayReady(CodeChoice code, double t, const initialize::InitialValues& values,
                              integrate::Tolerances tolerances);
  // Where nothing damps errors (undamped_errors.h), or where the tolerance is too loose for algebraic
  // equations; it is told among the reasons of the method.
  integrate::Tolerances HeldToAShare(integrate::Tolerances tolerances, const integrate::MethodInfo& method);
  integrate::MethodChoice ChooseMethod(const integrate::DaeProblem& problem,
                                       const integrate::Tolerances& tolerances, double t,
                                       const initialize::InitialValues& values) const;
  std::vector<codegen::Kernel*> Kernels();  // all that the run evaluates
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
  double ToleranceOf(VariableId v, std::span<const double> values) const;  // where it has its value of these
  Diagnostic ExplainViolation(std::size_t row, std::string_view which);
  // Where they are unknowns here.
  void PutQuantities(std::span<const double> quantities, initialize::InitialValues& values) const;
  Diagnostic ExplainNotFinite(execute::EvaluationPoint point);
  Diagnostic ExplainLoop();  // that failed last
  void NarrowEnd();
  void NarrowEndOfWay();
  // What a failure has to do with the last point: an escape, or an impasse.
  void DescribeEnd(const execute::EvaluationPoint& last, Diagnostic& message);
  void BeginToWatch();
  void WatchResidualForm();
  execute::EvaluationPoint FirstPoint(const execute::EvaluationPoint& last) const;
  execute::EvaluationPoint WholePoint(double t, std::span<const double> quantities) const;

  std::shared_ptr<const compile::CompiledChoice> compiled_;
  const compile::PreparedModel& model_;  // its
  RunSettings settings_;
  std::vector<double> parameters_;
  std::shared_ptr<const initialize::AttributeValues>
      attributes_;  // the model's own, where the parameters are
  std::unique_ptr<codegen::ModelKernels> kernels_;
  std::unique_ptr<execute::DaeModel> dae_;
  std::unique_ptr<execute::OdeModel> ode_;   // null: the dae form
  std::optional<codegen::Kernel> recovery_;  // of eliminated variables, if there are any
  std::vector<double> recovered_;
  std::vector<std::pair<std::size_t, std::size_t>>
      states_among_;  // quantity, unknown of the integrator; made when it is asked for
  std::unique_ptr<KeptInvariants> invariants_;
  bool takes_invariants_ = false;  // the method does, into its iterations
  bool start_violates_ = false;    // an invariant
  struct TwoSlopes {
    VariableId state;
    double time = 0, of_step = 0, of_results = 0;
  };
  std::optional<TwoSlopes> other_solution_;  // where CompareSolutions found one
  std::vector<double> led_away_;      // per state: by steps whose slopes were others than those of the causal
                                      // form, since the start
  bool is_refused_ = false;           // the last inlined step, for its end is on another branch
  integrate::Tolerances tolerances_;  // of all variables, by their nominal values
  std::vector<double> sizes_;         // of all variables, for the error test (variable_sizes.h)
  integrate::MethodChoice method_;
  double share_of_step_ = 1;  // of the tolerance, that a step is held to (undamped_errors.h)
  double share_in_run_ = 1;   // of that, where many steps are expected
  std::unique_ptr<integrate::Integrator> integrator_;
  inlined::InlinedIntegrator* inlined_ = nullptr;  // the same, in the form inline
  array::ArrayIntegrator* array_ = nullptr;        // the same, where it is one of the derivative array
  std::unique_ptr<TierUp> tier_up_;
  initialize::InitialValues solved_;  // by Solve
  bool has_started_ = false;
  std::function<void(double)> refresh_;        // of what is held, where some of it follows the time
  std::optional<execute::BranchWatch> watch_;  // none: there is nothing to watch
  bool is_watched_ = false;
  std::optional<execute::LoopDeterminants>
      determinants_;  // of the residual form; none: there are no such loops, or the model is large
  std::vector<execute::LoopDeterminant> found_;                 // work array
  execute::Workspace watched_;                                  // likewise
  std::vector<double> watched_quantities_;                      // likewise
  std::optional<execute::SensitivityWatch> sensitivity_watch_;  // likewise
  Creeping creeping_;
  initialize::InitialValues first_values_;  // where the run began here; empty in large models
  std::unique_ptr<EventBlocks> blocks_;     // once there was an event of the residual form, or a jump
  struct Bridge {
    double middle = 0, distance = 0;
  };
  std::optional<Bridge> bridge_;
  std::optional<double> last_jump_;  // when JumpByBlocks was asked last
  struct Mended {
    int count = 0;
    struct {
      double since = 0, time = 0;
      VariableId unknown;
      double before = 0, after = 0;
    } first;
    std::optional<double> last_time;
    double last_check = 0;  // when the values were a solution
    int steps_since_check = 0;
    int steps_to_check = 5;  // at first, then twice as many each time
  } mended_;
  // Of equations that are others at the start: they, and what depends on them.
  struct AtStart {
    System system;
    causal::SystemIncidence incidence;
  };
  std::unique_ptr<const AtStart> at_start_;
  std::optional<initialize::InitialProgram>
      own_start_;  // where the shared one does not hold for these parameters, or these equations
  std::optional<execute::Workspace> last_point_;  // of a model without states: where it was completed last
  std::vector<double> leaps_;                     // of the same
  double last_read_ = 0;                          // the time of the quantities that were read last
  std::optional<execute::EvaluationPoint> not_finite_;  // of the whole system, where ReadQuantities failed
};

}  // namespace daedalus::simulate
