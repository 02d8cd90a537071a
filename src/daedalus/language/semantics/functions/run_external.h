// The body of a function that names a function of another language: external "C" y = f(u) (Modelica 3.6,
// section 12.9).
//
// Known functions (native/native_call.h) are called: at once with numbers, or with values of the run by a
// call in the expression graph. Unknown names are refused.
#pragma once

#include "daedalus/language/semantics/functions/execute_statements.h"

namespace daedalus::semantics {

// Gives values to the outputs of the function. `call` is the place of the call. False after a reported
// mistake, or a refusal.
bool RunExternal(Execution& x, const syntax::External& external, Span call);

}  // namespace daedalus::semantics
