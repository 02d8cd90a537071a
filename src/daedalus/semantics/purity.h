// Pure functions give the same results for the same arguments and do nothing else; impure ones may do more
// (Modelica 3.6, section 12.3). How often an equation is evaluated is nobody's business, so that an impure
// function is called only where the language says when: in when-clauses, clocked equations, initial sections,
// bindings of parameters, and other impure functions.
#pragma once

#include "daedalus/semantics/lowering.h"

namespace daedalus::semantics {

// Whether the function may be called from the text that is read; reported at `span` if not.
bool MayBeCalled(Lowering& l, scope::EnvId function, Span span);

}  // namespace daedalus::semantics
