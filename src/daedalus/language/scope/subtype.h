// Tests whether a class is a subtype of another (Modelica 3.6, sections 6.4 and 6.5): it has all public
// elements of the other, and their types are subtypes.
//
// A class that inherits from the other passes, for it has the same elements. Unknown properties, such as the
// size of an array, are not compared: "no" is certain, "yes" is not.
#pragma once

#include <string>

#include "daedalus/language/scope/env_table.h"

namespace daedalus::scope {

// The reason why not ("it has no `y`"); empty for a subtype. Classes that a package lacks are no reason: see
// MissingClass.
std::string WhyNotSubtype(EnvTable& table, EnvId sub, EnvId super);
// The first public class of a package that the other one lacks; empty if there is none. Section 6.4 counts it
// among the elements. Media that were written for an older package have not got the functions that were added
// later, and the established tools complain only where one of these is used.
std::string MissingClass(EnvTable& table, EnvId sub, EnvId super);
// Compares the numbers of dimensions and the types of two components.
std::string WhyOtherDimensions(std::size_t sub, std::size_t super);

}  // namespace daedalus::scope
