// The body of a function that is a name of another language: external "C" y = f(u) (Modelica 3.6, section
// 12.9).
//
// What is known by that name (native/native_call.h) is carried out: with numbers at once, with values of the
// run as a call in the expression graph. Every other name is refused.
#pragma once

#include "daedalus/semantics/execute_statements.h"

namespace daedalus::semantics {

// Gives values to the outputs of the function. `call` is the place of the call. False after a mistake, which
// was reported, or a refusal.
bool RunExternal(Execution& x, const syntax::External& external, Span call);

}  // namespace daedalus::semantics
