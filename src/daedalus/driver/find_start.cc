#include "daedalus/driver/find_start.h"

#include <optional>

#include "daedalus/simulate/events.h"

namespace daedalus::driver {

Result<FoundStart> FindStart(compile::GivenModel given, const simulate::RunSettings& settings) {
  const auto model =
      std::make_shared<const simulate::CompiledModel>(std::move(given), settings.form, settings.method);
  FoundStart out;
  out.states = std::make_unique<simulate::StateChanges>(
      model, std::shared_ptr<const compile::GivenModel>(model, &model->given()), settings,
      simulate::CodeChoice::kInterpreter);
  simulate::StateChanges& states = *out.states;
  if (auto chosen = states.ChooseFirst(); !chosen) return Failure{std::move(chosen).error()};
  auto plan = states.PlanInitialization();
  if (!plan) return Failure{std::move(plan).error()};
  out.plan = *std::move(plan);
  std::optional<simulate::Events> events;
  if (states.events()) events.emplace(states, settings);
  auto values = events ? events->FindInitialValues(out.plan) : states.FindInitialValues(out.plan);
  if (!values) return Failure{std::move(values).error()};
  out.values = *std::move(values);
  if (!events && !states.TakeInitial(settings.grid.start, out.values))
    return Fail(states.current().ExplainOutput());
  return out;
}

}  // namespace daedalus::driver
