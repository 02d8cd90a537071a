// Inputs of the model itself that nothing gives a value, for those who set them from outside while the model
// runs: each has what was put there last, or follows a course over time (system/hybrid.h). Without anybody
// who does, that is its start value for ever.
#pragma once

#include "daedalus/semantics/context.h"
#include "daedalus/semantics/flatten.h"

namespace daedalus::semantics {

void FreeOwnInputs(Context& context, NodeId root, FreeInputs treatment);

}  // namespace daedalus::semantics
