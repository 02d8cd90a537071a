// Choices in expressions of a function that becomes byte code. What is not chosen is not carried out where
// that could be noticed: where it calls a function (which may be this one) or takes an element of an array.
#pragma once

#include <span>

#include "daedalus/semantics/infix_terms.h"
#include "daedalus/semantics/lowering.h"

namespace daedalus::semantics {

// if c then a else b.
Value LowerIfInRoutine(Lowering& l, std::span<const syntax::ExpressionBranch> branches, Span span);
// a and b, a or b, of scalars, from the left until it is decided.
Value LowerLogicalInRoutine(Lowering& l, std::span<const syntax::InfixTerm> terms);

}  // namespace daedalus::semantics
