// Choices in expressions of a function that becomes byte code. Unchosen branches are not evaluated if that
// could be noticed: if they call a function (perhaps this one) or read an element of an array.
#pragma once

#include <span>

#include "daedalus/language/semantics/expressions/infix_terms.h"
#include "daedalus/language/semantics/expressions/lowering.h"

namespace daedalus::semantics {

// if c then a else b.
Value LowerIfInRoutine(Lowering& l, std::span<const syntax::ExpressionBranch> branches, Span span);
// a and b, a or b, for scalars, from the left until the result is known.
Value LowerLogicalInRoutine(Lowering& l, std::span<const syntax::InfixTerm> terms);

}  // namespace daedalus::semantics
