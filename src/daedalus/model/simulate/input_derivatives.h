// Inputs that index reduction differentiates: their courses need derivatives, and may not jump.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "daedalus/base/diagnostics/diagnostic.h"
#include "daedalus/model/compile/prepare_model.h"
#include "daedalus/model/hybrid/input_values.h"
#include "daedalus/system/system.h"

namespace daedalus::simulate {

// For each input of the model: how often the equations differentiate it.
std::vector<int> TimesDifferentiated(const System& given,
                                     std::span<const causal::Differentiated> differentiated);

// An error where the equations differentiate an input more often than its course can be. `courses` may be
// null.
Result<Unit> CheckDerivatives(const System& given, const compile::PreparedModel& model,
                              const hybrid::InputCourses* courses);
// An error where the equations differentiate the input at all.
Result<Unit> CheckMayJump(const System& given, const compile::PreparedModel& model, std::size_t input);

}  // namespace daedalus::simulate
