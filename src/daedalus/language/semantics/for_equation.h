// for i in r loop ... end for: reads the equations in it once for each value of its indices.
#pragma once

#include <functional>

#include "daedalus/language/semantics/lower_equation.h"

namespace daedalus::semantics {

// Calls body() for each combination of values, the last index running fastest, with the indices in the scope.
// False if a call returned false, or after a reported mistake in a range.
bool ForEachIteration(EquationScope& scope, const syntax::Equation& equation,
                      const std::function<bool()>& body);

}  // namespace daedalus::semantics
