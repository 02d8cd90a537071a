// The values in declarations, `Real x = expression`.
#pragma once

#include "daedalus/semantics/context.h"
#include "daedalus/semantics/lowering.h"

namespace daedalus::semantics {

// The binding with the type and dimensions of the symbol, which has one; kError when it does not fit.
Value LowerBinding(Lowering& l, const Symbol& symbol, const Binding& binding);

// Stage 4: values of parameters, equations of variables. A parameter with fixed = false is kept by der(p) =
// 0, and its binding holds at the start only.
void EmitBindings(Context& context, Symbol& symbol);

}  // namespace daedalus::semantics
