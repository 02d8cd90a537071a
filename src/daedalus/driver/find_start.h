// The point where a run would begin, without a run: for those who only look at it, or go on to another model from there.
#pragma once

#include <memory>

#include "daedalus/compile/given_model.h"
#include "daedalus/initialize/initial_plan.h"
#include "daedalus/simulate/state_changes.h"

namespace daedalus::driver {

struct FoundStart {
  std::unique_ptr<simulate::StateChanges> states;  // its values are those of the point
  initialize::InitialPlan plan;
  initialize::InitialValues values;
};

Result<FoundStart> FindStart(compile::GivenModel given, const simulate::RunSettings& settings);

}  // namespace daedalus::driver
