// Assertions in functions that are written out, about values of the run.
#pragma once

#include <span>

#include "daedalus/semantics/builtin_functions.h"
#include "daedalus/semantics/lowering.h"

namespace daedalus::semantics {

// A condition of FunctionState::path that must not hold, as the same expression with a mark: few texts
// contain assertions, and an expression that nobody needs would change the order in which others are written.
inline Scalar Opposite(Scalar condition) {
  condition.number = condition.number == 0.0 ? 1.0 : 0.0;
  return condition;
}

// Becomes an assertion of the model that holds where the text is not reached, if somebody collects them
// (FunctionState::assertions). False after a mistake.
bool AssertLater(Lowering& l, const Builtin& function, std::span<const syntax::ExpressionId> arguments,
                 const Scalar& condition, Span span);
// ModelicaError(text) of C: an assertion that fails wherever it is reached.
bool FailLater(Lowering& l, syntax::ExpressionId message, Span span);

}  // namespace daedalus::semantics
