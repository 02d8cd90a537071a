// Parameters whose values decided about the structure become constants.
#pragma once

#include "daedalus/language/semantics/expressions/lowering.h"

namespace daedalus::semantics {

// Includes the parameters on which their values depend.
void FreezeStructuralParameters(Context& context);

// True if the expression depends on a parameter with `fixed = false`, whose value the start of a simulation
// finds.
bool IsFoundAtStart(Lowering& l, syntax::ExpressionId id);

}  // namespace daedalus::semantics
