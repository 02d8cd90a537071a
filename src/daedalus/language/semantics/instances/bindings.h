// The values in declarations, `Real x = expression`.
#pragma once

#include "daedalus/language/semantics/context.h"
#include "daedalus/language/semantics/expressions/lowering.h"

namespace daedalus::semantics {

// The binding of the symbol, with its type and dimensions; kError if it does not fit.
Value LowerBinding(Lowering& l, const Symbol& symbol, const Binding& binding);

// Stage 4: values of parameters, equations of variables. A parameter with fixed = false stays constant by
// der(p) = 0, and its binding holds only at the start.
void EmitBindings(Context& context, Symbol& symbol);

}  // namespace daedalus::semantics
