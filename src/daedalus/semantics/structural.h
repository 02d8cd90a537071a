// Parameters whose values decided about the structure leave as constants.
#pragma once

#include "daedalus/semantics/lowering.h"

namespace daedalus::semantics {

// Also those that their values depend on.
void FreezeStructuralParameters(Context& context);

// Whether a parameter with `fixed = false`, whose value the start of a simulation finds, has a part in the
// expression.
bool IsFoundAtStart(Lowering& l, syntax::ExpressionId id);

}  // namespace daedalus::semantics
