#include "daedalus/products/fmu/component.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>

namespace daedalus::fmu {
namespace {

using model::VariableCausality;

// True if both show the same variables under the same references.
bool AreSame(const fmi::Interface& a, const fmi::Interface& b) {
  return a.num_indicators == b.num_indicators && a.states.size() == b.states.size() &&
         std::ranges::equal(a.variables, b.variables, [](const auto& x, const auto& y) {
           return x.name == y.name && x.reference == y.reference;
         });
}

std::string QuotedText(const std::string& text) {
  std::string out = "\"";
  for (const char c : text) {
    if (c == '"' || c == '\\') out += '\\';
    out += c;
  }
  return out + "\"";
}

}  // namespace

Result<std::unique_ptr<Component>> Component::Make(Kind kind, std::string text, Log log) {
  std::unique_ptr<Component> out(new Component(kind, std::move(text), std::move(log)));
  if (auto loaded = out->Load({}); !loaded) return Failure{std::move(loaded).error()};
  return out;
}

Result<Unit> Component::Load(std::vector<semantics::Override> overrides) {
  auto flat = fmi::ReadFlatModel(text_, overrides);
  if (!flat) return Failure{std::move(flat).error()};
  auto shown = fmi::MakeInterface(*(*flat)->model);
  if (!shown) return Failure{std::move(shown).error()};
  if (shown_ && !AreSame(*shown_, *shown)) {
    return Fail(
        Error(Code::kBadOption, {}, "with these values the model has other variables than the FMU describes")
            .Hint("export the model with the value"));
  }
  flat_ = *std::move(flat);
  shown_ = std::make_unique<fmi::Interface>(*std::move(shown));
  slots_ = MakeSlots(*shown_);
  compiled_ = std::move(overrides);
  return Unit{};
}

void Component::Report(Status status, const std::vector<Diagnostic>& messages) {
  if (!log_) return;
  for (const Diagnostic& message : messages) {
    const bool is_error = message.severity == Severity::kError;
    if (!is_error && !is_logging_) continue;
    std::string text = message.message;
    for (const std::string& note : message.notes) text += "; " + note;
    if (!message.hint.empty()) text += "; hint: " + message.hint;
    log_(is_error ? status : Status::kWarning, is_error ? "logStatusError" : "logStatusWarning", text);
  }
}

Engine* Component::engine() const {
  return exchange_ ? static_cast<Engine*>(exchange_.get()) : stepping_.get();
}

// ---- the life of an instance ----

Result<Unit> Component::EnterInitialization() {
  const auto is_bad = [](const std::optional<double>& value) { return value && !std::isfinite(*value); };
  if (!std::isfinite(experiment_.start) || is_bad(experiment_.stop) || is_bad(experiment_.tolerance) ||
      (experiment_.stop && *experiment_.stop < experiment_.start))
    return Fail(
        Error(Code::kBadOption, {}, "the start time, the stop time or the tolerance is not a valid number"));
  if (experiment_.tolerance && !(*experiment_.tolerance > 0 && *experiment_.tolerance < 1))
    experiment_.tolerance.reset();
  Move(Mode::kInitialization);
  return Unit{};
}

Result<Unit> Component::ExitInitialization() {
  if (auto begun = Begin(); !begun) return begun;
  Move(has_event_mode() ? Mode::kEvent : Mode::kStep);
  return Unit{};
}

void Component::Terminate() {
  if (stepping_) stepping_->Stop();
  Move(Mode::kTerminated);
}

void Component::Reset() {
  exchange_.reset();
  stepping_.reset();
  numbers_.Clear();
  texts_.clear();
  experiment_ = {};
  has_new_states_ = false;
  Move(Mode::kInstantiated);
}

bool Component::IsInput(std::uint32_t reference) const {
  return shown_->variables[reference].causality == VariableCausality::kInput;
}

bool Component::IsSetting(std::uint32_t reference) const {
  const fmi::ExposedVariable& variable = shown_->variables[reference];
  if (IsInput(reference)) return true;
  return variable.causality == VariableCausality::kParameter &&
         shown_->description->variables[reference].is_settable;
}

// Settings that are not numbers of the compiled model: start values, structural parameters, texts.
Result<std::vector<semantics::Override>> Component::Overrides() const {
  std::vector<semantics::Override> out;
  for (const auto& [reference, value] : numbers_.All()) {
    if (IsSetting(reference)) continue;
    const model::VariableDescription& variable = shown_->description->variables[reference];
    const bool is_logical = variable.type == model::VariableType::kBoolean;
    out.push_back({variable.name, is_logical ? (value != 0 ? "true" : "false") : fmt::format("{}", value)});
  }
  for (const auto& [reference, text] : texts_) {
    if (IsInput(reference)) continue;
    out.push_back({shown_->description->variables[reference].name, QuotedText(text)});
  }
  return out;
}

Result<Unit> Component::Begin(std::span<const std::string> texts) {
  if (engine() != nullptr) return Unit{};
  auto overrides = Overrides();
  if (!overrides) return Failure{std::move(overrides).error()};
  if (*overrides != compiled_) {
    if (auto loaded = Load(*std::move(overrides)); !loaded) return loaded;
  }
  // A new table of texts contains only the texts of the model.
  if (!NumberTexts(texts)) {
    if (auto loaded = Load(compiled_); !loaded) return loaded;
    if (!NumberTexts(texts))
      return Fail(Error(Code::kBadState, {}, "the texts of this state are not those of the model"));
  }
  std::vector<NamedValue> parameters, inputs;
  for (const auto& [reference, value] : numbers_.All()) {
    if (!IsSetting(reference)) continue;
    (IsInput(reference) ? inputs : parameters)
        .push_back({shown_->description->variables[reference].name, value});
  }
  for (const auto& [reference, text] : texts_) {
    if (IsInput(reference))
      inputs.push_back({shown_->description->variables[reference].name, flat_->texts->NumberOf(text)});
  }
  if (kind_ == Kind::kExchange) {
    auto begun = Exchange::Begin(flat_->model, *shown_, experiment_, parameters, inputs);
    if (!begun) return Failure{std::move(begun).error()};
    exchange_ = *std::move(begun);
  } else {
    auto begun = Stepping::Begin(flat_->model, *shown_, experiment_, parameters, inputs);
    if (!begun) return Failure{std::move(begun).error()};
    stepping_ = *std::move(begun);
  }
  Report(Status::kWarning, engine()->TakeWarnings());
  return Unit{};
}

// ---- saved states ----

std::vector<std::string> Component::NumberedTexts() const {
  std::vector<std::string> out;
  if (!flat_->texts) return out;
  for (auto text = flat_->texts->TextOf(1); text;
       text = flat_->texts->TextOf(static_cast<double>(out.size() + 1)))
    out.emplace_back(*text);
  return out;
}

// A saved state refers to texts by number. False if the table now uses one of the numbers for another text.
bool Component::NumberTexts(std::span<const std::string> texts) {
  for (std::size_t i = 0; i < texts.size(); ++i) {
    if (!flat_->texts || flat_->texts->NumberOf(texts[i]) != static_cast<double>(i + 1)) return false;
  }
  return true;
}

Result<SavedComponent> Component::Save() {
  SavedComponent out{.mode = mode_,
                     .experiment = experiment_,
                     .numbers = numbers_.All(),
                     .texts = texts_,
                     .numbered_texts = NumberedTexts(),
                     .state = {},
                     .has_new_states = has_new_states_};
  const bool is_running = (static_cast<std::uint8_t>(mode_) & kRunning) != 0;
  if (!is_running) return out;
  auto state = engine()->Save();
  if (!state) return Failure{std::move(state).error()};
  out.state = *std::move(state);
  return out;
}

// After an error the instance is as if newly made.
Result<Unit> Component::Restore(const SavedComponent& saved) {
  auto restored = TakeSaved(saved);
  if (!restored) Reset();
  return restored;
}

// True if the engine can take the state as it is: nothing has to be compiled or begun again for it.
Result<bool> Component::CanStay(const SavedComponent& saved) {
  if (!saved.state || !(exchange_ || (stepping_ && stepping_->is_running()))) return false;
  const auto overrides = Overrides();
  if (!overrides) return Failure{overrides.error()};
  return *overrides == compiled_ && NumberTexts(saved.numbered_texts);
}

Result<Unit> Component::TakeSaved(const SavedComponent& saved) {
  numbers_ = SetNumbers(saved.numbers);
  texts_ = saved.texts;
  const auto stays = CanStay(saved);
  if (!stays) return Failure{stays.error()};
  if (!*stays) {
    exchange_.reset();
    stepping_.reset();
  }
  experiment_ = saved.experiment;
  has_new_states_ = saved.has_new_states;
  if (saved.state) {
    if (auto begun = Begin(saved.numbered_texts); !begun) return begun;
    if (auto restored = engine()->Restore(*saved.state); !restored) return restored;
  }
  Move(saved.mode);
  return Unit{};
}

// ---- Model Exchange ----

Result<Unit> Component::SetTime(double t) {
  if (!std::isfinite(t)) return Fail(Error(Code::kBadOption, {}, "the time cannot be {}", t));
  exchange_->SetTime(t);
  return Unit{};
}

Result<EventInfo> Component::HandleEvent() {
  if (exchange_) return HandleExchangeEvent();
  // Inputs that are set in this mode cause an event at the current time.
  if (auto stepped = stepping_->StepTo(stepping_->time()); !stepped)
    return Failure{std::move(stepped).error()};
  Report(Status::kWarning, stepping_->TakeWarnings());
  return EventInfo{.terminates = stepping_->has_ended()};
}

Result<EventInfo> Component::HandleExchangeEvent() {
  auto event = exchange_->HandleEvent();
  if (!event) return Failure{std::move(event).error()};
  EventInfo out;
  out.terminates = event->ends;
  out.has_new_nominals = event->has_new_states || has_new_states_;
  out.has_new_states = event->has_new_values || out.has_new_nominals;
  if (std::isfinite(exchange_->next_instant())) out.next_time = exchange_->next_instant();
  has_new_states_ = false;
  if (event->ends && exchange_->termination()) Report(Status::kOk, {*exchange_->termination()});
  Report(Status::kWarning, exchange_->TakeWarnings());
  return out;
}

Result<bool> Component::CompleteStep() {
  const auto step = exchange_->CompleteStep();
  if (!step) return Failure{step.error()};
  has_new_states_ = has_new_states_ || step->has_new_states;
  Report(Status::kWarning, exchange_->TakeWarnings());
  return step->has_new_states;
}

// ---- Co-Simulation ----

// While the importer is called back, only reading is allowed.
StepUse Component::UseOfStep() {
  StepUse out = use_;
  if (!use_.update) return out;
  out.update = [this](double t) {
    Move(Mode::kIntermediate);
    const bool ends = use_.update(t);
    Move(Mode::kStep);
    return ends;
  };
  return out;
}

Result<Component::Stepped> Component::Step(double from, double size) {
  const double t = from + size;
  const double rounding = 1e-9 * std::max({1.0, std::abs(from), std::abs(t)});
  if (!(size >= 0) || !std::isfinite(t))
    return Fail(Error(Code::kBadOption, {}, "a step of {} from time = {} is not possible", size, from));
  if (!(std::abs(from - stepping_->time()) <= rounding)) {
    return Fail(Error(Code::kBadOption, {}, "the step begins at time = {}, but the FMU is at time = {}", from,
                      stepping_->time()));
  }
  if (t > stepping_->time()) {
    if (auto stepped = stepping_->StepTo(t, UseOfStep()); !stepped)
      return Failure{std::move(stepped).error()};
  }
  Report(Status::kWarning, stepping_->TakeWarnings());
  return Stepped{
      .time = stepping_->time(), .has_ended = stepping_->has_ended(), .has_event = stepping_->has_event()};
}

}  // namespace daedalus::fmu
