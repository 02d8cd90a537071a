// Values of variables as people and programs read them.
#pragma once

#include <string>

#include "daedalus/model/description.h"

namespace daedalus::model {

// "1.5", "true", "Init.SteadyState" without its type: "SteadyState", a String without quotes. A number that
// stands for no literal or text is written as a number.
std::string ValueText(const ModelDescription& description, const VariableDescription& variable, double value);

}  // namespace daedalus::model
