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
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "daedalus/model/simulate/chosen_states.h"
#include "daedalus/model/simulate/event_rounds.h"
#include "daedalus/model/simulate/pass_crossing.h"
#include "daedalus/model/simulate/start_of_run.h"

namespace daedalus::simulate {

class StateChanges {
 public:
  // `numbers`: the given model with the parameter values of an instance.
  StateChanges(std::shared_ptr<const CompiledModel> model, std::shared_ptr<const compile::GivenModel> numbers,
               const RunSettings& settings, CodeChoice code);

  // Chooses the states at the start values. Call this once, before all other functions.
  Result<Unit> ChooseFirst() { return start_.ChooseFirst(); }
  // Instead of ChooseFirst and a search for initial values: continues a run, with the present held values.
  // Keeps the states in `quantities` and solves for everything else. `dummies` identifies the choice of
  // states (CompiledModel::Choice); without it the states are chosen at that point.
  Result<initialize::InitialValues> ResumeAt(double t, std::span<const double> quantities,
                                             const std::optional<std::vector<structure::ColumnId>>& dummies);
  // Identifies the current choice of states. nullopt while the run passes a position where solutions cross:
  // no run can begin with that choice.
  std::optional<std::vector<structure::ColumnId>> dummies() const;

  const compile::GivenModel& given() const { return states_.given(); }
  std::span<const Quantity> quantities() const { return states_.values().quantities(); }
  Segment& current() { return states_.segment(); }
  // Null where the model has no events.
  hybrid::EventIteration* events() { return states_.events(); }
  std::span<const double> held() const { return states_.values().held(); }

  // The model of the initial problem: that of the current segment, unless its equations of higher index are
  // integrated as they stand. Then it is the same model with its index reduced, since only there do the
  // hidden constraints appear that initial values must satisfy.
  const compile::PreparedModel& start_model() const { return start_.model(); }
  Result<initialize::InitialPlan> PlanInitialization() { return start_.Plan(); }
  // Consistent values for the current segment, by a plan for start_model(). If the held values lead to
  // another mode, that mode becomes current, and the values are for it.
  Result<initialize::InitialValues> FindInitialValues(const initialize::InitialPlan& plan) {
    return start_.Find(plan);
  }

  // All segments that took part in the run and still exist.
  std::vector<Segment*> Used() const { return states_.choices().Used(); }
  // The statistics of all segments that took part.
  integrate::Statistics TotalStatistics() const { return states_.choices().TotalStatistics(); }
  std::int64_t num_changes() const { return states_.history().num_changes(); }
  // This run continues another one, and includes its statistics.
  void CountOn(const StateChanges& before);
  // True if a run may ever need other states than the current ones.
  bool may_change() const { return states_.current().monitor && states_.current().monitor->may_change(); }
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
  // The same if the caller integrates, after a step whose end was read last. `is_sure`: the present choice is
  // known to be bad (MarginHere).
  Result<bool> ConsiderHere(double t, bool is_sure = false);
  // At the point that was read last: positive as long as the present choice of states is good enough, between
  // -1 and 1. At zero ConsiderHere looks for another choice.
  double MarginHere(double t);
  // The same for a run (run.h).
  Result<Relief> Relieve(const integrate::StepOutcome* failure);

  // At an event: changes to a choice of states that includes the variable, if there is one. Keeps the values
  // read last.
  bool MakeState(VariableId v, double t) { return states_.MakeState(v, t); }

  // An event begins with the values read last.
  void BeginEvent() { rounds_.BeginEvent(); }
  // A round of it is over. The next round begins with its values.
  void EndRound() { rounds_.EndRound(); }
  // In an event: solves for all but the states, with the present held values. In another mode it also finds
  // the states that jump. False if there is no solution; then the values are unchanged.
  bool SolveAt(double t) { return rounds_.SolveAt(t); }
  // In an event: gives a state a new value. False if the variable is not a state.
  bool SetState(VariableId v, double value) { return rounds_.SetState(v, value); }
  // The event is over: the integrator of the current segment begins at its values.
  Result<Unit> Restart(double t) { return rounds_.Restart(t); }
  // The event has failed: returns to the segment in which it began. If a mode could not be entered, explains
  // why.
  std::optional<Diagnostic> Abandon() { return rounds_.Abandon(); }
  // If a mode could not be entered last, explains why. The event continues without it.
  std::optional<Diagnostic> TakeReason() { return rounds_.TakeReason(); }
  // Of the event, after each round in which something jumped.
  std::span<const compile::Jump> jumps() const { return rounds_.jumps(); }
  // Of the last SolveAt, for each variable; empty: there are none.
  std::span<const double> impulses() const { return rounds_.impulses(); }
  std::size_t num_modes() { return states_.modes().num_own() + 1; }

  // The quantities at a point of the current segment, then the held values. Valid until the next call.
  // nullopt if the point cannot be completed (Segment::ReadQuantities).
  std::optional<std::span<const double>> QuantitiesAt(double t, std::span<const double> y,
                                                      std::span<const double> yp);
  // The first derivatives among the quantities read last, for each given variable.
  std::span<const double> Slopes() { return states_.values().Slopes(); }
  // The first derivatives among any quantities.
  void SlopesOf(std::span<const double> quantities, std::vector<double>& slopes) const {
    states_.values().SlopesOf(quantities, slopes);
  }
  // Reads the quantities from values for the start; false if they cannot be completed.
  bool TakeInitial(double t, const initialize::InitialValues& values);
  // Reads them as they are, without solving for any.
  void PutInitial(const initialize::InitialValues& values);
  // After the start: delayed values are read from the past.
  void BeginPast() { states_.BeginPast(); }
  // The values read last, for an event to change; without the held values.
  std::span<double> values() { return states_.values().of_quantities(); }

 private:
  bool MayGiveUpCausalForm() const;
  bool CombineAnew(double t);
  enum class Reason { kStep, kBadChoice, kFailure, kFold };
  Result<bool> ConsiderStates(double t, Reason reason);
  bool Jump();
  Diagnostic ExplainRestless(const Choice& other, double t) const;

  ChosenStates states_;
  StartOfRun start_;
  EventRounds rounds_;
  CrossingPass crossing_;
  std::int64_t num_jumps_ = 0;
  double first_jump_ = 0;
  std::optional<double> last_failure_;  // the time of the last failure
};

}  // namespace daedalus::simulate
