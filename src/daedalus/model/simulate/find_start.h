// Finds the point where a run begins: the first choice of states, the conditions that hold at the start, and
// values that satisfy them. Runs, instances, exported steps and commands that only show the point all use
// this function.
#pragma once

#include <functional>
#include <memory>
#include <optional>

#include "daedalus/model/simulate/event_handler.h"
#include "daedalus/model/simulate/model_state.h"
#include "daedalus/model/simulate/state_changes.h"

namespace daedalus::simulate {

struct FoundStart {
  std::unique_ptr<StateChanges> states;
  bool has_chosen = false;                      // states were chosen, even if a later step failed
  std::unique_ptr<EventHandler> events;         // null if the model has no events
  std::optional<initialize::InitialPlan> plan;  // known even if no values were found for it
  initialize::InitialValues values;
};

// Which model begins, and how.
struct StartRequest {
  std::shared_ptr<const CompiledModel> model;
  std::shared_ptr<const compile::GivenModel>
      numbers;  // the given model with the parameter values of an instance
  RunSettings settings;
  CodeChoice code = CodeChoice::kInterpreter;
  // If given, the run continues from this state. Null: initial values are found.
  std::shared_ptr<const ModelState> from = nullptr;
  // If given, it is called with the event handler before anything happens at the start.
  std::function<void(EventHandler&)> prepare_events = {};
};

// Step 1: states and conditions. After a failure `out` has what was known until then.
Result<Unit> ChooseStart(const StartRequest& request, FoundStart& out);
// Step 2: values. If no start is found without the simplified expressions of `homotopy`, they are used
// (homotopy_start.h). Then the states of `out` may change.
Result<Unit> FindValues(const StartRequest& request, FoundStart& out);

// Both steps.
Result<Unit> FindStart(const StartRequest& request, FoundStart& out);
// Both steps, without simplified expressions.
Result<Unit> FindStartAlone(const StartRequest& request, FoundStart& out);

// Instead of both steps: continues from request.from, whose time is the start time of the settings. Parameter
// values are those of the request. If they differ from those of the state, an event follows at which
// everything else adapts. An error if the state belongs to another model, or if the equations have no
// solution there.
Result<Unit> Resume(const StartRequest& request, FoundStart& out);

// Reads the values of the point in the states that were found. A run does not need this; other callers do.
bool TakeStart(FoundStart& start, double time);

// Both steps, for callers that only look at the point, or continue with another model from there.
Result<Unit> FindPoint(compile::GivenModel given, const RunSettings& settings, FoundStart& out);

}  // namespace daedalus::simulate
