// An algorithm section of a model (Modelica 3.6, section 11.1). The values of the variables that it assigns
// depend on those that it reads, so each of them becomes one equation.
#pragma once

#include "daedalus/language/semantics/lower_equation.h"

namespace daedalus::semantics {

// A variable may be read before it is assigned, or be assigned under a condition only. Until then it has its
// start value, or the value before the event if it changes only at events (section 11.1.2). False after a
// reported mistake.
bool LowerAlgorithm(EquationScope& scope, std::span<const syntax::Statement> statements, FlatEquations& out);

}  // namespace daedalus::semantics
