// One attempt at a run: one variant of a model, from its initial values to its end, with all safety nets.
// fallback.h decides what happens after a failure.
//
//   Attempt attempt(request, verbose, report, audience, diagnostics);
//   attempt.Start();            consistent initial values, an integrator, the first point
//   attempt.AdvanceTo(t);       any number of times
//   RunReport report = attempt.Finish();
//
// Start and AdvanceTo return false once the attempt is over; Finish then returns how it ended. Errors and
// warnings are in `diagnostics`. Observers learn what happens on the way.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "daedalus/base/stopwatch.h"
#include "daedalus/model/simulate/events.h"
#include "daedalus/model/simulate/find_start.h"
#include "daedalus/model/simulate/run.h"
#include "daedalus/run/measured_events.h"
#include "daedalus/run/observer.h"
#include "daedalus/run/run_report.h"
#include "daedalus/run/safety_nets.h"

namespace daedalus::run {

struct AttemptOptions {
  bool verbose = false;      // diagnostics also tell how the model was converted and what the start assumes
  bool keeps_state = false;  // the report contains the state at the end
};

class Attempt {
 public:
  // `report` has what is already known of the model. The audience and the diagnostics outlive the attempt.
  Attempt(simulate::StartRequest request, AttemptOptions options, RunReport report, const Audience& audience,
          Diagnostics& diagnostics);
  Attempt(const Attempt&) = delete;
  Attempt& operator=(const Attempt&) = delete;
  ~Attempt();

  bool Start();
  // `pauses`: as in simulate::Runner.
  bool AdvanceTo(double t, const std::function<bool()>& pauses = {});
  RunReport Finish();

  // Call between two calls of AdvanceTo. Returns the state there, for reading. The attempt continues
  // unchanged.
  Result<simulate::ModelState> Snapshot();
  // The same as a state from which runs continue. The attempt then continues bit for bit like
  // a run that resumes from it. An error if no run can continue from the state; then the attempt continues
  // unchanged.
  Result<simulate::ModelState> Save();
  // Gives observers the point of the present time. Call between two calls of AdvanceTo.
  Result<Unit> TellPoint();
  // Of an input, from the present time on.
  Result<Unit> SetInput(std::string_view name, double value);
  bool is_over() const { return is_over_; }
  double time() { return start_.states->current().integrator().time(); }

 private:
  using Outcome = simulate::RunOutcome;
  template <class T>
  bool Keep(Result<T> result, T& into);
  Result<Unit> ByObserver(Result<Unit> told);
  bool End(RunStatus status);
  RunStatus FailureStatus() const;
  bool IsCancelled() const;
  bool ChooseStates();
  bool CheckInputs();
  bool GoOn();
  bool ReadEnd(double t);
  void KeepState();
  void KeepInput(std::size_t input, double value);
  Result<simulate::FoundStart> GoOnFrom(const simulate::ModelState& state);
  void TakeOver(simulate::FoundStart resumed);
  bool FindInitialValues();
  void PrepareEvents(simulate::EventHandler& events);
  simulate::WorkProfile* profile() const { return request_.settings.profile.get(); }  // may be null
  bool BeginToIntegrate();
  bool BeginEvents();
  simulate::RunHooks Hooks();
  Result<Unit> TellPoint(double t, std::span<const double> y, std::span<const double> yp);
  bool TellConstants();
  std::vector<Diagnostic> TellWarnings(std::vector<Diagnostic> found) const;
  bool Conclude(Outcome outcome);
  void DescribeRun(const Outcome& outcome);
  RunStatus StatusOf(Outcome& outcome);

  simulate::StartRequest request_;
  const simulate::OutputGrid
      grid_;  // of the points; a run that continues from a state leaves out earlier ones
  AttemptOptions options_;
  RunReport report_;
  const Audience& audience_;
  Diagnostics& diagnostics_;
  Stopwatch watch_;
  bool is_over_ = false;
  simulate::FoundStart start_;
  std::optional<simulate::FoundStart>
      first_start_;  // kept for the safety nets, which refer to it, after another segment has taken over
  std::optional<SafetyNets> nets_;
  std::optional<simulate::Events> events_;         // nullopt: the model has none, or is not integrated
  std::optional<MeasuredEvents> measured_events_;  // if a profile is wanted
  simulate::RunHooks hooks_;
  std::optional<simulate::Runner> runner_;  // nullopt: there is nothing to integrate
};

}  // namespace daedalus::run
