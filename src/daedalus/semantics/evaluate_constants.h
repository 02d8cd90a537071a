// Stage 2: dimensions, constants, and the values that parameters have with the bindings and overrides given.
#pragma once

#include "daedalus/semantics/context.h"

namespace daedalus::semantics {

// Every parameter gets a value where it can be computed, whether it turns out to be structural or not: it
// costs little, and afterwards any use can ask. Symbols with a mistake keep has_dims = false or a value of
// type kError.
void EvaluateDeclarations(Context& context);

// Structural parameters, and all that their values come from, become constants of the System.
void FreezeStructuralParameters(Context& context);

}  // namespace daedalus::semantics
