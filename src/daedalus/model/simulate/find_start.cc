#include "daedalus/model/simulate/find_start.h"

#include <utility>

#include "daedalus/base/byte_archive.h"
#include "daedalus/model/simulate/homotopy_start.h"

namespace daedalus::simulate {
namespace {

Result<Unit> FindValuesAlone(const StartRequest& request, FoundStart& out) {
  StateChanges& states = *out.states;
  if (states.events()) out.events = std::make_unique<EventHandler>(states, request.settings);
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

namespace {

Result<Unit> RecallEvents(const StartRequest& request, FoundStart& out) {
  if (!out.states->events()) return Unit{};
  out.events = std::make_unique<EventHandler>(*out.states, request.settings);
  if (request.prepare_events) request.prepare_events(*out.events);
  const std::size_t num_held = out.states->held().size();
  ByteReader reader(request.from->events);
  reader(*out.events);
  if (reader.ok() && reader.is_at_end() && out.states->events()->held().size() == num_held) return Unit{};
  return Fail(Error(Code::kBadState, {}, "the events of this state are not those of `{}`",
                    request.numbers->system->name));
}

// Parameters or inputs have changed, so held values may have to change.
Result<Unit> AdaptToChanges(const StartRequest& request, FoundStart& out) {
  if (!out.events) return Unit{};
  const double t = request.from->time;
  const bool has_other_inputs = out.events->iteration().TakeOverInputs(t);
  if (!has_other_inputs && request.numbers->parameters == request.from->parameters) return Unit{};
  const StepAccess here{.begin = t, .read = [](double) { return true; }};
  if (auto handled = out.events->Handle(t, {}, here); !handled) return Failure{std::move(handled).error()};
  if (!out.states->SolveAt(t)) return Fail(out.states->current().ExplainOutput());
  out.values = out.states->current().solved();
  return Unit{};
}

}  // namespace

Result<Unit> Resume(const StartRequest& request, FoundStart& out) {
  const ModelState& state = *request.from;
  if (auto checked = CheckState(state, *request.model); !checked) return checked;
  out.events.reset();  // they refer to the states
  out.plan.reset();
  out.states = std::make_unique<StateChanges>(request.model, request.numbers, request.settings, request.code);
  if (auto recalled = RecallEvents(request, out); !recalled) return recalled;
  auto values = out.states->ResumeAt(state.time, state.quantities, state.dummies);
  if (!values) return Failure{std::move(values).error()};
  out.values = *std::move(values);
  out.has_chosen = true;
  return AdaptToChanges(request, out);
}

bool TakeStart(FoundStart& start, double time) {
  return start.events != nullptr || start.states->TakeInitial(time, start.values);
}

Result<Unit> FindPoint(compile::GivenModel given, const RunSettings& settings, FoundStart& out) {
  const auto model = std::make_shared<const CompiledModel>(std::move(given), settings.form, settings.method);
  if (auto found = FindStart({model, {model, &model->given()}, settings}, out); !found) return found;
  if (!TakeStart(out, settings.grid.start)) return Fail(out.states->current().ExplainOutput());
  return Unit{};
}

}  // namespace daedalus::simulate
