// left = right, for values of any type: one equation for each scalar.
#pragma once

#include "daedalus/semantics/flat_equations.h"

namespace daedalus::semantics {

// Records are equated field by field, found by their names. What is known to be equal now is no equation;
// what is known to differ is an error, but for numbers, which are left to the analysis to explain. In
// Mode::kCheck only types and dimensions are looked at. `is_assignment`: the left side gets a value
// (flat_equations.h). False after a mistake, which was reported at `span`.
bool Equate(Lowering& l, const Value& left, const Value& right, Span span, FlatEquations& out,
            bool is_assignment = false);

}  // namespace daedalus::semantics
