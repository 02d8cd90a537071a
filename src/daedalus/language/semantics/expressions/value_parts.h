// x[i].field[j]: the part that a reference selects from a named value, such as an iteration variable.
#pragma once

#include <span>
#include <string_view>

#include "daedalus/language/semantics/expressions/lowering.h"

namespace daedalus::semantics {

// The first part is the name of the value, the others are fields of records; each with its subscripts. A
// field of an array of records is taken from each of them. `what` names the value in messages: "`x`", "a loop
// index". `index_types` are those of the subscripts of the value itself (subscripts.h).
Value PartOf(Lowering& l, Value value, std::span<const syntax::ReferencePart> parts, std::string_view what,
             std::span<const Type> index_types = {});

}  // namespace daedalus::semantics
