// Stage 6: when all equations exist, clocked partitions become discrete equations (clocks/resolve_clocks.h).
#pragma once

#include "daedalus/language/semantics/context.h"

namespace daedalus::semantics {

// False after a reported mistake.
bool FinishClocks(Context& context);

}  // namespace daedalus::semantics
