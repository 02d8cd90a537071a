// Tests whether a class is a subtype of another (Modelica 3.6, sections 6.4 and 6.5): it has all public
// elements of the other, and their types are subtypes.
//
// A class that inherits from the other passes, for it has the same elements. Unknown properties, such as the
// size of an array, are not compared: "no" is certain, "yes" is not.
#pragma once

#include <string>

#include "daedalus/language/scope/env_table.h"

namespace daedalus::scope {

// The reason why not ("it has no `y`"); empty for a subtype.
std::string WhyNotSubtype(EnvTable& table, EnvId sub, EnvId super);
// Compares the numbers of dimensions and the types of two components.
std::string WhyOtherDimensions(std::size_t sub, std::size_t super);

}  // namespace daedalus::scope
