// The texts that String variables can have, at the end of flattening, when all of them are known.
#pragma once

#include "daedalus/semantics/context.h"

namespace daedalus::semantics {

void FinishStrings(Context& context);

}  // namespace daedalus::semantics
