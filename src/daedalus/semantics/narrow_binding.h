// The part of a binding that one component needs, read alone. A component of `{a, b}` is one of the elements;
// a field of `R(n = 3, x = y)` is an argument; a field of the component `r` is a component of r.
//
// What stands beside that part may have no value yet, depend on it, or have another size.
#pragma once

#include "daedalus/semantics/instances.h"

namespace daedalus::semantics {

struct NarrowBinding {
  syntax::ExpressionId expression;
  std::vector<syntax::NameId> names;  // behind the expression, which is a reference
  Layer rest;                         // what is still to be taken of its value
};

// As far as possible; of a binding without subscripts and fields the whole expression.
NarrowBinding Narrowed(Lowering& l, const Binding& binding);

// The value of that expression, with the names behind it.
Value LowerNarrow(Lowering& l, const NarrowBinding& narrow);

}  // namespace daedalus::semantics
