// The attributes of the predefined types (Modelica 3.6, section 4.8), and their values in the System.
#pragma once

#include <optional>
#include <string_view>

#include "daedalus/language/semantics/context.h"
#include "daedalus/language/semantics/expressions/lowering.h"

namespace daedalus::semantics {

std::string_view Name(Attribute attribute);
// nullopt if the type has no attribute of that name.
std::optional<Attribute> FindAttribute(Type type, std::string_view name);

// One value for each element, with type and dimensions checked; `each` repeats it. nullopt if it is not
// given, or wrong.
std::optional<Value> LowerAttribute(Context& context, const Symbol& symbol, Attribute attribute, Mode mode);

// True if `fixed` is false for all elements. Mixed values are reported.
bool IsFree(Context& context, const Symbol& symbol);

// Only checks the attributes of a symbol that does not appear in the System.
void CheckAttributes(Context& context, const Symbol& symbol);

// Writes the attributes of the elements of an allocated symbol, and its Declaration.
void EmitAttributes(Context& context, const Symbol& symbol);

}  // namespace daedalus::semantics
