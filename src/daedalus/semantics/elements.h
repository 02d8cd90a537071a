// The scalar elements of declared arrays: values from the command line, names, and their places in the
// System.
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "daedalus/semantics/context.h"
#include "daedalus/semantics/flatten.h"

namespace daedalus::semantics {

// Gives every element its VariableId or ParameterId, in the order of the text.
void Allocate(Context& context);

// ---- overrides.cc ----

// Hands each override to its symbol, or reports why it cannot be.
void AssignOverrides(Context& context, std::span<const Override> overrides);
// Puts what the symbol's overrides say into the value, which has its dimensions.
void ApplyOverrides(Context& context, const Symbol& symbol, Value& value);

}  // namespace daedalus::semantics
