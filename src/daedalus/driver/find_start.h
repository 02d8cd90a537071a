// The point where a run would begin, without a run: for those who only look at it, or go on to another model from there.
#pragma once

#include <memory>

#include "daedalus/compile/given_model.h"
#include "daedalus/simulate/find_start.h"

namespace daedalus::driver {

struct StartOfModel {
  std::unique_ptr<simulate::StateChanges> states;  // its values are those of the point
  simulate::FoundStart found;
};

// `out` has what was known until a failure.
Result<Unit> FindStart(compile::GivenModel given, const simulate::RunSettings& settings, StartOfModel& out);

}  // namespace daedalus::driver
