// Values of records (structure of arrays).
#pragma once

#include <vector>

#include "daedalus/semantics/lowering.h"

namespace daedalus::semantics {

Value RecordOf(Lowering& l, Type type, std::vector<Value> fields, Variability variability);
Value FieldOf(Lowering& l, const Value& value, syntax::NameId name, Span span);
Value Stacked(Lowering& l, const Dims& dims, std::vector<Value> values, Span span);
Value ElementAt(Lowering& l, const Value& value, const std::vector<std::int64_t>& subscripts, Span span);

}  // namespace daedalus::semantics
