// Pure functions give the same results for the same arguments and have no effects; impure ones may have
// effects (Modelica 3.6, section 12.3). The number of evaluations of an equation is not defined. So an impure
// function may be called only where the language defines it: in when-clauses, clocked equations, initial
// sections, bindings of parameters, and other impure functions.
#pragma once

#include "daedalus/language/semantics/expressions/lowering.h"

namespace daedalus::semantics {

// True if the function may be called from the present text; otherwise reported at `span`.
bool MayBeCalled(Lowering& l, scope::EnvId function, Span span);

}  // namespace daedalus::semantics
