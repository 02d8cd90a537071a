#include "daedalus/simulate/find_start.h"

#include <utility>

#include "daedalus/simulate/homotopy_start.h"

namespace daedalus::simulate {
namespace {

Result<Unit> FindValuesAlone(const StartRequest& request, FoundStart& out) {
  StateChanges& states = *out.states;
  if (states.events()) out.events.emplace(states, request.settings);
  if (out.events && request.prepare_events) request.prepare_events(*out.events);
  auto values = out.events ? out.events->FindInitialValues(*out.plan) : states.FindInitialValues(*out.plan);
  if (!values) return Failure{std::move(values).error()};
  out.values = *std::move(values);
  return Unit{};
}

bool IsCancelled(const RunSettings& settings) {
  return settings.cancelled && settings.cancelled->load();
}

}  // namespace

Result<Unit> ChooseStart(const StartRequest& request, FoundStart& out) {
  out.events.reset();  // they refer to the states
  out.plan.reset();
  out.values = {};
  out.has_chosen = false;
  out.states = std::make_unique<StateChanges>(request.model, request.numbers, request.settings, request.code);
  if (auto chosen = out.states->ChooseFirst(); !chosen) return chosen;
  out.has_chosen = true;
  auto plan = out.states->PlanInitialization();
  if (!plan) return Failure{std::move(plan).error()};
  out.plan = *std::move(plan);
  return Unit{};
}

Result<Unit> FindStartAlone(const StartRequest& request, FoundStart& out) {
  if (auto chosen = ChooseStart(request, out); !chosen) return chosen;
  return FindValuesAlone(request, out);
}

Result<Unit> FindValues(const StartRequest& request, FoundStart& out) {
  auto found = FindValuesAlone(request, out);
  if (found || !request.numbers->system->led || IsCancelled(request.settings)) return found;
  const HomotopyStart led =
      FollowHomotopy(*request.model, *request.numbers, *out.states, *out.plan, request.settings);
  if (!led.guesses) return Failure{WithWay(std::move(found).error(), led)};
  StartRequest near = request;
  near.settings.guesses = led.guesses;
  auto again = FindStartAlone(near, out);
  if (again) {
    out.values.warnings.push_back(led.Note());
    out.values.guesses_by = led.way();
  }
  return again;
}

Result<Unit> FindStart(const StartRequest& request, FoundStart& out) {
  if (auto chosen = ChooseStart(request, out); !chosen) return chosen;
  return FindValues(request, out);
}

bool TakeStart(FoundStart& start, double time) {
  return start.events.has_value() || start.states->TakeInitial(time, start.values);
}

Result<Unit> FindPoint(compile::GivenModel given, const RunSettings& settings, FoundStart& out) {
  const auto model = std::make_shared<const CompiledModel>(std::move(given), settings.form, settings.method);
  if (auto found = FindStart({model, {model, &model->given()}, settings}, out); !found) return found;
  if (!TakeStart(out, settings.grid.start)) return Fail(out.states->current().ExplainOutput());
  return Unit{};
}

}  // namespace daedalus::simulate
