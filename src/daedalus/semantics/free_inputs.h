// Inputs of the model itself without a value, for callers that set them from outside during the run. Each
// keeps the value that was set last. If nobody sets it, this is its start value.
#pragma once

#include "daedalus/semantics/context.h"

namespace daedalus::semantics {

void FreeInputs(Context& context, NodeId root);

}  // namespace daedalus::semantics
