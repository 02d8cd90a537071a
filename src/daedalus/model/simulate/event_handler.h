// What happens at an event of a running model, whoever has found it: an integrator's search for roots
// (events.h), or a caller who steps the model from outside (model/instance.h). The event iteration decides
// (hybrid/event_iteration.h). Around it the handler carries out effects, tries to slide, checks assertions,
// and explains what went wrong.
//
// The handler knows no integrator. It asks for points of the last step by a function, and reports afterwards
// whether the integration has to begin again.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "daedalus/model/hybrid/accumulation.h"
#include "daedalus/model/hybrid/event_iteration.h"
#include "daedalus/model/simulate/effects.h"
#include "daedalus/model/simulate/event_record.h"
#include "daedalus/model/simulate/state_changes.h"

namespace daedalus::simulate {

// So many events at times that differ by rounding only are an error: time does not advance.
constexpr int kMostCrowded = 200;

struct EventCounts {
  std::int64_t time_events = 0;
  std::int64_t state_events = 0;
  std::int64_t restarts = 0;
  std::int64_t slides = 0;  // how often the model began to slide along a surface
};

// The last step, whoever made it. `read` puts the quantities at a time in the step into
// StateChanges::values(). It returns false if they cannot be computed.
struct StepAccess {
  double begin = 0;
  std::function<bool(double t)> read;
  bool is_accumulating = false;  // the times between its roots become shorter and shorter
};

class EventHandler {
 public:
  // `states` has events, and outlives this object.
  EventHandler(StateChanges& states, const RunSettings& settings);
  EventHandler(const EventHandler&) = delete;
  EventHandler& operator=(const EventHandler&) = delete;

  // Values at the start that satisfy all equations and conditions, and the first event iteration.
  Result<initialize::InitialValues> FindInitialValues(const initialize::InitialPlan& plan);

  // Instead of FindInitialValues: continues from StateChanges::values() and these values of the discrete
  // variables (EventIteration::BeginAt).
  void BeginAt(double t, std::span<const std::optional<double>> discretes);

  // A step has ended.
  void CountStep() { ++steps_since_event_; }
  // At the end of a step without an event: an error if an event is overdue.
  Result<Unit> CheckOverdue(double t);
  // At the end of a step without an event. True if an event is wanted there (StepEnd, system/hybrid.h).
  Result<bool> EndStep(double t, const StepAccess& step);
  // Records the past up to `end`, for delays. An error if a point cannot be computed or a delay is not valid.
  Result<Unit> KeepPast(double end, const StepAccess& step);
  bool has_past() const { return iteration_.has_past(); }

  struct Handled {
    bool ends = false;            // the model ends the run
    bool has_new_states = false;  // another segment goes on
    bool is_moved = false;        // what is integrated has changed, so that the integration begins again
  };
  // Handles an event at `t`, inside the step or at its end. `crossed` are state relations; if it is empty,
  // time events are due.
  Result<Handled> Handle(double t, std::span<const std::int32_t> crossed, const StepAccess& step);
  // The last event, at which terminal() is true. Returns true if something has changed.
  Result<bool> Finish(double t, const StepAccess& step);

  // Evaluates the assertions in when-clauses, in each round of an event. An error ends the run.
  using Check =
      std::function<std::vector<Diagnostic>(double t, std::span<const double> y, std::span<const double> yp)>;
  void SetCheck(Check check) { check_ = std::move(check); }
  // `log` is called with each event after it has happened.
  void SetLog(std::function<void(const EventRecord&)> log) { log_ = std::move(log); }
  // Takes the lines that the model prints.
  void SetPrint(std::function<void(std::string_view line)> print) { effects_.SetPrint(std::move(print)); }

  hybrid::EventIteration& iteration() { return iteration_; }
  const EventCounts& counts() const { return counts_; }
  void CountRestart() { ++counts_.restarts; }
  // This handler continues the counts of another one.
  void CountOn(const EventHandler& before) { counts_ = before.counts_; }
  // State relations that changed, with their numbers of changes, largest number first.
  std::vector<std::pair<std::string, std::int64_t>> ChangesOfRelations() const;
  // The number of events, and which relations changed most often, for --verbose.
  std::vector<std::string> Remarks() const;
  // The message of the model if it ended the run.
  const std::optional<Diagnostic>& termination() const { return termination_; }

  // Everything that is remembered between events (base/byte_archive.h).
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
  const RunSettings settings_;  // a copy, since the caller may change its own
  hybrid::EventIteration& iteration_;
  EventCounts counts_;
  std::function<void(const EventRecord&)> log_;
  Check check_;
  Effects effects_;
  std::vector<double> effect_slopes_;   // scratch
  std::vector<std::int32_t> crossed_;   // of the current event
  std::vector<Diagnostic> violations_;  // of the current event
  std::optional<Diagnostic> termination_;
  int num_crowded_ = 0;  // events since time last advanced
  std::int64_t steps_since_event_ = 0;
  double last_time_ = 0;  // of the last event
  double past_ = 0;       // the past is recorded up to here
  hybrid::Accumulation accumulation_;
  std::vector<double> held_before_;
  std::vector<char> slides_before_;
  std::optional<Diagnostic> why_no_sliding_;  // of the last attempt
};

}  // namespace daedalus::simulate
