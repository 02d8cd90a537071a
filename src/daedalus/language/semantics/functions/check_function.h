// Checks a function alone: its declarations and its body, with unknown inputs.
#pragma once

#include "daedalus/language/semantics/expressions/lowering.h"

namespace daedalus::semantics {

// Reports everything that is wrong for all arguments: names, types, numbers of dimensions, known sizes.
void CheckFunction(Context& context, scope::EnvId function);

}  // namespace daedalus::semantics
