// The point where a run would begin, without a run: for those who only look at it, or go on to another model
// from there.
#pragma once

#include "daedalus/compile/given_model.h"
#include "daedalus/simulate/find_start.h"

namespace daedalus::driver {

// `out` has what was known until a failure; the values of its states are those of the point.
Result<Unit> FindStart(compile::GivenModel given, const simulate::RunSettings& settings,
                       simulate::FoundStart& out);

}  // namespace daedalus::driver
