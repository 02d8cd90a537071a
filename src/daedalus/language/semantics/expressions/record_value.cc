#include "daedalus/language/semantics/expressions/record_value.h"

#include "daedalus/language/semantics/expressions/rearrange.h"
#include "daedalus/language/semantics/expressions/records.h"

namespace daedalus::semantics {

Value RecordOf(Type type, std::vector<Value> fields, Variability variability) {
  Value record;
  record.type = type;
  record.variability = variability;
  record.fields = Fields(std::move(fields));
  return record;
}

Value FieldAt(Lowering& l, const Value& value, syntax::NameId name, Span span) {
  const Value* field = value.IsRecord() ? FieldOf(l.types(), value, l.Text(name)) : nullptr;
  if (field != nullptr) return *field;
  return l.Error(Code::kTypeMismatch, span, "this is {}, and has no field `{}`", l.TypeText(value),
                 l.Text(name));
}

Value Stacked(Lowering& l, const Dims& dims, std::vector<Value> values, Span span) {
  Value rows = StackRows(l, values, span);
  if (rows.IsError() || dims.size() == 1) return rows;
  Dims all = dims;
  all.insert(all.end(), rows.dims.begin() + 1, rows.dims.end());
  return Reshaped(std::move(rows), all);
}

Value ElementAt(Lowering& l, const Value& value, const std::vector<std::int64_t>& subscripts, Span span) {
  std::size_t offset = 0;
  for (std::size_t d = 0; d < subscripts.size(); ++d) {
    if (subscripts[d] > value.dims[d]) {
      return l.Error(Code::kDimensionMismatch, span,
                     "this has the dimensions {}, too few for element {} of an array", ToString(value.dims),
                     subscripts[d]);
    }
    offset = offset * static_cast<std::size_t>(value.dims[d]) + static_cast<std::size_t>(subscripts[d] - 1);
  }
  const Dims rest(value.dims.begin() + static_cast<std::ptrdiff_t>(subscripts.size()), value.dims.end());
  const auto count = static_cast<std::size_t>(NumElements(rest));
  std::vector<std::size_t> offsets(count);
  for (std::size_t i = 0; i < count; ++i) offsets[i] = offset * count + i;
  return Gather(value, rest, offsets);
}

}  // namespace daedalus::semantics
