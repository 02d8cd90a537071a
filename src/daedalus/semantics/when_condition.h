// The condition of a when-clause, in equations and in algorithms (Modelica 3.6, section 8.3.5).
#pragma once

#include <optional>

#include "daedalus/semantics/lowering.h"

namespace daedalus::semantics {

// Whether the clause is active: one of its conditions has become true in this round of the event. A condition
// that is no variable becomes one, by an equation of its own. At the start a clause is active by `initial()`
// alone (section 8.6). Unknown where expressions are not built; nothing after a mistake, which was reported.
std::optional<Scalar> LowerWhenCondition(Lowering& l, syntax::ExpressionId condition);

}  // namespace daedalus::semantics
