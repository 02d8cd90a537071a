// Values of variables as people and programs read them.
#pragma once

#include <string>

#include "daedalus/model/description.h"

namespace daedalus::model {

// Writes "1.5", "true", a literal without its type ("SteadyState" for Init.SteadyState), or a String without
// quotes. A number that represents no literal or text is written as a number.
std::string ValueText(const ModelDescription& description, const VariableDescription& variable, double value);

}  // namespace daedalus::model
