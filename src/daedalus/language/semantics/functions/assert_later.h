// Assertions about values of the run, in functions that are written out.
#pragma once

#include <span>

#include "daedalus/language/semantics/expressions/builtin_functions.h"
#include "daedalus/language/semantics/expressions/lowering.h"

namespace daedalus::semantics {

// The negated condition of FunctionState::path, as the same expression with a mark. Few texts contain
// assertions. An unneeded expression would change the order in which others are written.
inline Scalar Opposite(Scalar condition) {
  condition.number = condition.number == 0.0 ? 1.0 : 0.0;
  return condition;
}

// Becomes an assertion of the model that also holds if the text is not reached, provided that assertions are
// collected (FunctionState::assertions). False after a mistake.
bool AssertLater(Lowering& l, const Builtin& function, std::span<const syntax::ExpressionId> arguments,
                 const Scalar& condition, Span span);
// ModelicaError(text) of C: an assertion that fails whenever it is reached.
bool FailLater(Lowering& l, syntax::ExpressionId message, Span span);

}  // namespace daedalus::semantics
