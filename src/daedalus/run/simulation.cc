#include "daedalus/run/simulation.h"

#include <algorithm>
#include <limits>
#include <utility>

#include "daedalus/model/compile/given_model.h"
#include "daedalus/model/simulate/work_profile.h"
#include "daedalus/numerics/integrate/suite/methods.h"
#include "daedalus/run/attempt.h"
#include "daedalus/run/fallback.h"
#include "daedalus/run/match_inputs.h"
#include "daedalus/run/read_settings.h"
#include "daedalus/system/settable_starts.h"

namespace daedalus::run {
namespace {

compile::ConstraintOptions ConstraintsOf(const RunOptions& options, const simulate::RunSettings& settings) {
  // The derivative array needs the equations as they stand.
  const integrate::MethodInfo* method = integrate::FindMethod(settings.method);
  if (method && method->needs_equations) return compile::IndexTreatment::kNone;
  // The time constant is a fiftieth of the run, ten of its usual output intervals.
  constexpr double kUsualDecays = 50;
  const double length = settings.grid.stop - settings.grid.start;
  return {options.index_treatment, options.baumgarte_rate.value_or(length > 0 ? kUsualDecays / length : 1)};
}

model::VariantOptions VariantOf(const RunOptions& options, const simulate::RunSettings& settings) {
  return {
      .constraints = ConstraintsOf(options, settings),
      .aliases = options.keep_aliases ? compile::AliasTreatment::kKeep : compile::AliasTreatment::kRemove,
      .sliding = options.sliding ? compile::SlidingTreatment::kOnSurface : compile::SlidingTreatment::kNone,
      .tearing = options.tearing,
      .loops = options.loops,
      .form = settings.form,
      .method = settings.method};
}

RunReport ReportOf(const model::Model& model) {
  RunReport report;
  report.statistics.model = model.name();
  report.statistics.equations = static_cast<std::int64_t>(model.num_equations());
  report.statistics.unknowns = static_cast<std::int64_t>(model.num_unknowns());
  return report;
}

// The caller is responsible only if all errors are wrong options.
RunStatus BlameFor(const Diagnostics& diagnostics) {
  const bool of_model = std::ranges::any_of(diagnostics.items(), [](const Diagnostic& d) {
    return d.severity == Severity::kError && !IsOfCaller(d);
  });
  return of_model ? RunStatus::kModelWrong : RunStatus::kWrongOption;
}

// Adds a value to those of a run. For the start value of a variable, `model` becomes one with a parameter for
// it. After an error nothing has changed.
Result<Unit> AddValue(const ParameterValue& one, std::shared_ptr<const model::Model>& model,
                      std::vector<ParameterValue>& values) {
  std::shared_ptr<const model::Model> used = model;
  std::string parameter = one.name;
  if (!used->HasParameter(parameter)) {
    if (auto with_start = used->WithSettableStarts({parameter})) {
      used = *std::move(with_start);
      parameter = NameOfStart(parameter);
    }
  }
  if (auto allowed = used->CheckParameter(parameter, one.value); !allowed) return allowed;
  model = std::move(used);
  const auto known = std::ranges::find(values, parameter, &ParameterValue::name);
  if (known != values.end()) {
    known->value = one.value;
  } else {
    values.push_back({std::move(parameter), one.value});
  }
  return Unit{};
}

}  // namespace

Simulation::Simulation(std::shared_ptr<const model::Model> model, RunOptions options)
    : model_(std::move(model)), options_(std::move(options)) {}

Simulation::~Simulation() = default;

Result<Unit> Simulation::Set(std::string_view name, double value) {
  const ParameterValue one{std::string(name), value};
  return Set(std::span(&one, 1));
}

Result<Unit> Simulation::Set(std::span<const ParameterValue> values) {
  std::shared_ptr<const model::Model> model = model_;
  std::vector<ParameterValue> all = values_;
  for (const ParameterValue& one : values) {
    if (auto added = AddValue(one, model, all); !added) return added;
  }
  const bool is_under_way = IsUnderWay();
  if (is_under_way && model != model_)
    return Fail(Error(Code::kBadOption, {}, "a start value cannot change in the middle of a run"));
  std::swap(model_, model);
  std::swap(values_, all);
  if (!is_under_way) return Unit{};
  auto continued = GoOn();
  if (!continued) std::swap(values_, all);
  return continued;
}

Result<Unit> Simulation::SetInput(std::string_view input, double value) {
  if (auto allowed = model_->CheckInput(input, value); !allowed) return allowed;
  if (led_) {
    if (auto set = led_->SetInput(input, value); !set) return set;
  }
  std::erase_if(inputs_, [&](const ParameterValue& known) { return known.name == input; });
  inputs_.push_back({std::string(input), value});
  return Unit{};
}

Result<Unit> Simulation::AddInputs(const simulate::CompiledModel& model, const RunOptions& options,
                                   simulate::RunSettings& settings, Diagnostics& diagnostics) const {
  auto matched = MatchInputs(*model.given().system, {.table = options.inputs.get(),
                                                     .values = inputs_,
                                                     .start = settings.grid.start,
                                                     .stop = settings.grid.stop});
  if (!matched) return Failure{std::move(matched).error()};
  // A run that goes on from a state has the inputs of the state.
  if (!options.from) diagnostics.Append(std::move(matched->warnings));
  settings.inputs = std::move(matched->courses);
  return Unit{};
}

std::optional<System> Simulation::Equations() const {
  auto system = model_->CopyEquations();
  if (system) SetParameters(*system, values_);
  return system;
}

std::unique_ptr<Attempt> Simulation::Prepare(const model::Model& model, const RunOptions& options,
                                             const Audience& audience, RunReport& report,
                                             Diagnostics& diagnostics) const {
  const auto refuse = [&](std::vector<Diagnostic> errors) {
    diagnostics.Append(std::move(errors));
    report.status = BlameFor(diagnostics);
    return nullptr;
  };
  auto settings = ReadSettings(options, model.experiment());
  if (!settings) return refuse(std::move(settings).error());
  settings->cancelled = cancelled_;
  if (is_measured_) settings->profile = std::make_shared<simulate::WorkProfile>();
  report.statistics.method = settings->method;
  Stopwatch watch;
  audience.Enter(RunStage::kStructure);
  auto variant = model.Compile(VariantOf(options, *settings));
  if (!variant) return refuse(std::move(variant).error());
  diagnostics.Append(variant->warnings);
  auto numbers = variant->compiled->WithValues(ValuesFor(*variant->compiled, options));
  if (!numbers) return refuse(std::move(numbers).error());
  if (auto added = AddInputs(*variant->compiled, options, *settings, diagnostics); !added)
    return refuse(std::move(added).error());
  report.statistics.seconds.structure = watch.Lap();
  simulate::StartRequest request{variant->compiled, *std::move(numbers), *std::move(settings), options.code};
  request.from = options.from;
  const AttemptOptions how{.verbose = options.verbose, .keeps_state = options.keeps_state};
  return std::make_unique<Attempt>(std::move(request), how, std::move(report), audience, diagnostics);
}

// Parameter values of the state that the run continues from, then the caller's own.
std::vector<ParameterValue> Simulation::ValuesFor(const simulate::CompiledModel& model,
                                                  const RunOptions& options) const {
  if (!options.from || !simulate::CheckState(*options.from, model)) return values_;
  std::vector<ParameterValue> out;
  for (const auto& [parameter, value] : simulate::ParametersOf(*options.from, model)) {
    std::string name = NameOf(*model.given().system, parameter);
    const bool is_set = std::ranges::find(values_, name, &ParameterValue::name) != values_.end();
    if (!is_set) out.push_back({std::move(name), value});
  }
  out.insert(out.end(), values_.begin(), values_.end());
  return out;
}

Result<simulate::ModelState> Simulation::StateFromValues(double t, const simulate::ValueOf& value_of) const {
  auto settings = ReadSettings(options_, model_->experiment());
  if (!settings) return Failure{std::move(settings).error()};
  auto variant = model_->Compile(VariantOf(options_, *settings));
  if (!variant) return Failure{std::move(variant).error()};
  auto numbers = variant->compiled->WithValues(values_);
  if (!numbers) return Failure{std::move(numbers).error()};
  return simulate::StateFromValues(
      {variant->compiled, *std::move(numbers), *std::move(settings), options_.code}, t, value_of);
}

RunReport Simulation::RunOnce(const model::Model& model, const RunOptions& options, const Audience& audience,
                              Diagnostics& diagnostics) const {
  RunReport report = ReportOf(model);
  const auto attempt = Prepare(model, options, audience, report, diagnostics);
  if (!attempt) return report;
  if (attempt->Start()) attempt->AdvanceTo(std::numeric_limits<double>::infinity());
  return attempt->Finish();
}

RunReport Simulation::RefuseStart(double begin, double start) {
  diagnostics_.Report(
      Error(Code::kBadOption, {}, "the run continues from time = {}, so it cannot start at {}", begin, start)
          .Hint("leave out --start"));
  RunReport report = ReportOf(*model_);
  report.status = RunStatus::kWrongOption;
  return report;
}

RunReport Simulation::Run() {
  static_cast<void>(diagnostics_.Take());
  RunOptions options = options_;
  if (options.from) {
    const double begin = options.from->time;
    if (options.start.value_or(begin) != begin) return RefuseStart(begin, *options.start);
    options.start = begin;
  }
  const FallbackModel model{
      .equations = [this] { return Equations(); },
      .run = [this](const RunOptions& options, const Audience& audience,
                    Diagnostics& messages) { return RunOnce(*model_, options, audience, messages); },
      .run_repaired =
          [this](System repaired, const RunOptions& options, const Audience& audience,
                 Diagnostics& messages) {
            return RunOnce(*model::Model::FromSystem(std::move(repaired)), options, audience, messages);
          }};
  return RunWithFallback(options, model, audience_, diagnostics_);
}

bool Simulation::Lead(const RunOptions& options) {
  static_cast<void>(diagnostics_.Take());
  led_.reset();
  not_begun_ = ReportOf(*model_);
  led_ = Prepare(*model_, options, audience_, not_begun_, diagnostics_);
  return led_ && led_->Start();
}

bool Simulation::Start() {
  return Lead(options_);
}

Result<simulate::ModelState> Simulation::Snapshot() {
  if (led_) return led_->Snapshot();
  return Fail(Error(Code::kBadState, {}, "there is no state to read: the run has not begun"));
}

Result<simulate::ModelState> Simulation::Save() {
  if (led_) return led_->Save();
  return Fail(Error(Code::kBadState, {}, "there is no state to save: the run has not begun"));
}

bool Simulation::IsUnderWay() const {
  return led_ && !led_->is_over();
}

// The led run becomes one that continues from the state, with the options and values as they are now. After
// an error it is the one that it was. Earlier messages stay, since it is one run to the caller.
Result<Unit> Simulation::LeadFrom(const simulate::ModelState& state) {
  RunOptions options = options_;
  options.from = std::make_shared<const simulate::ModelState>(state);
  std::vector<Diagnostic> earlier = diagnostics_.items();
  std::unique_ptr<Attempt> before = std::move(led_);
  Lead(options);
  const bool has_failed = diagnostics_.HasErrors();
  std::vector<Diagnostic> later = diagnostics_.Take();
  diagnostics_.Append(std::move(earlier));
  if (has_failed) {
    led_ = std::move(before);
    return Failure{std::move(later)};
  }
  diagnostics_.AppendNew(std::move(later));
  return Unit{};
}

Result<Unit> Simulation::Restore(const simulate::ModelState& state, std::optional<double> stop) {
  std::vector<ParameterValue> values = std::exchange(values_, {}), inputs = std::exchange(inputs_, {});
  const std::optional<double> before = options_.stop;
  if (stop) options_.stop = stop;
  auto restored = LeadFrom(state);
  if (restored) return restored;
  values_ = std::move(values);
  inputs_ = std::move(inputs);
  options_.stop = before;
  return restored;
}

Result<Unit> Simulation::MoveStop(double stop) {
  const std::optional<double> before = std::exchange(options_.stop, stop);
  if (!IsUnderWay()) return Unit{};
  auto continued = GoOn();
  if (!continued) options_.stop = before;
  return continued;
}

Result<Unit> Simulation::GoOn() {
  auto state = led_->Save();
  return state ? LeadFrom(*state) : Failure{std::move(state).error()};
}

bool Simulation::StepTo(double t, const std::function<bool()>& pauses) {
  return led_ && led_->AdvanceTo(t, pauses);
}

double Simulation::time() const {
  return led_ ? led_->time() : 0;
}

Result<Unit> Simulation::TellPoint() {
  return led_ ? led_->TellPoint() : Unit{};
}

RunReport Simulation::Stop() {
  if (!led_) return not_begun_;
  RunReport report = led_->Finish();
  led_.reset();
  return report;
}

}  // namespace daedalus::run
