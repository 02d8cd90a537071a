// The attributes of the predefined types (Modelica 3.6, section 4.8): which there are, and their values in
// the System.
#pragma once

#include <optional>
#include <string_view>

#include "daedalus/semantics/context.h"
#include "daedalus/semantics/lowering.h"

namespace daedalus::semantics {

std::string_view Name(Attribute attribute);
// Nothing when the type has no attribute of that name.
std::optional<Attribute> FindAttribute(Type type, std::string_view name);

// One value for each element, checked for type and dimensions; `each` repeats it. Nothing when it was not
// given or is wrong.
std::optional<Value> LowerAttribute(Context& context, const Symbol& symbol, Attribute attribute, Mode mode);

// Whether `fixed` is false for all elements. Mixed ones are reported.
bool IsFree(Context& context, const Symbol& symbol);

// The attributes of a symbol that does not appear in the System are looked at only to find mistakes.
void CheckAttributes(Context& context, const Symbol& symbol);

// Writes the attributes of the elements of an allocated symbol, and its Declaration.
void EmitAttributes(Context& context, const Symbol& symbol);

}  // namespace daedalus::semantics
