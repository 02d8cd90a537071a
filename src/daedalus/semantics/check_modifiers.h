// Modifiers of things that are not there, given twice, without a value, or of what may not be modified.
#pragma once

#include "daedalus/semantics/context.h"

namespace daedalus::semantics {

// Looks at each node once, however many components it reaches.
void CheckModifiers(Context& context, const Symbol& symbol, bool is_scalar);
void CheckModifiers(Context& context, const Node& node, std::string_view name);

}  // namespace daedalus::semantics
