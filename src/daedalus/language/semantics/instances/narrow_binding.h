// Reads only the part of a binding that one component needs. A component of `{a, b}` is one of the elements;
// a field of `R(n = 3, x = y)` is an argument; a field of the component `r` is a component of r.
//
// The other parts may have no value yet, may depend on this component, or may have another size.
#pragma once

#include "daedalus/language/semantics/instances/instances.h"

namespace daedalus::semantics {

struct NarrowBinding {
  syntax::ExpressionId expression;
  std::vector<syntax::NameId> names;  // after the expression, which is a reference
  Layer rest;                         // what remains to be selected from its value
};

// Narrows as far as possible. A binding without subscripts and fields is the whole expression.
NarrowBinding Narrowed(Lowering& l, const Binding& binding);

// The value of that expression, with the names that follow it.
Value LowerNarrow(Lowering& l, const NarrowBinding& narrow);

}  // namespace daedalus::semantics
