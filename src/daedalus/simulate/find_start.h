// The point where a run begins: the first choice of states, what holds at the start, and values that satisfy it. One way for a run, an
// instance, an exported step, and for those who only look at the point.
#pragma once

#include <optional>

#include "daedalus/simulate/events.h"
#include "daedalus/simulate/state_changes.h"

namespace daedalus::simulate {

struct FoundStart {
  std::optional<Events> events;  // of a model that has some
  std::optional<initialize::InitialPlan> plan;  // known also where no values were found for it
  initialize::InitialValues values;
};

Result<Unit> FindStart(StateChanges& states, const RunSettings& settings, FoundStart& out);

}  // namespace daedalus::simulate
