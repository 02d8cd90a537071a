// The events of a running model: finds them on the steps of the integrator, lets the event iteration decide
// what happens (hybrid/event_iteration.h), and sets the integrator going again.
//
// An event that leaves the continuous equations as they are, a counter that counts, costs no restart where
// the integrator stands at its time.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "daedalus/hybrid/accumulation.h"
#include "daedalus/hybrid/event_iteration.h"
#include "daedalus/integrate/roots.h"
#include "daedalus/simulate/effects.h"
#include "daedalus/simulate/event_record.h"
#include "daedalus/simulate/run.h"
#include "daedalus/simulate/state_changes.h"

namespace daedalus::simulate {

struct EventCounts {
  std::int64_t time_events = 0;
  std::int64_t state_events = 0;
  std::int64_t restarts = 0;
  std::int64_t slides = 0;  // how often the model began to slide along a surface
};

class Events final : public EventSource {
 public:
  // `states` has events, and outlives this object.
  Events(StateChanges& states, const RunSettings& settings);

  // Values at the start that all equations and conditions agree with, those of the first event iteration
  // included.
  Result<initialize::InitialValues> FindInitialValues(const initialize::InitialPlan& plan);
  // Once the integrator of the current segment has started.
  Result<Unit> Begin() { return Resume(); }

  double NextInstant() override { return next_instant_; }
  double StepLimit(double t) const override;
  Result<std::optional<double>> FindInStep() override;
  Result<Handled> Handle(double t) override;
  Result<Unit> Resume() override;
  Result<bool> Finish(double t) override;

  // What asserts in when-clauses say, asked in each round of an event. An error ends the run.
  using Check =
      std::function<std::vector<Diagnostic>(double t, std::span<const double> y, std::span<const double> yp)>;
  void SetCheck(Check check) { check_ = std::move(check); }
  // Told of each event after it has happened.
  void SetLog(std::function<void(const EventRecord&)> log) { log_ = std::move(log); }
  // Takes the lines that the model prints.
  void SetPrint(std::function<void(std::string_view line)> print) { effects_.SetPrint(std::move(print)); }
  const EventCounts& counts() const { return counts_; }
  // State relations that changed, the most restless first, and how often.
  std::vector<std::pair<std::string, std::int64_t>> ChangesOfRelations() const;
  // How many there were, and which relations changed most often, for --verbose.
  std::vector<std::string> Remarks() const;
  // What the model said when it ended the run.
  const std::optional<Diagnostic>& termination() const { return termination_; }

 private:
  Result<std::optional<double>> FindCrossing();
  bool KeepPast(double end);
  hybrid::ContinuousPart Part(double t);
  hybrid::ContinuousPart ActingPart(double t);
  bool ReadPoint(double t);
  void MakeFinder(Segment& segment);
  Result<Unit> Restart(double t);
  Diagnostic Explain(double t, const hybrid::EventOutcome& outcome) const;
  void MeasureExcursions(double t);
  hybrid::EventOutcome HandleWithoutState(double t, const hybrid::EventIteration::Memory& memory,
                                          VariableId wanted);
  void ConsiderSliding(double t);
  bool Slides(double t, std::span<const std::size_t> surfaces);
  std::optional<Diagnostic> FindCrowd(double t);
  Diagnostic ExplainCrowd(double t, std::optional<std::size_t> relation) const;
  Diagnostic ExplainDelay(double t, const hybrid::Recollection::BadDelay& bad) const;
  Diagnostic ExplainMode(double t, Diagnostic why) const;
  Diagnostic ExplainChattering(double t, const hybrid::EventIteration::Chattering& found) const;
  Diagnostic ExplainNoSliding(Diagnostic d, std::size_t k) const;
  void Remember(double t);
  EventRecord Record(double t, const hybrid::EventOutcome& outcome) const;
  bool IsBound(std::size_t k) const;
  std::string TextOf(HeldId leaf) const;
  double ValueAt(double t, ExprId e) const;
  std::optional<Diagnostic> FindUndefined(double t) const;

  StateChanges& states_;
  const RunSettings settings_;  // a copy: whoever made the events may have changed his
  hybrid::EventIteration& iteration_;
  std::unique_ptr<integrate::RootFinder> finder_;
  const Segment* searched_ = nullptr;              // the one whose steps the finder looks at
  std::vector<double> root_values_, root_slopes_;  // of a point at which roots are looked for
  std::vector<double> y_, yp_;                     // of the integrator, at an event
  std::vector<std::int32_t> crossed_;              // of the event that was found last
  double next_instant_ = 0;
  EventCounts counts_;
  std::function<void(const EventRecord&)> log_;
  Check check_;
  Effects effects_;
  std::vector<double> effect_slopes_;
  std::vector<Diagnostic> violations_;  // of the event at hand
  std::optional<Diagnostic> termination_;
  int num_crowded_ = 0;  // events since time last went on
  std::int64_t steps_since_event_ = 0;
  double last_time_ = 0;
  double past_ = 0;  // up to here the past is kept
  hybrid::Accumulation accumulation_;
  std::vector<double> held_before_;
  std::vector<char> slides_before_;
  std::optional<Diagnostic> why_no_sliding_;  // the last attempt
};

}  // namespace daedalus::simulate
