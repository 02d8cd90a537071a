#include "daedalus/simulate/find_start.h"

namespace daedalus::simulate {

Result<Unit> FindStart(StateChanges& states, const RunSettings& settings, FoundStart& out) {
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

}  // namespace daedalus::simulate
