// The point where a run begins: the first choice of states, the conditions that hold at the start, and values
// that satisfy them. Runs, instances, exported steps and those who only look at the point all find it in this
// way.
#pragma once

#include <functional>
#include <memory>
#include <optional>

#include "daedalus/simulate/event_handler.h"
#include "daedalus/simulate/model_state.h"
#include "daedalus/simulate/state_changes.h"

namespace daedalus::simulate {

struct FoundStart {
  std::unique_ptr<StateChanges> states;
  bool has_chosen = false;                      // states were chosen, whatever came after it
  std::unique_ptr<EventHandler> events;         // of a model that has some
  std::optional<initialize::InitialPlan> plan;  // known also where no values were found for it
  initialize::InitialValues values;
};

// Which model begins, and how.
struct StartRequest {
  std::shared_ptr<const CompiledModel> model;
  std::shared_ptr<const compile::GivenModel>
      numbers;  // the given model with the parameter values of an instance
  RunSettings settings;
  CodeChoice code = CodeChoice::kInterpreter;
  // Instead of initial values: the run goes on from there. Null: it begins.
  std::shared_ptr<const ModelState> from = nullptr;
  // Called with the events before anything happens at the start; may be empty.
  std::function<void(EventHandler&)> prepare_events = {};
};

// Step 1: states and conditions. `out` has what was known until a failure.
Result<Unit> ChooseStart(const StartRequest& request, FoundStart& out);
// Step 2: values. Where the model has simplified expressions and no start without them, from these
// (homotopy_start.h). The states of `out` may be others afterwards.
Result<Unit> FindValues(const StartRequest& request, FoundStart& out);

// Both steps.
Result<Unit> FindStart(const StartRequest& request, FoundStart& out);
// Both steps, without the simplified expressions.
Result<Unit> FindStartAlone(const StartRequest& request, FoundStart& out);

// Instead of both steps: goes on from request.from, whose time is the start time of the settings. Parameter
// values are those of the request; where they are others than those of the state, an event follows, in which
// everything else adapts. An error where the state belongs to another model, or the equations have no
// solution there.
Result<Unit> Resume(const StartRequest& request, FoundStart& out);

// The values of the point, in the states that it found: what others than a run need.
bool TakeStart(FoundStart& start, double time);

}  // namespace daedalus::simulate
