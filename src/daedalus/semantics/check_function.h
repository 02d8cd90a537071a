// A function alone, whoever calls it: its declarations and its body are looked at with unknown inputs.
#pragma once

#include "daedalus/semantics/lowering.h"

namespace daedalus::semantics {

// Reports what is wrong whatever the arguments are: names, types, numbers of dimensions, sizes that are
// known.
void CheckFunction(Context& context, scope::EnvId function);

}  // namespace daedalus::semantics
