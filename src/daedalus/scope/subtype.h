// Whether a class can stand where another one is asked for (Modelica 3.6, sections 6.4 and 6.5): it has all
// the public elements of the other, and their types can stand for theirs.
//
// A class that inherits from the other is taken to be right, for its elements are the same ones. What is not
// known, such as the size of an array, is not compared: the answer "no" is certain, "yes" is not.
#pragma once

#include <string>

#include "daedalus/scope/env_table.h"

namespace daedalus::scope {

// Why it cannot: "it has no `y`"; empty when it can.
std::string WhyNotSubtype(EnvTable& table, EnvId sub, EnvId super);
// The same for the numbers of dimensions of two components and their types.
std::string WhyOtherDimensions(std::size_t sub, std::size_t super);

}  // namespace daedalus::scope
