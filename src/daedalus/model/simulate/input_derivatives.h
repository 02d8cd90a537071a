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

// The same with the equations that the choice of states differentiates, or that its methods do.
std::vector<int> TimesDifferentiated(const System& given, const compile::PreparedModel& model);

// An error where the equations differentiate an input more often than its course can be. `courses` may be
// null.
Result<Unit> CheckDerivatives(const System& given, const compile::PreparedModel& model,
                              const hybrid::InputCourses* courses);
// An input that is differentiated so many times was to jump.
Diagnostic ExplainJump(const System& given, std::size_t input, int times);
// An error where the equations differentiate the input at all.
Result<Unit> CheckMayJump(const System& given, const compile::PreparedModel& model, std::size_t input);

}  // namespace daedalus::simulate
