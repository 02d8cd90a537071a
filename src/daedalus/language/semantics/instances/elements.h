// The scalar elements of declared arrays: values from the command line, names, and their places in the
// System.
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "daedalus/language/semantics/context.h"
#include "daedalus/language/semantics/flatten.h"

namespace daedalus::semantics {

// Gives every element its VariableId or ParameterId, in the order of the text.
void Allocate(Context& context, NodeId root);

// ---- overrides.cc ----

// Stores them by the name of what they set; a symbol takes its own when it is made.
void ReadOverrides(Context& context, std::span<const Override> overrides);
void TakeOverrides(Context& context, Symbol& symbol);
// Reports those that no symbol took.
void ReportUnusedOverrides(Context& context, NodeId root);
// Writes the symbol's overrides into the value, which has its dimensions.
void ApplyOverrides(Context& context, const Symbol& symbol, Value& value);

}  // namespace daedalus::semantics
