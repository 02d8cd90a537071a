// The condition of a when-clause, in equations and in algorithms (Modelica 3.6, section 8.3.5).
#pragma once

#include <optional>

#include "daedalus/language/semantics/expressions/lowering.h"

namespace daedalus::semantics {

// The condition that the clause is active: one of its conditions has become true in this round of the event.
// A condition that is not a variable becomes one, by its own equation. At the start a clause is active only
// by `initial()` (section 8.6). Unknown if expressions are not built; nullopt after a reported mistake.
std::optional<Scalar> LowerWhenCondition(Lowering& l, syntax::ExpressionId condition);

}  // namespace daedalus::semantics
