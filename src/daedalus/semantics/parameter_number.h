// What an expression of parameters is as a number. They become structural: the number goes into what is made
// of it, and changing them later would change that.
#pragma once

#include <optional>

#include "daedalus/semantics/lowering.h"

namespace daedalus::semantics {

// Nothing where it varies during the run, or where a parameter has no value yet.
std::optional<double> ParameterNumber(Context& context, expr::ExprId e);

}  // namespace daedalus::semantics
