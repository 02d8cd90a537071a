// The choice of states during a run: made at the start, watched after every step, made anew where another one
// has become much better or where the integrator can no longer go on.
//
// Choices that were made are kept ready, since a motion that comes back needs them again: a pendulum that
// turns over changes four times a turn between the same two. Of many, those used last are kept.
//
// A change is refused where the quantities would jump: the new states then belong to another configuration.
// Where the choice changes all the time, no choice is good, and the run ends with an error that says so.
//
// Where equations were combined because their structure lied, the same is done about their combination
// (combination_watch.h).
//
// At an event the equations themselves may change (modes.h): then the new mode has states of its own, and
// what was a state may jump. While an event settles, several modes may be tried; each is entered with the
// values that the round began with.
#pragma once

#include <cstdint>
#include <deque>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "daedalus/hybrid/event_iteration.h"
#include "daedalus/simulate/compiled_model.h"
#include "daedalus/simulate/expected_steps.h"
#include "daedalus/simulate/modes.h"
#include "daedalus/simulate/segment.h"
#include "daedalus/simulate/state_monitor.h"

namespace daedalus::simulate {

class StateChanges {
 public:
  // `numbers`: the given model with the parameter values of an instance.
  StateChanges(std::shared_ptr<const CompiledModel> model, std::shared_ptr<const compile::GivenModel> numbers,
               const RunSettings& settings, CodeChoice code);

  // With the states chosen at the start values. Call once, before the others.
  Result<Unit> ChooseFirst();
  // Instead of it, and of a search for initial values: goes on from where a run was, with what is held now.
  // The states are those of `quantities`, everything else is solved for. `dummies` tells the choice of states
  // (CompiledModel::Choice); without it the states are chosen at that point.
  Result<initialize::InitialValues> ResumeAt(double t, std::span<const double> quantities,
                                             const std::optional<std::vector<structure::ColumnId>>& dummies);
  // Of the current choice of states. nullopt while the run passes a position where solutions cross: that
  // choice is none to begin with.
  std::optional<std::vector<structure::ColumnId>> dummies() const;

  const compile::GivenModel& given() const { return *numbers_; }
  std::span<const Quantity> quantities() const { return quantities_; }
  Segment& current() { return *current_->segment; }
  // Null where the model has no events.
  hybrid::EventIteration* events() { return events_.get(); }
  std::span<const double> held() const { return held_; }

  // Where the initial problem is stated: the current segment, or where the equations are integrated as they
  // stand although their index is higher, the same model with its index reduced. Only there do the hidden
  // constraints show that initial values must satisfy.
  const compile::PreparedModel& start_model() const {
    return start_ ? start_->model() : current_->segment->model();
  }
  Result<initialize::InitialPlan> PlanInitialization();
  // Consistent values for the current segment, by a plan for start_model(); where what is held asks for
  // another mode, for that one, which is then the current.
  Result<initialize::InitialValues> FindInitialValues(const initialize::InitialPlan& plan);

  // All segments that took part and are still there.
  std::vector<Segment*> Used();
  // The work of all that took part.
  integrate::Statistics TotalStatistics();
  std::int64_t num_changes() const { return num_changes_; }
  // This goes on where another one was: its work counts here.
  void CountOn(StateChanges& before);
  // Whether a run may ever need other states than the current ones.
  bool may_change() const { return current_->monitor && current_->monitor->may_change(); }
  // Whether the run has ended because the causal form, which nobody had asked for, is not to be trusted
  // (execute/sensitivity_watch.h).
  bool HasGivenUpCausalForm();
  // That a solution of the equations has ended during the run, and another one was taken
  // (Segment::JumpByBlocks), as a warning.
  std::optional<Diagnostic> FindJumps() const;
  // At the end of a run: everything that one should know of its results, as warnings.
  std::vector<Diagnostic> FindWarnings();

  // After a step, or with the outcome of one that failed: does another segment go on? It is then the current
  // one, its integrator at the same time. An error where the choice comes to no rest.
  Result<bool> Consider(const integrate::StepOutcome* failure);
  // The same where nobody integrates, after a step of somebody else whose end was read last.
  Result<bool> ConsiderHere(double t);
  // The same for a run (run.h).
  Result<Relief> Relieve(const integrate::StepOutcome* failure);

  // At an event: from here on with states among which the variable is, if there are such; the values read
  // last stay.
  bool MakeState(VariableId v, double t);

  // An event begins, with the values read last.
  void BeginEvent();
  // A round of it is over: the next one goes on from its values.
  void EndRound();
  // In an event: all but the states, with the values that are held now; in another mode, states that jump
  // too. False where there is no solution; then the values are as before.
  bool SolveAt(double t);
  // In an event: a state gets a new value. False where it is none.
  bool SetState(VariableId v, double value);
  // The event has come to its end: the integrator of the current segment begins at its values.
  Result<Unit> Restart(double t);
  // It has failed: back to the segment that it began in. Says why a mode could not be entered, if that was
  // so.
  std::optional<Diagnostic> Abandon();
  // Why a mode could not be entered last, if that was so; the event goes on without it.
  std::optional<Diagnostic> TakeReason() { return std::exchange(why_, std::nullopt); }
  // Of the event, after each round in which something jumped.
  std::span<const compile::Jump> jumps() const { return jumps_; }
  // Of the last SolveAt, per variable; empty: there are none.
  std::span<const double> impulses() const { return impulses_; }
  std::size_t num_modes() const { return modes_.num_own() + 1; }

  // Of a point of the current segment: the quantities, then the values that are held. Valid until the next
  // call; nothing where it cannot be completed (Segment::ReadQuantities).
  std::optional<std::span<const double>> QuantitiesAt(double t, std::span<const double> y,
                                                      std::span<const double> yp);
  // The first derivatives among those read last, per given variable.
  std::span<const double> Slopes();
  // The same of any quantities.
  void SlopesOf(std::span<const double> quantities, std::vector<double>& slopes) const;
  // The quantities of values for the start; false where they cannot be completed.
  bool TakeInitial(double t, const initialize::InitialValues& values);
  // The same without solving for anything: as they are.
  void PutInitial(const initialize::InitialValues& values);
  // After the start: what is delayed is read from the past.
  void BeginPast() { has_past_ = true; }
  // The values read last, for an event to change; without what is held.
  std::span<double> values() { return {values_.data(), quantities_.size()}; }

 private:
  // A choice is made such that no exchange gains much more than 1/0.6 (causal::IndependentColumns); it is
  // kept until one gains more than this. The distance between the two keeps a run from changing to and fro.
  static constexpr double kGainLimit = 2;
  bool MayGiveUpCausalForm() const;
  // At the values read last.
  codegen::KernelInputs InputsHere(double t);
  bool CombineAnew(double t);
  bool SolveInKnownModes(double t);
  Result<bool> ConsiderStates(double t, bool has_failed, bool is_fold);
  bool Jump();
  struct Choice {
    std::unique_ptr<Segment> segment;
    std::unique_ptr<StateMonitor> monitor;
    double limit = 0;            // of the gain, above which another choice is looked for
    std::int64_t last_used = 0;  // in steps of the run
  };
  // The one that was made before, or a new one.
  Choice& Prepare(Mode& mode, const CompiledModel::Choice& compiled, bool passes_crossing = false);
  Choice* ChooseIn(Mode& mode, const causal::PivotPoint& point);
  causal::PivotPoint PointHere(double t, std::span<const double> nominal) const;
  Mode* FindMode();
  Result<Unit> EnterForStart();
  // The same point with other states, where those are much better there.
  Result<initialize::InitialValues> WithGoodStates(Result<initialize::InitialValues> found);
  // From the model for the start to the current segment.
  Result<initialize::InitialValues> HandOn(Result<initialize::InitialValues> found);
  bool Enters(const Mode& mode) const;
  bool Jumps(Mode& mode, double t);
  compile::StartGuess GuessStart() const;
  bool Enter(Choice& choice, double t);
  std::optional<initialize::InitialValues> PrepareEntry(Choice& choice, double t);
  bool Begin(Choice& choice, double t, const initialize::InitialValues& values);
  // Positions where solutions cross (pass_crossing.cc).
  bool PassCrossing(double t, bool has_failed);
  bool GoOnCrossing(double t);
  bool StepAcross(double t);
  std::optional<initialize::InitialValues> EnterCrossing(double t);
  bool LeaveCrossing(double t);
  std::vector<Segment::LedQuantity> FindLed() const;
  bool IsSingularForAll();
  double LeastSingularValueAt(double t, std::span<const double> quantities, std::vector<double>& units);
  Result<Unit> PrepareStart();
  Result<initialize::InitialValues> FindByStructure(const initialize::InitialPlan& plan);
  bool IsSamePoint(const initialize::InitialValues& a, const initialize::InitialValues& b) const;
  bool Agrees(const Segment& segment, const initialize::InitialValues& values, double jump) const;
  void MakeRoom();
  std::optional<double> ValueOf(std::span<const double> quantities, const Quantity& quantity) const;
  bool IsRestless() const;
  Diagnostic ExplainAsItStands() const;
  Diagnostic ExplainImpulse(double t) const;
  Diagnostic ExplainRestless(const Choice& other, double t) const;

  std::shared_ptr<const CompiledModel> model_;
  std::shared_ptr<const compile::GivenModel> numbers_;  // of this instance
  RunSettings settings_;
  CodeChoice code_;
  std::vector<Quantity> quantities_;
  std::vector<double> values_;  // of the quantities, then what is held
  std::unique_ptr<hybrid::EventIteration> events_;
  std::span<const double> held_;  // of the events; empty: there are none
  bool has_past_ = false;         // what is delayed is read from it
  std::vector<double> slopes_;    // per given variable
  Modes modes_;
  Mode* mode_ = nullptr;
  struct ChoiceKey {
    const Mode* mode = nullptr;
    std::vector<structure::ColumnId> dummies;
    bool passes_crossing = false;
    auto operator<=>(const ChoiceKey&) const = default;
  };
  std::map<ChoiceKey, Choice> choices_;
  struct Crossing {
    enum class Phase { kBefore, kAcross, kBehind };
    Phase phase = Phase::kBefore;
    Choice* before = nullptr;  // which comes back
    Choice* own = nullptr;     // which leads across
    double zero = 0;           // where solutions cross
    double distance = 0;       // at first
    double end = 0;            // of the phase
    int num_trials = 0;
    double singular_value = 0;  // of all choices together, at first
    std::vector<double> units = {};
  };
  std::optional<Crossing> crossing_;
  struct {
    double zero = 0, distance = 0;
  } tried_;  // in vain
  Choice* current_ = nullptr;
  const Choice* planned_ = nullptr;  // for which PlanInitialization was asked
  // Where an event begins, and where a round of it does.
  struct Origin {
    Mode* mode = nullptr;
    Choice* choice = nullptr;
  };
  Origin event_, round_;
  std::vector<double> round_values_, round_held_;  // empty where no mode can be entered
  bool has_jumped_ = false;                        // since the round began
  compile::Jump jump_;
  std::vector<compile::Jump> jumps_;
  std::vector<double> impulses_;
  std::optional<Diagnostic> why_;                               // a mode could not be entered
  std::map<std::pair<VariableId, int>, std::size_t> place_of_;  // of derivatives among the quantities
  std::unique_ptr<Segment> start_;                              // null: the current one
  bool by_array_ = false;       // the derivative array integrates, and has the last word about the start
  bool only_by_array_ = false;  // there is no other way to initial values
  std::int64_t num_changes_ = 0;
  std::int64_t num_jumps_ = 0;
  double first_jump_ = 0;
  std::optional<double> last_failure_;  // the time of it
  std::int64_t num_steps_ = 0;          // of the run, that were considered
  struct Change {
    std::int64_t step = 0;
    double time = 0;
  };
  std::deque<Change> changes_;       // the last ones
  std::vector<std::size_t> smooth_;  // quantities whose derivatives are quantities too
  ExpectedSteps expected_;           // of the run
  integrate::Statistics retired_;    // of segments that are no longer there
};

}  // namespace daedalus::simulate
