// An algorithm section of a model (Modelica 3.6, section 11.1): it gives the variables that it assigns to
// values that depend on those it reads, so that each becomes one equation.
#pragma once

#include "daedalus/semantics/lower_equation.h"

namespace daedalus::semantics {

// A variable that is read before it is assigned to, or is assigned to under a condition only, has its start
// value until then, or the value before the event where it changes at events only (section 11.1.2). False
// after a mistake, which was reported.
bool LowerAlgorithm(EquationScope& scope, std::span<const syntax::Statement> statements, FlatEquations& out);

}  // namespace daedalus::semantics
