// Inputs of the model itself by their names, and the values that they may have.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "daedalus/base/diagnostics/diagnostic.h"
#include "daedalus/system/system.h"

namespace daedalus {

// Makes a continuous variable an input of the model, with the equation that gives it its course.
void FollowCourse(System& system, VariableId variable, OriginId origin);

std::string InputName(const System& system, std::size_t input);
// Booleans are 0 and 1, Integers and enumerations whole numbers.
bool IsInputValue(const ModelInput& input, double value);
Diagnostic ExplainInputValue(const System& system, std::size_t input, double value);

// The number of an input in Hybrid::inputs. An error where there is none of that name, or it may not have
// this value.
Result<std::size_t> FindInput(const System& system, std::string_view name, double value);

}  // namespace daedalus
