// Stage 6: with all equations there, clocked partitions become discrete equations (clocks/resolve_clocks.h).
#pragma once

#include "daedalus/semantics/context.h"

namespace daedalus::semantics {

// False after a mistake, which was reported.
bool FinishClocks(Context& context);

}  // namespace daedalus::semantics
