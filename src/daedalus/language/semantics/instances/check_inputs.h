// Finds inputs without a value: of the model itself, which has no surroundings, and of unconnected
// components. Called if equations are missing.
#pragma once

#include <vector>

#include "daedalus/language/semantics/context.h"

namespace daedalus::semantics {

void CheckInputs(Context& context, NodeId root);

// All of them, in the order of the text.
std::vector<SymbolId> InputsWithoutSource(Context& context, NodeId root);

}  // namespace daedalus::semantics
