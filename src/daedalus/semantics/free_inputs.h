// Inputs of the model itself that nothing gives a value, for those who set them from outside while the model
// runs: each has what was put there last. Without anybody who does, that is its start value for ever.
#pragma once

#include "daedalus/semantics/context.h"

namespace daedalus::semantics {

void FreeInputs(Context& context, NodeId root);

}  // namespace daedalus::semantics
