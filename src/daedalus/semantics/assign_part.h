// a[i].x[:] := value: the elements that a reference picks get new values.
#pragma once

#include <span>
#include <string_view>

#include "daedalus/semantics/lowering.h"

namespace daedalus::semantics {

// The first part is the name of the target, the others are fields of records, each with its subscripts, as in
// PartOf. What does not fit is reported, at `span` when it is the value; then false.
bool AssignPart(Lowering& l, Value& target, std::span<const syntax::ReferencePart> parts, const Value& value,
                Span span, std::span<const Type> index_types = {});

// r.a.x: a field without subscripts on the way to it; null: something else.
Value* WholeField(Lowering& l, Value& record, std::span<const syntax::ReferencePart> parts);

}  // namespace daedalus::semantics
