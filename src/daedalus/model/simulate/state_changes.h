// The choice of states during a run. It is made at the start and checked after every step. Another choice is
// made if it has become much better, or if the integrator cannot continue.
//
// Former choices are kept, since a periodic motion needs them again: a pendulum that turns over changes four
// times a turn between the same two choices. If there are many, those used last are kept.
//
// A change is refused if the quantities would jump: the new states then belong to another configuration. If
// the choice changes all the time, no choice is good, and the run ends with an error.
//
// If equations were combined because their structure was wrong, their combination is treated in the same way
// (combination_watch.h).
//
// At an event the equations themselves may change (modes.h). The new mode then has its own states, and former
// states may jump. While an event settles, several modes may be tried. Each is entered with the values at the
// beginning of the round.
#pragma once

#include <cstdint>
#include <deque>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "daedalus/model/hybrid/event_iteration.h"
#include "daedalus/model/simulate/compiled_model.h"
#include "daedalus/model/simulate/expected_steps.h"
#include "daedalus/model/simulate/modes.h"
#include "daedalus/model/simulate/segment.h"
#include "daedalus/model/simulate/state_monitor.h"

namespace daedalus::simulate {

class StateChanges {
 public:
  // `numbers`: the given model with the parameter values of an instance.
  StateChanges(std::shared_ptr<const CompiledModel> model, std::shared_ptr<const compile::GivenModel> numbers,
               const RunSettings& settings, CodeChoice code);

  // Chooses the states at the start values. Call this once, before all other functions.
  Result<Unit> ChooseFirst();
  // Instead of ChooseFirst and a search for initial values: continues a run, with the present held values.
  // Keeps the states in `quantities` and solves for everything else. `dummies` identifies the choice of
  // states (CompiledModel::Choice); without it the states are chosen at that point.
  Result<initialize::InitialValues> ResumeAt(double t, std::span<const double> quantities,
                                             const std::optional<std::vector<structure::ColumnId>>& dummies);
  // Identifies the current choice of states. nullopt while the run passes a position where solutions cross:
  // no run can begin with that choice.
  std::optional<std::vector<structure::ColumnId>> dummies() const;

  const compile::GivenModel& given() const { return *numbers_; }
  std::span<const Quantity> quantities() const { return quantities_; }
  Segment& current() { return *current_->segment; }
  // Null where the model has no events.
  hybrid::EventIteration* events() { return events_.get(); }
  std::span<const double> held() const { return held_; }

  // The model of the initial problem: that of the current segment, unless its equations of higher index are
  // integrated as they stand. Then it is the same model with its index reduced, since only there do the
  // hidden constraints appear that initial values must satisfy.
  const compile::PreparedModel& start_model() const {
    return start_ ? start_->model() : current_->segment->model();
  }
  Result<initialize::InitialPlan> PlanInitialization();
  // Consistent values for the current segment, by a plan for start_model(). If the held values lead to
  // another mode, that mode becomes current, and the values are for it.
  Result<initialize::InitialValues> FindInitialValues(const initialize::InitialPlan& plan);

  // All segments that took part in the run and still exist.
  std::vector<Segment*> Used();
  // The statistics of all segments that took part.
  integrate::Statistics TotalStatistics();
  std::int64_t num_changes() const { return num_changes_; }
  // This run continues another one, and includes its statistics.
  void CountOn(StateChanges& before);
  // True if a run may ever need other states than the current ones.
  bool may_change() const { return current_->monitor && current_->monitor->may_change(); }
  // True if the run has ended because the causal form is not reliable (execute/sensitivity_watch.h) and was
  // not asked for.
  bool HasGivenUpCausalForm();
  // A warning: a solution of the equations has ended during the run, and another one was taken
  // (Segment::JumpByBlocks).
  std::optional<Diagnostic> FindJumps() const;
  // At the end of a run: all warnings about its results.
  std::vector<Diagnostic> FindWarnings();

  // After a step, or with the outcome of a failed one. True if another segment continues. It is then current,
  // and its integrator is at the same time. An error if the choice of states never settles.
  Result<bool> Consider(const integrate::StepOutcome* failure);
  // The same if the caller integrates, after a step whose end was read last.
  Result<bool> ConsiderHere(double t);
  // The same for a run (run.h).
  Result<Relief> Relieve(const integrate::StepOutcome* failure);

  // At an event: changes to a choice of states that includes the variable, if there is one. Keeps the values
  // read last.
  bool MakeState(VariableId v, double t);

  // An event begins with the values read last.
  void BeginEvent();
  // A round of it is over. The next round begins with its values.
  void EndRound();
  // In an event: solves for all but the states, with the present held values. In another mode it also finds
  // the states that jump. False if there is no solution; then the values are unchanged.
  bool SolveAt(double t);
  // In an event: gives a state a new value. False if the variable is not a state.
  bool SetState(VariableId v, double value);
  // The event is over: the integrator of the current segment begins at its values.
  Result<Unit> Restart(double t);
  // The event has failed: returns to the segment in which it began. If a mode could not be entered, explains
  // why.
  std::optional<Diagnostic> Abandon();
  // If a mode could not be entered last, explains why. The event continues without it.
  std::optional<Diagnostic> TakeReason() { return std::exchange(why_, std::nullopt); }
  // Of the event, after each round in which something jumped.
  std::span<const compile::Jump> jumps() const { return jumps_; }
  // Of the last SolveAt, for each variable; empty: there are none.
  std::span<const double> impulses() const { return impulses_; }
  std::size_t num_modes() const { return modes_.num_own() + 1; }

  // The quantities at a point of the current segment, then the held values. Valid until the next call.
  // nullopt if the point cannot be completed (Segment::ReadQuantities).
  std::optional<std::span<const double>> QuantitiesAt(double t, std::span<const double> y,
                                                      std::span<const double> yp);
  // The first derivatives among the quantities read last, for each given variable.
  std::span<const double> Slopes();
  // The first derivatives among any quantities.
  void SlopesOf(std::span<const double> quantities, std::vector<double>& slopes) const;
  // Reads the quantities from values for the start; false if they cannot be completed.
  bool TakeInitial(double t, const initialize::InitialValues& values);
  // Reads them as they are, without solving for any.
  void PutInitial(const initialize::InitialValues& values);
  // After the start: delayed values are read from the past.
  void BeginPast() { has_past_ = true; }
  // The values read last, for an event to change; without the held values.
  std::span<double> values() { return {values_.data(), quantities_.size()}; }

 private:
  // A new choice allows no exchange that gains much more than 1/0.6 (causal::IndependentColumns). It is kept
  // until one gains more than kGainLimit. The distance between the two prevents a run from changing to and
  // fro.
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
    double limit = 0;            // for the gain: above it another choice is looked for
    std::int64_t last_used = 0;  // in steps of the run
  };
  // A choice that was made before, or a new one.
  Choice& Prepare(Mode& mode, const CompiledModel::Choice& compiled, bool passes_crossing = false);
  Choice* ChooseIn(Mode& mode, const causal::PivotPoint& point);
  causal::PivotPoint PointHere(double t, std::span<const double> nominal) const;
  Mode* FindMode();
  Result<Unit> EnterForStart();
  // The same point with other states, if those are much better there.
  Result<initialize::InitialValues> WithGoodStates(Result<initialize::InitialValues> found);
  // Hands values on from the model for the start to the current segment.
  Result<initialize::InitialValues> HandOn(Result<initialize::InitialValues> found);
  bool Enters(const Mode& mode) const;
  bool Jumps(Mode& mode, double t);
  compile::StartGuess GuessStart() const;
  bool Enter(Choice& choice, double t);
  std::optional<initialize::InitialValues> PrepareEntry(Choice& choice, double t);
  bool Begin(Choice& choice, double t, const initialize::InitialValues& values);
  // Leads the run across positions where solutions cross (pass_crossing.cc).
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
  std::vector<double> values_;  // of the quantities, then the held values
  std::unique_ptr<hybrid::EventIteration> events_;
  std::span<const double> held_;  // of the events; empty: there are none
  bool has_past_ = false;         // delayed values are read from the past
  std::vector<double> slopes_;    // for each given variable
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
    Choice* before = nullptr;  // the choice to return to
    Choice* own = nullptr;     // the choice that leads across
    double zero = 0;           // the time at which solutions cross
    double distance = 0;       // at first
    double end = 0;            // of the phase
    int num_trials = 0;
    double singular_value = 0;  // of all choices together, at first
    std::vector<double> units = {};
  };
  std::optional<Crossing> crossing_;
  struct {
    double zero = 0, distance = 0;
  } tried_;  // the last crossing that could not be passed
  Choice* current_ = nullptr;
  const Choice* planned_ = nullptr;  // the choice for which PlanInitialization was called
  // Where an event begins, and where a round of it begins.
  struct Origin {
    Mode* mode = nullptr;
    Choice* choice = nullptr;
  };
  Origin event_, round_;
  std::vector<double> round_values_, round_held_;  // empty if no mode can be entered
  bool has_jumped_ = false;                        // since the round began
  compile::Jump jump_;
  std::vector<compile::Jump> jumps_;
  std::vector<double> impulses_;
  std::optional<Diagnostic> why_;  // why a mode could not be entered
  // the places of derivatives among the quantities
  std::map<std::pair<VariableId, int>, std::size_t> place_of_;
  std::unique_ptr<Segment> start_;  // null: the current one
  bool by_array_ = false;           // the derivative array integrates, and decides about the start
  bool only_by_array_ = false;      // there is no other way to initial values
  std::int64_t num_changes_ = 0;
  std::int64_t num_jumps_ = 0;
  double first_jump_ = 0;
  std::optional<double> last_failure_;  // the time of the last failure
  std::int64_t num_steps_ = 0;          // so many steps of the run were checked
  struct Change {
    std::int64_t step = 0;
    double time = 0;
  };
  std::deque<Change> changes_;       // the last changes of states
  std::vector<std::size_t> smooth_;  // quantities whose derivatives are quantities too
  ExpectedSteps expected_;           // of the run
  integrate::Statistics retired_;    // of segments that no longer exist
};

}  // namespace daedalus::simulate
