// Parameters whose values are texts or literals of enumerations. Equations do not contain them. They become
// texts (TextParameter in system/system.h), for descriptions of the model.
#pragma once

#include "daedalus/language/semantics/context.h"

namespace daedalus::semantics {

// Adds the elements of the symbol that have a value. Does nothing for any other symbol.
void EmitTextParameters(Context& context, const Symbol& symbol);

}  // namespace daedalus::semantics
