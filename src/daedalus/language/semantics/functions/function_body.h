// The body of a function: an algorithm, or the name of a function in another language.
#pragma once

#include "daedalus/language/semantics/expressions/lowering.h"

namespace daedalus::semantics {

// Carries it out on the variables, which have their first values. `call` is the place of the call. False
// after a reported mistake, or a refusal.
bool RunBody(Context& context, FunctionFrame& frame, Span call);

}  // namespace daedalus::semantics
