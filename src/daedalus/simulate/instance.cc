#include "daedalus/simulate/instance.h"

#include <algorithm>
#include <iterator>

#include "daedalus/simulate/find_start.h"

namespace daedalus::simulate {

Instance::Instance(std::shared_ptr<const CompiledModel> model)
    : model_(std::move(model)), numbers_(model_, &model_->given()), quantities_(numbers_->quantities) {}

Result<Unit> Instance::SetParameter(std::string_view name, double value) {
  const System& system = *numbers_->system;
  for (const ParameterId p : IdRange<ParameterId>(system.parameters.size())) {
    const Parameter& parameter = system.parameters[p];
    if (NameOf(system, parameter) != name) continue;
    if (parameter.is_constant) return Fail(Error(Code::kBadOption, {}, "`{}` is a constant", name));
    std::vector<ParameterOverride> overrides = overrides_;
    std::erase_if(overrides, [p](const ParameterOverride& o) { return o.parameter == p; });
    overrides.push_back({p, value});
    auto numbers = compile::WithParameters(model_->given(), overrides);
    if (!numbers) return Failure{std::move(numbers).error()};
    numbers_ = std::make_shared<const compile::GivenModel>(std::move(*numbers));
    overrides_ = std::move(overrides);
    return Unit{};
  }
  return Fail(Error(Code::kBadOption, {}, "there is no parameter `{}`", name));
}

Result<RunOutcome> Instance::Run(const RunSettings& settings, const Output& output, CodeChoice code) {
  FoundStart start;
  if (auto found = FindStart(model_, numbers_, settings, code, start); !found)
    return Failure{std::move(found).error()};
  StateChanges& states = *start.states;
  std::optional<Events>& events = start.events;
  std::vector<Diagnostic> told_at_start = std::move(start.values.warnings);
  if (auto ready = states.current().MakeReady(code, settings.grid.start, start.values); !ready)
    return Failure{std::move(ready).error()};
  if (const auto begun = states.current().Start(settings.grid.start, start.values); !begun.ok())
    return Fail(states.current().ExplainStep(begun));
  if (events) {
    if (auto begun = events->Begin(); !begun) return Failure{std::move(begun).error()};
  }
  RunHooks hooks;
  hooks.events = events ? &*events : nullptr;
  hooks.output = [&](double t, auto y, auto yp) -> Result<Unit> {
    const auto quantities = states.QuantitiesAt(t, y, yp);
    if (!quantities) return Fail(states.current().ExplainOutput());
    output(t, *quantities);
    return Unit{};
  };
  hooks.after_step = [&](double) { states.current().tier_up().AfterStep(); };
  hooks.relieve = [&](const integrate::StepOutcome* failure) { return states.Relieve(failure); };
  hooks.interrupted = [&] { return settings.cancelled && settings.cancelled->load(); };
  RunOutcome outcome =
      simulate::Run(states.current().integrator(), settings.grid, hooks, states.current().points());
  outcome.warnings = std::move(told_at_start);
  for (Diagnostic& warning : states.FindWarnings()) {
    if (!IsAmong(warning, outcome.warnings)) outcome.warnings.push_back(std::move(warning));
  }
  // What was told on the way belongs to the error.
  const auto failed = [&](std::vector<Diagnostic> errors) {
    std::ranges::move(outcome.warnings, std::back_inserter(errors));
    return Failure{std::move(errors)};
  };
  if (outcome.failure) return failed({states.current().ExplainStep(*outcome.failure)});
  if (outcome.status == RunOutcome::Status::kStopped) return failed(std::move(outcome.errors));
  if (outcome.status == RunOutcome::Status::kDone) {
    if (auto violated = states.current().CheckEnd()) return failed({*std::move(violated)});
  }
  return outcome;
}

}  // namespace daedalus::simulate
