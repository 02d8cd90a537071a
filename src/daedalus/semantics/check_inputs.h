// Inputs that nothing gives a value: of the model itself, which has nobody around it, and of components that
// nobody connected. Looked for where equations are missing.
#pragma once

#include <vector>

#include "daedalus/semantics/context.h"

namespace daedalus::semantics {

void CheckInputs(Context& context, NodeId root);

// All of them, in the order of the text.
std::vector<SymbolId> InputsWithoutSource(Context& context, NodeId root);

}  // namespace daedalus::semantics
