// What happens at an event of a running model, whoever has found it: an integrator's search for roots
// (events.h), or somebody who steps the model from outside (model/instance.h). The event iteration decides
// (hybrid/event_iteration.h); around it the handler carries out effects, tries to slide, checks assertions,
// and says what went wrong.
//
// The handler knows no integrator. It asks for points of the last step by a function, and says afterwards
// whether whoever integrates has to begin again.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "daedalus/hybrid/accumulation.h"
#include "daedalus/hybrid/event_iteration.h"
#include "daedalus/simulate/effects.h"
#include "daedalus/simulate/event_record.h"
#include "daedalus/simulate/state_changes.h"

namespace daedalus::simulate {

// So many events at times that differ by rounding only: time does not go on.
constexpr int kMostCrowded = 200;

struct EventCounts {
  std::int64_t time_events = 0;
  std::int64_t state_events = 0;
  std::int64_t restarts = 0;
  std::int64_t slides = 0;  // how often the model began to slide along a surface
};

// The last step, whoever made it. `read` puts the quantities at a time in the step into
// StateChanges::values(); it returns false where they cannot be computed.
struct StepAccess {
  double begin = 0;
  std::function<bool(double t)> read;
  bool is_accumulating = false;  // roots in it come nearer and nearer to each other
};

class EventHandler {
 public:
  // `states` has events, and outlives this object.
  EventHandler(StateChanges& states, const RunSettings& settings);
  EventHandler(const EventHandler&) = delete;
  EventHandler& operator=(const EventHandler&) = delete;

  // Values at the start that all equations and conditions agree with, those of the first event iteration
  // included.
  Result<initialize::InitialValues> FindInitialValues(const initialize::InitialPlan& plan);

  // A step has ended.
  void CountStep() { ++steps_since_event_; }
  // At the end of a step without an event: an error where one that must come did not come.
  Result<Unit> CheckOverdue(double t);
  // Keeps the past up to here, for delays. An error where a point cannot be computed or a delay is not valid.
  Result<Unit> KeepPast(double end, const StepAccess& step);
  bool has_past() const { return iteration_.has_past(); }

  struct Handled {
    bool ends = false;            // the model ends the run
    bool has_new_states = false;  // another segment goes on
    bool is_moved = false;        // what is integrated has changed: whoever integrates begins again
  };
  // An event at `t`, inside or at the end of the step. `crossed` are state relations; none: time events are
  // due.
  Result<Handled> Handle(double t, std::span<const std::int32_t> crossed, const StepAccess& step);
  // The last event: terminal() is true. True where something has changed.
  Result<bool> Finish(double t, const StepAccess& step);

  // What asserts in when-clauses say, asked in each round of an event. An error ends the run.
  using Check =
      std::function<std::vector<Diagnostic>(double t, std::span<const double> y, std::span<const double> yp)>;
  void SetCheck(Check check) { check_ = std::move(check); }
  // Told of each event after it has happened.
  void SetLog(std::function<void(const EventRecord&)> log) { log_ = std::move(log); }
  // Takes the lines that the model prints.
  void SetPrint(std::function<void(std::string_view line)> print) { effects_.SetPrint(std::move(print)); }

  hybrid::EventIteration& iteration() { return iteration_; }
  const EventCounts& counts() const { return counts_; }
  void CountRestart() { ++counts_.restarts; }
  // This goes on where another one was.
  void CountOn(const EventHandler& before) { counts_ = before.counts_; }
  // State relations that changed, the most restless first, and how often.
  std::vector<std::pair<std::string, std::int64_t>> ChangesOfRelations() const;
  // How many there were, and which relations changed most often, for --verbose.
  std::vector<std::string> Remarks() const;
  // What the model said when it ended the run.
  const std::optional<Diagnostic>& termination() const { return termination_; }

  // What is remembered between events (base/byte_archive.h).
  template <class Archive>
  void Visit(Archive& archive) {
    archive(iteration_, num_crowded_, steps_since_event_, last_time_, past_, accumulation_);
  }

 private:
  hybrid::ContinuousPart Part(double t);
  hybrid::ContinuousPart ActingPart(double t);
  hybrid::EventOutcome Iterate(double t, const StepAccess& step);
  void MeasureExcursions(double t, const StepAccess& step);
  hybrid::EventOutcome HandleWithoutState(double t, const hybrid::EventIteration::Memory& memory,
                                          VariableId wanted, const StepAccess& step);
  std::optional<Diagnostic> FindTroubleAtStart(double t, const hybrid::EventOutcome& outcome) const;
  void ConsiderSliding(double t);
  bool Slides(double t, std::span<const std::size_t> surfaces);
  bool IsCrowded(double t);
  void Remember(double t);
  EventRecord Record(double t, const hybrid::EventOutcome& outcome) const;
  RelationId RelationOf(std::int32_t state_relation) const;
  Diagnostic Explain(double t, const hybrid::EventOutcome& outcome) const;
  Diagnostic ExplainRestless(double t, const hybrid::EventIteration::Chattering& found) const;
  std::optional<Diagnostic> FindUndefined(double t) const;

  StateChanges& states_;
  const RunSettings settings_;  // a copy: whoever made the handler may change his
  hybrid::EventIteration& iteration_;
  EventCounts counts_;
  std::function<void(const EventRecord&)> log_;
  Check check_;
  Effects effects_;
  std::vector<double> effect_slopes_;   // scratch
  std::vector<std::int32_t> crossed_;   // of the event at hand
  std::vector<Diagnostic> violations_;  // of the event at hand
  std::optional<Diagnostic> termination_;
  int num_crowded_ = 0;  // events since time last went on
  std::int64_t steps_since_event_ = 0;
  double last_time_ = 0;  // of an event
  double past_ = 0;       // up to here the past is kept
  hybrid::Accumulation accumulation_;
  std::vector<double> held_before_;
  std::vector<char> slides_before_;
  std::optional<Diagnostic> why_no_sliding_;  // the last attempt
};

}  // namespace daedalus::simulate
