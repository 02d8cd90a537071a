#include "daedalus/run/attempt.h"

#include <limits>
#include <utility>

#include "daedalus/model/compile/unmet_state_preferences.h"
#include "daedalus/model/initialize/describe_conditions.h"
#include "daedalus/model/simulate/input_derivatives.h"
#include "daedalus/run/take_profile.h"
#include "daedalus/run/take_statistics.h"
#include "daedalus/system/model_inputs.h"

namespace daedalus::run {

Attempt::Attempt(simulate::StartRequest request, AttemptOptions options, RunReport report,
                 const Audience& audience, Diagnostics& diagnostics)
    : request_(std::move(request)),
      grid_(request_.settings.grid),
      options_(options),
      report_(std::move(report)),
      audience_(audience),
      diagnostics_(diagnostics) {
  if (request_.from) request_.settings.grid.start = request_.from->time;
  request_.prepare_events = [this](simulate::EventHandler& events) { PrepareEvents(events); };
}

Attempt::~Attempt() = default;

template <class T>
bool Attempt::Keep(Result<T> result, T& into) {
  if (!result) {
    diagnostics_.Append(std::move(result).error());
    return false;
  }
  into = std::move(*result);
  return true;
}

Result<Unit> Attempt::ByObserver(Result<Unit> told) {
  if (!told) report_.observer_failed = true;
  return told;
}

bool Attempt::End(RunStatus status) {
  report_.status = status;
  is_over_ = true;
  return false;
}

// A wrong option is the caller's mistake; everything else is due to the model.
RunStatus Attempt::FailureStatus() const {
  for (const Diagnostic& d : diagnostics_.items()) {
    if (d.severity == Severity::kError && !IsOfCaller(d)) return RunStatus::kModelWrong;
  }
  return RunStatus::kWrongOption;
}

bool Attempt::IsCancelled() const {
  return request_.settings.cancelled && request_.settings.cancelled->load();
}

// ---- the start ----

bool Attempt::Start() {
  watch_.Lap();
  Unit begun;
  const RunInfo info{request_.numbers, request_.numbers->quantities, &request_.settings};
  if (!Keep(ByObserver(audience_.Begin(info)), begun)) return End(FailureStatus());
  audience_.Enter(RunStage::kCodegen);
  if (request_.from ? !GoOn() : !ChooseStates()) return End(FailureStatus());
  const bool has_unknowns = !start_.states->quantities().empty() || start_.states->events();
  if (has_unknowns && !request_.from && !FindInitialValues())
    return End(IsCancelled() ? RunStatus::kInterrupted : RunStatus::kStopped);
  nets_.emplace(start_.states->given(), start_.states->held(), request_.settings.tolerance);
  return has_unknowns ? BeginToIntegrate() : TellConstants();
}

bool Attempt::ChooseStates() {
  Unit chosen;
  const bool ok = Keep(simulate::ChooseStart(request_, start_), chosen);
  if (!start_.has_chosen) return false;
  const simulate::StateChanges& states = *start_.states;
  if (!states.given().as_it_stands) {
    std::vector<Diagnostic> in_vain =
        compile::FindUnmetStatePreferences(states.given(), start_.states->current().model());
    diagnostics_.Append(std::move(in_vain));
    if (options_.verbose) {
      diagnostics_.Append(compile::FindUnmetStatePreferences(states.given(), start_.states->current().model(),
                                                             StateSelect::kPrefer));
    }
  }
  if (!ok) return false;
  if (!CheckInputs()) return false;
  DescribeStructure(*start_.states, request_.settings.form, report_.statistics);
  report_.statistics.seconds.codegen = watch_.Lap();
  return true;
}

// Courses of inputs have the derivatives that the equations ask for.
bool Attempt::CheckInputs() {
  Unit checked;
  return Keep(simulate::CheckDerivatives(*start_.states->given().system, start_.states->current().model(),
                                         request_.settings.inputs.get()),
              checked);
}

// Continues from a saved state.
bool Attempt::GoOn() {
  Unit resumed;
  if (!Keep(simulate::Resume(request_, start_), resumed) || !CheckInputs()) return false;
  DescribeStructure(*start_.states, request_.settings.form, report_.statistics);
  report_.statistics.seconds.codegen = watch_.Lap();
  return true;
}

void Attempt::PrepareEvents(simulate::EventHandler& events) {
  if (audience_.WantsPrint()) events.SetPrint([this](std::string_view line) { audience_.Print(line); });
  if (!audience_.WantsEvents() && !profile()) return;
  events.SetLog([this](const simulate::EventRecord& record) {
    const System& system = *start_.states->given().system;
    if (profile()) profile()->NoteEvent(system, record);
    if (audience_.WantsEvents()) audience_.Event(system, record);
  });
}

bool Attempt::FindInitialValues() {
  const compile::GivenModel& given = start_.states->given();
  if (options_.verbose) {
    diagnostics_.Append(causal::DescribeConversions(*given.system, given.conversion));
    diagnostics_.Append(initialize::DescribeAssumptions(*start_.states->start_model().system, *start_.plan));
  }
  audience_.Enter(RunStage::kInitialize);
  auto found = simulate::FindValues(request_, start_);
  // After an interrupted search nothing is known about the model.
  Unit ignored;
  const bool is_found = !(IsCancelled() && !found) && Keep(std::move(found), ignored);
  diagnostics_.Append(std::move(start_.values.warnings));
  if (options_.verbose) diagnostics_.Append(std::move(start_.values.remarks));
  report_.statistics.final_time = request_.settings.grid.start;
  report_.statistics.seconds.initialize = watch_.Lap();
  return is_found;
}

bool Attempt::BeginToIntegrate() {
  const double t = request_.settings.grid.start;
  simulate::Segment& first = start_.states->current();
  Unit ready;
  audience_.Enter(RunStage::kCodegen);
  if (!Keep(first.MakeReady(request_.code, t, start_.values), ready)) return End(FailureStatus());
  report_.statistics.method = first.method().method;
  nets_->BeginToWatch(first);
  report_.statistics.seconds.codegen += watch_.Lap();
  const integrate::StepOutcome begun = first.Start(t, start_.values);
  audience_.Enter(RunStage::kIntegrate);
  start_.values = {};  // it would take much memory of a large model
  if (!begun.ok()) {
    const auto status = IsCancelled() ? Outcome::Status::kInterrupted : Outcome::Status::kSolverFailed;
    return Conclude({.status = status, .final_time = t, .failure = begun, .errors = {}});
  }
  if (!BeginEvents()) return Conclude({.status = Outcome::Status::kStopped, .failure = {}, .errors = {}});
  hooks_ = Hooks();
  nets_->ObserveStep(first);
  runner_.emplace(first.integrator(), grid_, hooks_, first.points());
  return true;
}

bool Attempt::BeginEvents() {
  if (!start_.events) return true;
  if (nets_->has_rounds()) {
    start_.events->SetCheck(
        [this](double t, auto y, auto yp) { return TellWarnings(nets_->CheckRound(t, y, yp)); });
  }
  Unit begun;
  events_.emplace(*start_.states, *start_.events, request_.settings.real_time);
  if (profile()) measured_events_.emplace(*events_, *profile());
  return Keep(events_->Begin(), begun);
}

// ---- on the way ----

simulate::RunHooks Attempt::Hooks() {
  simulate::StateChanges& states = *start_.states;
  simulate::RunHooks hooks;
  if (events_) hooks.events = &*events_;
  if (measured_events_) hooks.events = &*measured_events_;
  hooks.output = [this](double t, auto y, auto yp) {
    const simulate::TimedActivity timed(profile(), simulate::Activity::kPoints);
    return TellPoint(t, y, yp);
  };
  hooks.after_step = [this, &states](double t) {
    const simulate::TimedActivity timed(profile(), simulate::Activity::kWatch);
    audience_.Step(t);
    states.current().tier_up().AfterStep();
    nets_->ObserveStep(states.current());
  };
  hooks.relieve = [&states](const integrate::StepOutcome* failure) { return states.Relieve(failure); };
  hooks.interrupted = [this] { return IsCancelled(); };
  return hooks;
}

Result<Unit> Attempt::TellPoint(double t, std::span<const double> y, std::span<const double> yp) {
  simulate::StateChanges& states = *start_.states;
  const auto quantities = states.QuantitiesAt(t, y, yp);
  if (!quantities) return Fail(states.current().ExplainOutput());
  nets_->Observe(t, *quantities);
  report_.has_points = true;
  if (auto told = ByObserver(audience_.Point(t, *quantities)); !told) return told;
  std::vector<Diagnostic> errors = TellWarnings(nets_->Check(t, *quantities, states.Slopes()));
  if (!errors.empty()) return Failure{std::move(errors)};
  return Unit{};
}

Result<Unit> Attempt::TellPoint() {
  if (is_over_ || !runner_) return Unit{};
  const integrate::Integrator& integrator = start_.states->current().integrator();
  return TellPoint(integrator.time(), integrator.y(), integrator.yp());
}

// Reports the warnings and returns an empty list. If there are errors, returns everything.
std::vector<Diagnostic> Attempt::TellWarnings(std::vector<Diagnostic> found) const {
  Diagnostics violations;
  violations.Append(std::move(found));
  if (violations.HasErrors()) return violations.Take();
  for (const Diagnostic& warning : violations.items()) audience_.Warn(warning);
  return {};
}

// A model without unknowns: all points are the same.
bool Attempt::TellConstants() {
  const simulate::OutputGrid& grid = request_.settings.grid;
  Unit done;
  bool ok = true;
  for (std::int64_t i = 0; ok && i < grid.num_points(); ++i) {
    ok = Keep(TellPoint(grid.Time(i), {}, {}), done);
    if (ok) report_.statistics.final_time = grid.Time(i);
  }
  const bool ended = Keep(ByObserver(audience_.End()), done);
  return End(ok && ended ? RunStatus::kDone : RunStatus::kStopped);
}

bool Attempt::AdvanceTo(double t, const std::function<bool()>& pauses) {
  if (is_over_) return false;
  auto outcome = runner_->AdvanceTo(t, pauses);
  return !outcome || Conclude(*std::move(outcome));
}

// ---- the end ----

Result<Unit> Attempt::SetInput(std::string_view name, double value) {
  if (is_over_ || !events_) return Unit{};
  const System& given = *start_.states->given().system;
  const auto input = FindInput(given, name, value);
  if (!input) return Failure{input.error()};
  const compile::PreparedModel& model = start_.states->current().model();
  if (auto jumps = simulate::CheckMayJump(given, model, *input); !jumps) return jumps;
  events_->SetInput(*input, value);
  KeepInput(*input, value);
  return Unit{};
}

// Whoever resumes this attempt finds the input as it is now, and not as it began.
void Attempt::KeepInput(std::size_t input, double value) {
  const auto& before = request_.settings.inputs;
  auto courses =
      before ? std::make_shared<hybrid::InputCourses>(*before)
             : std::make_shared<hybrid::InputCourses>(start_.states->given().system->hybrid.inputs.size());
  (*courses)[input] = hybrid::InputCourse::Constant(value);
  request_.settings.inputs = std::move(courses);
}

RunReport Attempt::Finish() {
  if (!is_over_) {
    KeepState();  // terminal() changes it
    Conclude(runner_->Finish());
  }
  return std::move(report_);
}

void Attempt::KeepState() {
  if (!options_.keeps_state || !runner_) return;
  const double t = time();
  if (!ReadEnd(t)) return;
  report_.state = std::make_shared<const simulate::ModelState>(
      simulate::SaveState(*request_.model, t, *start_.states, start_.events.get()));
}

// Reads the quantities at the time of the integrator.
bool Attempt::ReadEnd(double t) {
  const integrate::Integrator& integrator = start_.states->current().integrator();
  return start_.states->QuantitiesAt(t, integrator.y(), integrator.yp()).has_value();
}

Result<simulate::ModelState> Attempt::Snapshot() {
  if (is_over_ || !runner_)
    return Fail(
        Error(Code::kBadState, {}, "there is no state to save: the run is over, or integrates nothing"));
  const double t = time();
  if (!ReadEnd(t)) return Fail(start_.states->current().ExplainOutput());
  return simulate::SaveState(*request_.model, t, *start_.states, start_.events.get());
}

Result<simulate::ModelState> Attempt::Save() {
  auto state = Snapshot();
  if (!state) return state;
  auto resumed = GoOnFrom(*state);
  if (!resumed) return Failure{std::move(resumed).error()};
  TakeOver(*std::move(resumed));
  return state;
}

// The start of an attempt that continues from a state, ready to integrate.
Result<simulate::FoundStart> Attempt::GoOnFrom(const simulate::ModelState& state) {
  simulate::StartRequest again = request_;
  again.from = std::make_shared<const simulate::ModelState>(state);
  again.settings.grid.start = state.time;
  simulate::FoundStart out;
  if (auto resumed = simulate::Resume(again, out); !resumed) return Failure{std::move(resumed).error()};
  simulate::Segment& segment = out.states->current();
  if (auto ready = segment.MakeReady(request_.code, state.time, out.values); !ready)
    return Failure{std::move(ready).error()};
  if (const auto begun = segment.Start(state.time, out.values); !begun.ok())
    return Fail(segment.ExplainStep(begun));
  return out;
}

void Attempt::TakeOver(simulate::FoundStart resumed) {
  diagnostics_.AppendNew(start_.states->FindWarnings());
  resumed.states->CountOn(*start_.states);
  if (resumed.events) resumed.events->CountOn(*start_.events);
  std::swap(start_, resumed);
  if (!first_start_) first_start_ = std::move(resumed);
  nets_->UseHeld(start_.states->held());
  BeginEvents();  // an error of it appears with the next step
  hooks_ = Hooks();
  simulate::Segment& segment = start_.states->current();
  runner_->TakeOver({&segment.integrator(), segment.points()});
}

bool Attempt::Conclude(Outcome outcome) {
  Unit closed;
  const bool is_closed = Keep(ByObserver(audience_.End()), closed);
  DescribeRun(outcome);
  const bool has_end =
      outcome.status == Outcome::Status::kTerminated || outcome.status == Outcome::Status::kInterrupted;
  if (has_end) KeepState();
  diagnostics_.AppendNew(start_.states->FindWarnings());
  diagnostics_.Append(nets_->FindWarnings(start_.states->quantities()));
  return End(is_closed ? StatusOf(outcome) : RunStatus::kStopped);
}

void Attempt::DescribeRun(const Outcome& outcome) {
  const simulate::EventHandler* events = start_.events.get();
  results::RunStatistics& statistics = report_.statistics;
  TakeStatistics(*start_.states, events, statistics);
  statistics.final_time = outcome.final_time;
  statistics.seconds.integrate = watch_.Lap();
  if (profile()) report_.profile = TakeProfile(*start_.states, *profile(), statistics.seconds.integrate);
  report_.remarks = TakeRemarks(*start_.states, events, statistics);
  report_.gave_up_causal_form = start_.states->HasGivenUpCausalForm();
  report_.has_acted_outside = !start_.states->given().system->hybrid.effects.empty();
}

RunStatus Attempt::StatusOf(Outcome& outcome) {
  simulate::Segment& last = start_.states->current();
  switch (outcome.status) {
    case Outcome::Status::kDone:
      if (auto violated = last.CheckEnd()) {
        diagnostics_.Report(*std::move(violated));
        return RunStatus::kStopped;
      }
      return RunStatus::kDone;
    case Outcome::Status::kTerminated:
      diagnostics_.Report(*start_.events->termination());
      return RunStatus::kDone;
    case Outcome::Status::kInterrupted:
      return RunStatus::kInterrupted;
    case Outcome::Status::kSolverFailed:
      diagnostics_.Report(last.ExplainStep(*outcome.failure));
      return RunStatus::kStopped;
    case Outcome::Status::kStopped:
      diagnostics_.Append(std::move(outcome.errors));
      return RunStatus::kStopped;
  }
  return RunStatus::kStopped;
}

}  // namespace daedalus::run
