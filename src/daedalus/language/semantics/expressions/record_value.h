// Builds records and arrays from the values of components, and splits them again.
#pragma once

#include <vector>

#include "daedalus/language/semantics/expressions/lowering.h"

namespace daedalus::semantics {

// The fields in the order of the type.
Value RecordOf(Type type, std::vector<Value> fields, Variability variability);
// The field of that name, or an error.
Value FieldAt(Lowering& l, const Value& value, syntax::NameId name, Span span);
// An array of these dimensions, from one value for each element.
Value Stacked(Lowering& l, const Dims& dims, std::vector<Value> values, Span span);
// One element by its first subscripts, counted from 1.
Value ElementAt(Lowering& l, const Value& value, const std::vector<std::int64_t>& subscripts, Span span);

}  // namespace daedalus::semantics
