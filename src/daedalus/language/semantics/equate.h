// left = right, for values of any type: one equation for each scalar.
#pragma once

#include "daedalus/language/semantics/flat_equations.h"

namespace daedalus::semantics {

// Records are equated field by field, by name. Two sides that are known to be equal give no equation. Two
// that are known to differ are an error, except for numbers: the analysis explains these. Mode::kCheck checks
// only types and dimensions. `is_assignment`: the left side gets a value (flat_equations.h). False after a
// mistake reported at `span`.
bool Equate(Lowering& l, const Value& left, const Value& right, Span span, FlatEquations& out,
            bool is_assignment = false);
// For one of several results of a function, of which others are Reals: an Integer among them varies as a
// field of a record does (expressions/varying_fields.h).
bool EquateResult(Lowering& l, const Value& left, const Value& right, Span span, FlatEquations& out);

}  // namespace daedalus::semantics
