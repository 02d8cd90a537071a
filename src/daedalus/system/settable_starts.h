// Start values that can be set from outside without a new compilation: each becomes a parameter.
//
//   x(start = 2*a)   becomes   parameter `x.start` = 2*a,   x(start = `x.start`)
//
// Whatever can be done with a parameter can then be done with a start value: it is set for a run, it is part
// of saved states, and derivatives by it are exact.
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "daedalus/base/diagnostics/diagnostic.h"
#include "daedalus/system/system.h"

namespace daedalus {

// "x.start" for "x".
std::string NameOfStart(std::string_view variable);

// The same system with parameters for the start values of these variables, which may be continuous or
// discrete. A variable without a start value has 0. An error if there is no variable of a name; a parameter
// that exists already is left as it is.
Result<System> WithSettableStarts(System system, std::span<const std::string> variables);

}  // namespace daedalus
