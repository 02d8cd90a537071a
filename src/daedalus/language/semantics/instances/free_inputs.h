// Inputs of the model itself without a value, for callers that set them from outside during the run. Each
// keeps the value that was set last, or follows a course over time (system/hybrid.h). If it is never set, it
// keeps its start value.
#pragma once

#include "daedalus/language/semantics/context.h"
#include "daedalus/language/semantics/flatten.h"

namespace daedalus::semantics {

void FreeOwnInputs(Context& context, NodeId root, FreeInputs treatment);

}  // namespace daedalus::semantics
