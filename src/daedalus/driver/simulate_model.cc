#include "daedalus/driver/simulate_model.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <iterator>
#include <memory>
#include <optional>

#include "daedalus/compile/wishes_in_vain.h"
#include "daedalus/driver/fallback.h"
#include "daedalus/driver/flatten_model.h"
#include "daedalus/driver/output_selection.h"
#include "daedalus/driver/read_settings.h"
#include "daedalus/driver/stopwatch.h"
#include "daedalus/integrate/suite/methods.h"
#include "daedalus/results/expected_size.h"
#include "daedalus/results/html_plot.h"
#include "daedalus/results/output_file.h"
#include "daedalus/results/progress.h"
#include "daedalus/results/writer.h"
#include "daedalus/simulate/assertions.h"
#include "daedalus/simulate/events.h"
#include "daedalus/simulate/growth_watch.h"
#include "daedalus/simulate/homotopy_start.h"
#include "daedalus/simulate/run.h"
#include "daedalus/simulate/small_arguments.h"
#include "daedalus/simulate/state_changes.h"
#include "daedalus/simulate/variable_sizes.h"

namespace daedalus::driver {
namespace {

// The stages of one simulation, in order. Each returns false when it cannot go on; what it found is kept for
// the next.
class Pipeline {
 public:
  Pipeline(const SimulateOptions& options, SourceFiles& loaded, Diagnostics& diagnostics,
           const SimulateHooks& hooks)
      : options_(options), loaded_(loaded), diagnostics_(diagnostics), hooks_(hooks) {}

  // Begins with a System instead of texts.
  void Take(System system) { flat_ = std::move(system); }

  SimulateReport Run() {
    report_.status = RunStages();
    report_.statistics.success = report_.status == SimulateStatus::kDone;
    report_.statistics.seconds.total = watch_.Total();
    if (!WriteStatisticsFile() && report_.status == SimulateStatus::kDone)
      report_.status = SimulateStatus::kModelWrong;
    return std::move(report_);
  }

 private:
  SimulateStatus RunStages() {
    if (!Flatten()) return FailureStatus();
    if (!ReadOptions()) return FailureStatus();
    if (!Prepare()) return FailureStatus();
    if (!SelectResults()) return FailureStatus();
    if (!ChooseStates()) return FailureStatus();
    const bool has_unknowns = !states_->quantities().empty() || states_->events();
    if (has_unknowns && !Initialize())
      return IsCancelled() ? SimulateStatus::kInterrupted : SimulateStatus::kStopped;
    const SimulateStatus status = has_unknowns ? Integrate() : WriteWithoutUnknowns();
    return WritePlot() ? status : SimulateStatus::kModelWrong;
  }

  bool IsCancelled() const { return hooks_.cancelled && hooks_.cancelled->load(); }

  template <class T>
  bool Keep(Result<T> result, T& into) {
    if (!result) {
      diagnostics_.Append(std::move(result).error());
      return false;
    }
    into = std::move(*result);
    return true;
  }

  // A wrong option is the command line's fault, everything else the model's.
  SimulateStatus FailureStatus() const {
    for (const Diagnostic& d : diagnostics_.items()) {
      const bool of_option = d.code == Code::kBadOption || d.code == Code::kUnknownResultFormat;
      if (d.severity == Severity::kError && !of_option) return SimulateStatus::kModelWrong;
    }
    return SimulateStatus::kWrongOption;
  }

  bool Flatten() {
    if (!flat_) {
      FlattenSeconds seconds;
      flat_ = FlattenModel(options_.model, loaded_, diagnostics_, &seconds);
      report_.statistics.seconds.parse = seconds.parse;
      report_.statistics.seconds.flatten = seconds.flatten;
    }
    watch_.Lap();
    if (!flat_) return false;
    report_.statistics.model = flat_->name;
    report_.statistics.equations = static_cast<std::int64_t>(flat_->equations.size() - NumKept(*flat_));
    report_.statistics.unknowns = static_cast<std::int64_t>(flat_->variables.size());
    return true;
  }

  bool ReadOptions() {
    if (!Keep(ReadSettings(options_, flat_->experiment), settings_)) return false;
    report_.statistics.method = settings_.method;
    settings_.cancelled = hooks_.cancelled;
    return true;
  }

  bool Prepare() {
    compile::GivenModel given;
    const auto aliases =
        options_.keep_aliases ? compile::AliasTreatment::kKeep : compile::AliasTreatment::kRemove;
    const auto sliding =
        options_.sliding ? compile::SlidingTreatment::kOnSurface : compile::SlidingTreatment::kNone;
    if (!Keep(compile::ReadGivenModel(std::move(*flat_), Constraints(), aliases, diagnostics_, sliding),
              given))
      return false;
    given.program.tearing = options_.tearing;
    given.program.loop_method = options_.loops;
    report_.statistics.seconds.structure = watch_.Lap();
    compiled_ =
        std::make_shared<const simulate::CompiledModel>(std::move(given), settings_.form, settings_.method);
    MakeStates();
    return true;
  }

  void MakeStates() {
    states_.emplace(compiled_, std::shared_ptr<const compile::GivenModel>(compiled_, &compiled_->given()),
                    settings_, options_.code);
  }

  compile::ConstraintOptions Constraints() const {
    // The derivative array is that of the equations as they stand.
    const integrate::MethodInfo* method = integrate::FindMethod(settings_.method);
    if (method && method->needs_equations) return compile::IndexTreatment::kNone;
    // With a time constant of a fiftieth of the run, ten of its usual output intervals.
    constexpr double kUsualDecays = 50;
    const double length = settings_.grid.stop - settings_.grid.start;
    return {options_.index_treatment,
            options_.baumgarte_rate.value_or(length > 0 ? kUsualDecays / length : 1)};
  }

  bool ChooseStates() {
    Unit chosen;
    if (!Keep(states_->ChooseFirst(), chosen)) return false;
    const compile::PreparedModel& model = states_->current().model();
    if (!states_->given().as_it_stands)
      diagnostics_.Append(compile::FindWishesInVain(states_->given(), model));
    if (!Keep(states_->PlanInitialization(), plan_)) return false;
    report_.statistics.states = static_cast<std::int64_t>(causal::NumStates(*model.system, model.incidence));
    report_.statistics.structural_index = model.structural_index;
    report_.statistics.blocks = static_cast<std::int64_t>(model.program.blocks.size());
    report_.statistics.tearing_variables = static_cast<std::int64_t>(model.program.tearing.size());
    report_.statistics.form = settings_.form == simulate::ModelForm::kInline ? "inline"
                              : states_->current().is_ode()                  ? "ode"
                                                                             : "dae";
    report_.statistics.seconds.codegen = watch_.Lap();
    return true;
  }

  // What is to be written, and where. No file is touched before all options have been checked and there is a
  // first point to write: an earlier result must not be lost to a mistake.
  bool SelectResults() {
    const compile::GivenModel& given = states_->given();
    if (!Keep(PlotRecorder::Make(given, states_->quantities(), options_.plot), plot_)) return false;
    OutputSelection selection;
    if (!Keep(SelectOutputs(given, states_->quantities(), options_.variables), selection)) return false;
    selection.schema.writes_names = options_.literals;
    output_path_ = options_.output.empty() ? given.system->name + ".csv" : options_.output;
    Unit checked;
    if (!Keep(results::CheckResultPath(output_path_), checked)) return false;
    if (!options_.stats.empty() && !Keep(results::CheckCanWrite(options_.stats), checked)) return false;
    if (!plot_.empty() && !Keep(results::CheckCanWrite(PlotPath()), checked)) return false;
    const auto size = results::ExpectSize(output_path_, selection.schema, settings_.grid.num_points());
    if (!options_.large_results &&
        !Keep(results::CheckSize(output_path_, size, results::SpaceFor(output_path_)), checked))
      return false;
    columns_ = std::move(selection.columns);
    row_.resize(columns_.size());
    return Keep(results::MakeResultWriter(output_path_, selection.schema), writer_);
  }

  std::string PlotPath() const {
    return std::filesystem::path(output_path_).replace_extension(".html").string();
  }

  // With the first point, so that a run that does not get that far leaves no file without results.
  Result<Unit> OpenResults() {
    if (!report_.output_file.empty()) return Unit{};
    Result<Unit> opened = writer_->Open();
    if (!opened) return opened;
    report_.output_file = output_path_;
    if (hooks_.results_opened) hooks_.results_opened();
    return opened;
  }

  Result<initialize::InitialValues> FindInitialValues() {
    if (states_->events()) events_.emplace(*states_, settings_);
    if (events_ && hooks_.print) events_->SetPrint(hooks_.print);
    const bool is_logged = options_.log_events && hooks_.log;
    if (events_ && (is_logged || !plot_.empty())) {
      events_->SetLog([this, is_logged](const simulate::EventRecord& record) {
        const System& system = *states_->given().system;
        if (is_logged) hooks_.log(simulate::DescribeEvent(system, loaded_.sources, record));
        if (!plot_.empty())
          plot_.spec().events.push_back(
              {record.time, simulate::CausesOfEvent(system, loaded_.sources, record)});
      });
    }
    return events_ ? events_->FindInitialValues(plan_) : states_->FindInitialValues(plan_);
  }

  // From the simplified expressions of the model (simulate/homotopy_start.h).
  Result<initialize::InitialValues> FollowTheHomotopy(Result<initialize::InitialValues> failed) {
    const simulate::HomotopyStart led =
        simulate::FollowHomotopy(*compiled_, compiled_->given(), *states_, plan_, settings_);
    if (!led.guesses) return Failure{simulate::WithWay(std::move(failed).error(), led)};
    settings_.guesses = led.guesses;
    const std::vector<Diagnostic> told = diagnostics_.Take();  // the same would be told again
    events_.reset();
    MakeStates();
    const bool are_chosen = ChooseStates();
    static_cast<void>(diagnostics_.Take());
    diagnostics_.Append(told);
    if (!are_chosen) return failed;
    auto values = FindInitialValues();
    if (values) values->warnings.push_back(led.Note());
    return values;
  }

  bool Initialize() {
    const compile::GivenModel& given = states_->given();
    for (Diagnostic& note : causal::DescribeConversions(*given.system, given.conversion)) {
      if (options_.verbose) diagnostics_.Report(std::move(note));
    }
    for (Diagnostic& note : initialize::DescribeAssumptions(*states_->start_model().system, plan_)) {
      if (options_.verbose) diagnostics_.Report(std::move(note));
    }
    auto values = FindInitialValues();
    if (!values && compiled_->given().system->led && !IsCancelled())
      values = FollowTheHomotopy(std::move(values));
    // An interrupted search found nothing out about the model.
    const bool found = !(IsCancelled() && !values) && Keep(std::move(values), initial_);
    diagnostics_.Append(std::move(initial_.warnings));
    if (options_.verbose) diagnostics_.Append(std::move(initial_.remarks));
    report_.statistics.final_time = settings_.grid.start;
    report_.statistics.seconds.initialize = watch_.Lap();
    return found;
  }

  // A model of parameters only has a trajectory all the same: time itself.
  SimulateStatus WriteWithoutUnknowns() {
    simulate::AssertionChecker assertions(*states_->given().system, states_->given().parameters,
                                          settings_.tolerance);
    Unit done;
    bool ok = true;
    for (std::int64_t i = 0; ok && i < settings_.grid.num_points(); ++i) {
      ok = Keep(Output(settings_.grid.Time(i), {}, {}, assertions), done);
      if (ok) report_.statistics.final_time = settings_.grid.Time(i);
    }
    return CloseWriter() && ok ? SimulateStatus::kDone : SimulateStatus::kStopped;
  }

  SimulateStatus Integrate() {
    simulate::Segment& first = states_->current();
    Unit ready;
    if (!Keep(first.MakeReady(options_.code, settings_.grid.start, initial_), ready)) return FailureStatus();
    report_.statistics.method = first.method().method;
    largest_.emplace(first.AbsoluteTolerances());
    growth_.emplace(TolerancesOfStates(first));
    small_.emplace(*first.model().whole, first.model().whole_places, first.AbsoluteTolerances());
    report_.statistics.seconds.codegen += watch_.Lap();
    const auto start = first.Start(settings_.grid.start, initial_);
    initial_ = {};  // in a large model it would be in the way of the run
    simulate::RunOutcome outcome;
    Unit begun;
    if (start.ok() && events_ && !Keep(events_->Begin(), begun)) {
      outcome.status = simulate::RunOutcome::Status::kStopped;
    } else if (start.ok()) {
      outcome = RunWithProgress();
    } else {
      using Status = simulate::RunOutcome::Status;
      outcome.status = IsCancelled() ? Status::kInterrupted : Status::kSolverFailed;
      outcome.final_time = settings_.grid.start;
      outcome.failure = start;
    }
    const bool closed = CloseWriter();
    TakeStatistics(outcome);
    AddRemarks();
    report_.gave_up_causal_form = states_->HasGivenUpCausalForm();
    report_.has_acted_outside = !states_->given().system->hybrid.effects.empty();
    diagnostics_.AppendNew(states_->FindWarnings());
    if (auto warning = largest_->BelowTolerance(*states_->given().system, states_->quantities()))
      diagnostics_.Report(*std::move(warning));
    if (auto warning = growth_->Find(*states_->given().system, states_->quantities()))
      diagnostics_.Report(*std::move(warning));
    if (auto warning = small_->Find(*states_->given().system, states_->quantities()))
      diagnostics_.Report(*std::move(warning));
    return closed ? StatusOf(outcome) : SimulateStatus::kStopped;
  }

  static std::vector<double> TolerancesOfStates(const simulate::Segment& segment) {
    std::vector<double> out = segment.AbsoluteTolerances();
    for (std::size_t i = 0; i < out.size(); ++i) {
      if (!segment.IsState(i)) out[i] = 0;
    }
    return out;
  }

  simulate::RunOutcome RunWithProgress() {
    auto progress_options = results::DetectProgressOptions(settings_.grid.start, settings_.grid.stop);
    progress_options.enabled = progress_options.enabled && !options_.quiet;
    results::ProgressBar progress(progress_options);
    simulate::AssertionChecker assertions(*states_->given().system, states_->given().parameters,
                                          settings_.tolerance, states_->held());
    simulate::RunHooks hooks;
    hooks.events = events_ ? &*events_ : nullptr;
    if (events_ && assertions.has_rounds()) {
      events_->SetCheck([&](double t, auto y, auto yp) { return Told(assertions.CheckRound(t, y, yp)); });
    }
    hooks.output = [&](double t, auto y, auto yp) { return Output(t, y, yp, assertions); };
    hooks.after_step = [&](double t) {
      progress.Update(t);
      if (hooks_.after_step) hooks_.after_step(t);
      states_->current().tier_up().AfterStep();
      ObserveGrowth();
    };
    ObserveGrowth();
    hooks.relieve = [&](const integrate::StepOutcome* failure) { return states_->Relieve(failure); };
    hooks.interrupted = [this] { return IsCancelled(); };
    return simulate::Run(states_->current().integrator(), settings_.grid, hooks, states_->current().points());
  }

  void ObserveGrowth() {
    const integrate::Integrator& integrator = states_->current().integrator();
    growth_->ObserveStep(integrator.previous_time(), integrator.time(),
                         [this](double at, std::span<double> quantities) { ReadStates(at, quantities); });
  }

  // Inside the last step; NaN for what is no state at present.
  void ReadStates(double t, std::span<double> quantities) {
    simulate::Segment& segment = states_->current();
    const integrate::Integrator& integrator = segment.integrator();
    if (t == integrator.time()) return segment.CopyStates(integrator.y(), quantities);
    inside_y_.resize(integrator.y().size());
    inside_yp_.resize(inside_y_.size());
    if (integrator.Interpolate(t, inside_y_, inside_yp_)) {
      segment.CopyStates(inside_y_, quantities);
    } else {
      std::ranges::fill(quantities, std::nan(""));
    }
  }

  Result<Unit> Output(double t, std::span<const double> y, std::span<const double> yp,
                      simulate::AssertionChecker& assertions) {
    const auto quantities = states_->QuantitiesAt(t, y, yp);
    if (!quantities) return Fail(states_->current().ExplainOutput());
    if (Result<Unit> opened = OpenResults(); !opened) return opened;
    for (std::size_t i = 0; i < row_.size(); ++i) row_[i] = columns_[i].Read(*quantities);
    plot_.Record(t, *quantities);
    if (largest_) largest_->Observe(*quantities);
    if (growth_) growth_->ObservePoint(t, *quantities);
    if (small_) small_->Observe(t, *quantities);
    auto written = writer_->Append(t, row_);
    if (!written) return written;
    auto errors = Told(assertions.Check(t, *quantities, states_->Slopes()));
    if (!errors.empty()) return Failure{std::move(errors)};
    return Unit{};
  }

  // Tells the warnings and returns the rest; where there are errors, everything.
  std::vector<Diagnostic> Told(std::vector<Diagnostic> found) const {
    Diagnostics violations;
    violations.Append(std::move(found));
    if (violations.HasErrors()) return violations.Take();
    for (const Diagnostic& warning : violations.items()) {
      if (hooks_.report) hooks_.report(warning);
    }
    return {};
  }

  bool CloseWriter() {
    Unit closed;
    return Keep(writer_->Finish(), closed);
  }

  void TakeStatistics(const simulate::RunOutcome& outcome) {
    results::RunStatistics& to = report_.statistics;
    const integrate::Statistics from = states_->TotalStatistics();
    to.steps = from.steps;
    to.rejected_steps = from.rejected_steps();
    to.error_test_failures = from.error_test_failures;
    to.convergence_failures = from.convergence_failures;
    to.residual_evaluations = from.residual_evaluations;
    to.jacobian_evaluations = from.jacobian_evaluations;
    to.factorizations = from.factorizations;
    to.newton_iterations = from.newton_iterations;
    // In a mode without states nothing is integrated.
    if (states_->current().has_states()) to.method = states_->current().method().method;
    if (events_) TakeEventStatistics(to);
    to.modes = static_cast<std::int64_t>(states_->num_modes());
    to.state_changes = states_->num_changes();
    to.crossings = from.crossings;
    if (const inlined::InlinedIntegrator* inlined = states_->current().inlined()) {
      to.overruns = inlined->times().overruns;
      to.worst_step_seconds = inlined->times().worst;
      to.mean_step_seconds = inlined->times().mean();
    }
    TakeViolations(to);
    to.final_time = outcome.final_time;
    to.seconds.integrate = watch_.Lap();
  }

  // The largest of all choices of states: each has the same invariants.
  void TakeViolations(results::RunStatistics& to) {
    for (const simulate::Segment* segment : states_->Used()) {
      if (!segment->invariants()) continue;
      const std::vector<simulate::Violation> violations = segment->invariants()->Violations();
      to.invariants.resize(violations.size());
      for (std::size_t i = 0; i < violations.size(); ++i)
        to.invariants[i] = {violations[i].equation, std::max(to.invariants[i].second, violations[i].largest)};
    }
  }

  void TakeEventStatistics(results::RunStatistics& to) const {
    const simulate::EventCounts& counts = events_->counts();
    to.time_events = counts.time_events;
    to.state_events = counts.state_events;
    to.events = counts.time_events + counts.state_events;
    to.restarts = counts.restarts;
    to.slides = counts.slides;
    to.relations = events_->ChangesOfRelations();
  }

  void AddRemarks() {
    const integrate::MethodChoice& method = states_->current().method();
    for (const std::string& reason : method.reasons) {
      report_.remarks.push_back(fmt::format("method {}: {}", method.method, reason));
    }
    for (simulate::Segment* segment : states_->Used()) {
      const std::string& advice = segment->integrator().statistics().advice;
      if (!advice.empty()) report_.remarks.push_back(advice);
    }
    bool machine_code = true, assembled = false;
    for (simulate::Segment* segment : states_->Used()) {
      if (IsCancelled()) segment->tier_up().Abandon();
      if (const auto reason = segment->tier_up().Finish())
        report_.remarks.push_back("no machine code: " + *reason);
      machine_code = machine_code && segment->tier_up().IsMachineCode();
      assembled = assembled || segment->tier_up().IsAssembled();
    }
    report_.remarks.push_back(machine_code ? "the run ended in machine code"
                              : assembled  ? "the run was assembled, without a compiler"
                                           : "the run was interpreted");
    if (const inlined::InlinedIntegrator* inlined = states_->current().inlined()) {
      const auto& counts = inlined->times().histogram;
      for (std::size_t i = 0; i < counts.size(); ++i) {
        if (counts[i] > 0)
          report_.remarks.push_back(fmt::format("{} steps took {:.3g} to {:.3g} us", counts[i],
                                                std::ldexp(1e-3, static_cast<int>(i)),
                                                std::ldexp(2e-3, static_cast<int>(i))));
      }
    }
    if (events_) std::ranges::move(events_->Remarks(), std::back_inserter(report_.remarks));
    if (report_.statistics.crossings > 0) {
      report_.remarks.push_back(
          fmt::format("{} jumps of the equations were passed with tiny steps", report_.statistics.crossings));
    }
    for (const auto& [equation, violation] : report_.statistics.invariants)
      report_.remarks.push_back(
          fmt::format("the invariant {} was violated by {:.3g} at most", equation, violation));
    if (states_->num_changes() > 0) {
      report_.remarks.push_back(fmt::format("the states changed {} times, between {} choices",
                                            states_->num_changes(), states_->Used().size()));
    }
  }

  SimulateStatus StatusOf(simulate::RunOutcome& outcome) {
    using Status = simulate::RunOutcome::Status;
    switch (outcome.status) {
      case Status::kDone:
        if (auto violated = states_->current().CheckEnd()) {
          diagnostics_.Report(*std::move(violated));
          return SimulateStatus::kStopped;
        }
        return SimulateStatus::kDone;
      case Status::kTerminated:
        diagnostics_.Report(*events_->termination());
        return SimulateStatus::kDone;
      case Status::kInterrupted:
        return SimulateStatus::kInterrupted;
      case Status::kSolverFailed:
        diagnostics_.Report(states_->current().ExplainStep(*outcome.failure));
        return SimulateStatus::kStopped;
      case Status::kStopped:
        diagnostics_.Append(std::move(outcome.errors));
        return SimulateStatus::kStopped;
    }
    return SimulateStatus::kStopped;
  }

  bool WritePlot() {
    if (plot_.spec().x.empty()) return true;
    results::PlotSpec& spec = plot_.spec();
    spec.subtitle = fmt::format("{}, tolerance {:g}, {} steps", report_.statistics.method,
                                settings_.tolerance, report_.statistics.steps);
    report_.plot_file = PlotPath();
    Unit written;
    const bool ok = Keep(results::WriteHtmlPlot(report_.plot_file, spec), written);
    if (!ok) report_.plot_file.clear();
    report_.plot = std::move(spec);
    return ok;
  }

  // A command line that was refused leaves no trace.
  bool WriteStatisticsFile() {
    Unit written;
    if (options_.stats.empty() || report_.status == SimulateStatus::kWrongOption) return true;
    return Keep(results::WriteStatistics(options_.stats, report_.statistics), written);
  }

  const SimulateOptions& options_;
  SourceFiles& loaded_;
  Diagnostics& diagnostics_;
  const SimulateHooks& hooks_;
  SimulateReport report_;
  Stopwatch watch_;

  std::optional<System> flat_;
  simulate::RunSettings settings_;
  std::shared_ptr<const simulate::CompiledModel> compiled_;
  std::optional<simulate::StateChanges> states_;
  std::optional<simulate::Events> events_;
  initialize::InitialPlan plan_;
  initialize::InitialValues initial_;
  PlotRecorder plot_;
  std::vector<QuantitySource> columns_;
  std::string output_path_;
  std::vector<double> row_;
  std::unique_ptr<results::ResultWriter> writer_;
  std::optional<simulate::LargestValues> largest_;
  std::optional<simulate::GrowthWatch> growth_;
  std::optional<simulate::SmallArguments> small_;
  std::vector<double> inside_y_, inside_yp_;  // work arrays
};

SimulateReport RunSystem(System system, const SimulateOptions& options, SourceFiles& loaded,
                         Diagnostics& diagnostics, const SimulateHooks& hooks) {
  Pipeline pipeline(options, loaded, diagnostics, hooks);
  pipeline.Take(std::move(system));
  return pipeline.Run();
}

}  // namespace

SimulateReport SimulateModel(const SimulateOptions& options, SourceFiles& loaded, Diagnostics& diagnostics,
                             const SimulateHooks& hooks) {
  const FallbackModel model{
      .flatten =
          [&] {
            Diagnostics known;
            ModelOptions quiet = options.model;
            quiet.unit_check = semantics::UnitCheck::kOff;
            return FlattenModel(quiet, loaded, known);
          },
      .simulate = [&](const SimulateOptions& o,
                      Diagnostics& messages) { return Pipeline(o, loaded, messages, hooks).Run(); },
      .simulate_mended =
          [&](System mended, const SimulateOptions& o, Diagnostics& messages) {
            return RunSystem(std::move(mended), o, loaded, messages, hooks);
          }};
  return SimulateWithFallback(options, model, diagnostics);
}

SimulateReport SimulateSystem(System system, const SimulateOptions& options, Diagnostics& diagnostics,
                              const SimulateHooks& hooks) {
  SourceFiles none;
  const bool is_kept = MayNeedFallback(system.variables.size());  // else it is run once
  const FallbackModel model{.flatten = [&] { return std::optional(system); },
                            .simulate =
                                [&](const SimulateOptions& o, Diagnostics& messages) {
                                  return RunSystem(is_kept ? system : std::move(system), o, none, messages,
                                                   hooks);
                                },
                            .simulate_mended =
                                [&](System mended, const SimulateOptions& o, Diagnostics& messages) {
                                  return RunSystem(std::move(mended), o, none, messages, hooks);
                                }};
  return SimulateWithFallback(options, model, diagnostics);
}

}  // namespace daedalus::driver
