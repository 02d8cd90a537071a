// Reports modifiers of elements that do not exist or may not be modified, modifiers given twice, and
// modifiers without a value.
#pragma once

#include "daedalus/language/semantics/context.h"

namespace daedalus::semantics {

// Checks each node once, however many components it reaches.
void CheckModifiers(Context& context, const Symbol& symbol, bool is_scalar);
void CheckModifiers(Context& context, const Node& node, std::string_view name);

}  // namespace daedalus::semantics
