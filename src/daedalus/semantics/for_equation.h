// for i in r loop ... end for: what stands in it is looked at once for each value of its indices.
#pragma once

#include <functional>

#include "daedalus/semantics/lower_equation.h"

namespace daedalus::semantics {

// Calls body() for each combination of values, the last index running fastest; the indices are then in the
// scope. False when a call was, or after a mistake in a range, which was reported.
bool ForEachIteration(EquationScope& scope, const syntax::Equation& equation,
                      const std::function<bool()>& body);

}  // namespace daedalus::semantics
