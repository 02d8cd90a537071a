// The number of an expression of parameters. These become structural, since the number is used in the result
// and a later change would change the result.
#pragma once

#include <optional>

#include "daedalus/language/semantics/expressions/lowering.h"

namespace daedalus::semantics {

// nullopt if it varies during the run, or if a parameter has no value yet.
std::optional<double> ParameterNumber(Context& context, expr::ExprId e);

}  // namespace daedalus::semantics
