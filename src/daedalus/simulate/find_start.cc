#include "daedalus/simulate/find_start.h"

#include "daedalus/simulate/homotopy_start.h"

namespace daedalus::simulate {

Result<Unit> FindStartAlone(std::shared_ptr<const CompiledModel> model,
                            std::shared_ptr<const compile::GivenModel> numbers, const RunSettings& settings,
                            CodeChoice code, FoundStart& out) {
  out.events.reset();
  out.plan.reset();
  out.values = {};
  out.states = std::make_unique<StateChanges>(std::move(model), std::move(numbers), settings, code);
  StateChanges& states = *out.states;
  if (auto chosen = states.ChooseFirst(); !chosen) return chosen;
  auto plan = states.PlanInitialization();
  if (!plan) return Failure{std::move(plan).error()};
  out.plan = *std::move(plan);
  if (states.events()) out.events.emplace(states, settings);
  auto values = out.events ? out.events->FindInitialValues(*out.plan) : states.FindInitialValues(*out.plan);
  if (!values) return Failure{std::move(values).error()};
  out.values = *std::move(values);
  return Unit{};
}

Result<Unit> FindStart(std::shared_ptr<const CompiledModel> model,
                       std::shared_ptr<const compile::GivenModel> numbers, const RunSettings& settings,
                       CodeChoice code, FoundStart& out) {
  auto found = FindStartAlone(model, numbers, settings, code, out);
  if (found || !out.plan || !numbers->system->led) return found;
  const HomotopyStart led = FollowHomotopy(*model, *numbers, *out.states, *out.plan, settings);
  if (!led.guesses) return Failure{WithWay(std::move(found).error(), led)};
  RunSettings near = settings;
  near.guesses = led.guesses;
  auto again = FindStartAlone(std::move(model), std::move(numbers), near, code, out);
  if (again) out.values.warnings.push_back(led.Note());
  if (again) out.values.guesses_by = led.way();
  return again;
}

bool TakeStart(FoundStart& start, double time) {
  return start.events.has_value() || start.states->TakeInitial(time, start.values);
}

}  // namespace daedalus::simulate
