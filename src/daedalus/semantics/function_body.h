// What stands between the declarations and the end of a function: an algorithm, or a name of another
// language.
#pragma once

#include "daedalus/semantics/lowering.h"

namespace daedalus::semantics {

// Carries it out on the variables, which have their first values. `call` is the place of the call. False
// after a mistake, which was reported, or a refusal.
bool RunBody(Context& context, FunctionFrame& frame, Span call);

}  // namespace daedalus::semantics
