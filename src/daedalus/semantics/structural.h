// Parameters whose values decided about the structure leave as constants.
#pragma once

#include "daedalus/semantics/context.h"

namespace daedalus::semantics {

// Also those that their values depend on.
void FreezeStructuralParameters(Context& context);

}  // namespace daedalus::semantics
