// The states that a run has at present, and how it changes to others: the mode of the model, the choice of
// states in it, and the values that one choice hands on to the next.
//
// This is what the parts of a run share that change states: its start (start_of_run.h), its events
// (event_rounds.h), its steps (state_changes.h), and positions where solutions cross (pass_crossing.h).
#pragma once

#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "daedalus/model/hybrid/event_iteration.h"
#include "daedalus/model/simulate/change_history.h"
#include "daedalus/model/simulate/compiled_model.h"
#include "daedalus/model/simulate/known_choices.h"
#include "daedalus/model/simulate/modes.h"
#include "daedalus/model/simulate/run_values.h"

namespace daedalus::simulate {

class ChosenStates {
 public:
  // A new choice allows no exchange that gains much more than 1/0.6 (causal::IndependentColumns). It is kept
  // until one gains more than kGainLimit. The distance between the two prevents a run from changing to and
  // fro.
  static constexpr double kGainLimit = 2;

  // Where a run is: a mode, and a choice of states in it.
  struct Place {
    Mode* mode = nullptr;
    std::shared_ptr<Choice> choice;
  };

  // `numbers`: the given model with the parameter values of an instance.
  ChosenStates(std::shared_ptr<const CompiledModel> model, std::shared_ptr<const compile::GivenModel> numbers,
               const RunSettings& settings, CodeChoice code);
  // Its parts refer to each other.
  ChosenStates(const ChosenStates&) = delete;
  ChosenStates& operator=(const ChosenStates&) = delete;

  const CompiledModel& model() const { return *model_; }
  const compile::GivenModel& given() const { return *numbers_; }
  const RunSettings& settings() const { return settings_; }
  CodeChoice code() const { return code_; }
  // Null where the model has no events.
  hybrid::EventIteration* events() { return events_.get(); }
  Modes& modes() { return modes_; }
  RunValues& values() { return values_; }
  const RunValues& values() const { return values_; }
  KnownChoices& choices() { return choices_; }
  const KnownChoices& choices() const { return choices_; }
  ChangeHistory& history() { return history_; }
  const ChangeHistory& history() const { return history_; }

  const Place& place() const { return place_; }
  Mode& mode() const { return *place_.mode; }
  Choice& current() const { return *place_.choice; }
  Segment& segment() const { return *place_.choice->segment; }
  // Without starting its integrator.
  void MoveTo(Place place) { place_ = std::move(place); }

  // After the start: delayed values are read from the past.
  void BeginPast() { has_past_ = true; }

  // The mode with the present held values; null if it has no solution (Modes::why).
  Mode* FindMode();
  // A choice that was made before, or a new one.
  std::shared_ptr<Choice> Prepare(Mode& mode, const CompiledModel::Choice& compiled,
                                  bool passes_crossing = false);
  // The best choice of a mode at a point.
  Result<std::shared_ptr<Choice>> ChooseIn(Mode& mode, const causal::PivotPoint& point);
  // The best choice of the present mode at the values read last.
  Result<CompiledModel::Choice> ChooseHere(double t, bool passes_crossing = false) const;
  compile::StartGuess GuessStart() const;

  // At the values read last, with the slopes computed last.
  causal::PivotPoint PointHere(double t) const { return values_.PointAt(t, given().attributes.nominal); }
  codegen::KernelInputs InputsHere(double t) { return values_.InputsAt(t); }

  // The values read last, for another choice: nullopt if they cannot be completed there, or would jump. A
  // jump means another configuration.
  std::optional<initialize::InitialValues> PrepareEntry(Choice& choice, double t);
  // True if values of a segment are those read last, within the tolerance.
  bool Agrees(const Segment& segment, const initialize::InitialValues& values) const;
  // The integrator of another choice takes over with these values. False if it cannot begin there.
  bool Begin(const std::shared_ptr<Choice>& choice, double t, const initialize::InitialValues& values);
  // All of it: the other choice takes over with the values read last, if they agree.
  bool Enter(const std::shared_ptr<Choice>& choice, double t);
  // Changes to a choice of states that includes the variable, if there is one.
  bool MakeState(VariableId v, double t);

 private:
  std::shared_ptr<const CompiledModel> model_;
  std::shared_ptr<const compile::GivenModel> numbers_;
  RunSettings settings_;
  CodeChoice code_;
  RunValues values_;
  std::unique_ptr<hybrid::EventIteration> events_;
  bool has_past_ = false;
  Modes modes_;
  Place place_;
  KnownChoices choices_;
  ChangeHistory history_;
};

}  // namespace daedalus::simulate
