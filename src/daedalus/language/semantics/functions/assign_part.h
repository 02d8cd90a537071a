// a[i].x[:] := value: gives new values to the elements that a reference selects.
#pragma once

#include <span>
#include <string_view>

#include "daedalus/language/semantics/expressions/lowering.h"

namespace daedalus::semantics {

// The first part is the name of the target; the others are fields of records. Each has its subscripts, as in
// PartOf. Mistakes are reported, at `span` if they concern the value; the result is then false.
bool AssignPart(Lowering& l, Value& target, std::span<const syntax::ReferencePart> parts, const Value& value,
                Span span, std::span<const Type> index_types = {});

// r.a.x: a field reached without subscripts; null: something else.
Value* WholeField(Lowering& l, Value& record, std::span<const syntax::ReferencePart> parts);

}  // namespace daedalus::semantics
