// A variable of a function that is read before the function assigns it.
//
// The specification leaves its value open (Modelica 3.6, section 12.4.4). Libraries pass such a variable on
// to functions that do not use it, and the established tools run them. So the variable is 0, false, an empty
// text or the first value of its enumeration, and a warning names it.
#pragma once

#include <optional>

#include "daedalus/language/semantics/expressions/lowering.h"

namespace daedalus::semantics {

// The value that is read, after the warning at `span`. nullopt if the variable is not one of a function, or
// if its size is not known.
std::optional<Value> ReadUnassigned(Lowering& l, std::uint32_t member, Span span);

}  // namespace daedalus::semantics
