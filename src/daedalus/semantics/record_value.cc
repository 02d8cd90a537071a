#include "daedalus/semantics/record_value.h"

namespace daedalus::semantics {

Value RecordOf(Lowering&, Type, std::vector<Value>, Variability) {
  return {};
}

Value FieldOf(Lowering& l, const Value&, syntax::NameId name, Span span) {
  return l.Error(Code::kTypeMismatch, span, "this is no record with a field `{}`", l.Text(name));
}

Value Stacked(Lowering&, const Dims& dims, std::vector<Value> values, Span) {
  if (values.empty()) return {};
  Dims all = dims;
  all.insert(all.end(), values[0].dims.begin(), values[0].dims.end());
  Value out = ArrayValue(values[0].type, all, values[0].variability);
  std::size_t at = 0;
  for (const Value& value : values) {
    for (std::size_t i = 0; i < value.size(); ++i) out[at++] = value[i];
  }
  return out;
}

Value ElementAt(Lowering& l, const Value& value, const std::vector<std::int64_t>& subscripts, Span span) {
  std::size_t offset = 0;
  for (std::size_t d = 0; d < subscripts.size(); ++d) {
    if (subscripts[d] > value.dims[d]) {
      return l.Error(Code::kDimensionMismatch, span, "this has the dimensions {}, too few for element {} of an array",
                     ToString(value.dims), subscripts[d]);
    }
    offset = offset * static_cast<std::size_t>(value.dims[d]) + static_cast<std::size_t>(subscripts[d] - 1);
  }
  const Dims rest(value.dims.begin() + static_cast<std::ptrdiff_t>(subscripts.size()), value.dims.end());
  Value out = ArrayValue(value.type, rest, value.variability);
  const std::size_t count = out.size();
  for (std::size_t i = 0; i < count; ++i) out[i] = value[offset * count + i];
  return out;
}

}  // namespace daedalus::semantics
