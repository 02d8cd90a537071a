// The point where a run begins: the first choice of states, what holds at the start, and values that satisfy
// it. One way for a run, an instance, an exported step, and for those who only look at the point.
#pragma once

#include <memory>
#include <optional>

#include "daedalus/simulate/events.h"
#include "daedalus/simulate/state_changes.h"

namespace daedalus::simulate {

struct FoundStart {
  std::unique_ptr<StateChanges> states;
  std::optional<Events> events;                 // of a model that has some
  std::optional<initialize::InitialPlan> plan;  // known also where no values were found for it
  initialize::InitialValues values;
};

// `numbers`: the given model with the parameter values of an instance. Where the model has simplified
// expressions and no start without them, from these (homotopy_start.h). `out` has what was known until a
// failure.
Result<Unit> FindStart(std::shared_ptr<const CompiledModel> model,
                       std::shared_ptr<const compile::GivenModel> numbers, const RunSettings& settings,
                       CodeChoice code, FoundStart& out);

// The same without these.
Result<Unit> FindStartAlone(std::shared_ptr<const CompiledModel> model,
                            std::shared_ptr<const compile::GivenModel> numbers, const RunSettings& settings,
                            CodeChoice code, FoundStart& out);

// The values of the point, in the states that it found: what others than a run need.
bool TakeStart(FoundStart& start, double time);

}  // namespace daedalus::simulate
