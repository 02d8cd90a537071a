#include "daedalus/language/semantics/expressions/rearrange.h"

#include <algorithm>

#include "daedalus/language/semantics/expressions/arithmetic.h"
#include "daedalus/language/semantics/expressions/records.h"
#include "daedalus/language/semantics/expressions/unit_check.h"
#include "daedalus/language/semantics/functions/run_array.h"

namespace daedalus::semantics {
namespace {

// The dimensions of a field when the first `rank` ones, those of its record, are replaced.
Dims WithLeading(const Dims& leading, const Dims& dims, std::size_t rank) {
  Dims all = leading;
  all.insert(all.end(), dims.begin() + static_cast<std::ptrdiff_t>(rank), dims.end());
  return all;
}

// A new value with other first dimensions, `rank` many. Its elements are filled in by fill(from, result,
// block); a block is what one element of these dimensions contains.
template <class Fill>
Value Remade(const Value& from, std::size_t rank, const Dims& leading, Fill fill) {
  Value result = ArrayValue(from.type, WithLeading(leading, from.dims, rank), from.variability);
  result.unit = from.unit;
  if (from.IsRecord()) {
    std::vector<Value> fields;
    fields.reserve(from.fields.size());
    for (const Value& field : from.fields) fields.push_back(Remade(field, rank, leading, fill));
    result.fields = Fields(std::move(fields));
  } else if (!from.HasUnknownSize() && !result.HasUnknownSize()) {
    const Dims own(from.dims.begin() + static_cast<std::ptrdiff_t>(rank), from.dims.end());
    fill(from, result, static_cast<std::size_t>(NumElements(own)));
  }
  return result;
}

void Reshape(Value& value, std::size_t rank, const Dims& leading) {
  const bool was_scalar = value.IsScalar();
  value.dims = WithLeading(leading, value.dims, rank);
  for (Value& field : value.fields) Reshape(field, rank, leading);
  if (value.IsRecord() || was_scalar == value.IsScalar()) return;
  if (was_scalar) {
    value.elements = std::vector<Scalar>{value.scalar};
  } else {
    value.scalar = value.elements.empty() ? Scalar() : value.elements[0];
    value.elements.clear();
  }
}

// The result with fields that join(list) makes from the fields of the values.
template <class Join>
Value JoinFields(Lowering& l, std::span<const Value> values, Value result, Join join) {
  const RecordType& record = l.types().Record(result.type);
  std::vector<Value> fields;
  for (const RecordField& field : record.fields) {
    std::vector<Value> column;
    for (const Value& value : values) {
      const Value* const part = FieldOf(l.types(), value, field.name);
      if (part == nullptr) return {};  // a mistake in a field was reported
      column.push_back(Coerced(l.types(), *part, field.type));
    }
    fields.push_back(join(column));
    if (fields.back().IsError()) return {};
  }
  result.fields = Fields(std::move(fields));
  return result;
}

}  // namespace

Value Gather(const Value& array, const Dims& dims, std::span<const std::size_t> offsets) {
  return Remade(array, array.dims.size(), dims, [&](const Value& from, Value& to, std::size_t block) {
    for (std::size_t i = 0; i < offsets.size(); ++i) {
      for (std::size_t k = 0; k < block; ++k) to[i * block + k] = from[offsets[i] * block + k];
    }
  });
}

Value ElementOf(const Value& vector, std::size_t i) {
  if (!vector.IsRecord()) {
    Value element = ScalarValue(vector.type, vector[i], vector.variability);
    element.unit = vector.unit;
    return element;
  }
  const std::size_t offsets[] = {i};
  return Gather(vector, {}, offsets);
}

Value Reshaped(Value value, const Dims& dims) {
  if (dims != value.dims && value.IsOfRun()) value.fields.clear();  // refused when it is used
  Reshape(value, value.dims.size(), dims);
  return value;
}

Value Promote(Value value, std::size_t rank) {
  if (value.IsOfRun()) {
    std::vector<Scalar> sizes = SizesOf(value);
    sizes.resize(std::max(rank, sizes.size()), Constant(1.0));
    return WithSizes(std::move(value), sizes);
  }
  Dims dims = value.dims;
  dims.resize(std::max(rank, dims.size()), 1);
  return Reshaped(std::move(value), dims);
}

Value Transpose(const Value& matrix) {
  const Dims dims = {matrix.dims[1], matrix.dims[0]};
  if (HasUnknownSize(dims)) return Blank(matrix, dims);
  const auto rows = static_cast<std::size_t>(dims[1]), columns = static_cast<std::size_t>(dims[0]);
  std::vector<std::size_t> offsets;
  offsets.reserve(rows * columns);
  for (std::size_t j = 0; j < columns; ++j) {
    for (std::size_t i = 0; i < rows; ++i) offsets.push_back(i * columns + j);
  }
  return Gather(matrix, dims, offsets);
}

Value Repeated(const Value& element, const Dims& dims) {
  const auto count = static_cast<std::size_t>(NumElements(dims));
  return Remade(element, 0, dims, [&](const Value& from, Value& to, std::size_t block) {
    for (std::size_t i = 0; i < count; ++i) {
      for (std::size_t k = 0; k < block; ++k) to[i * block + k] = from[k];
    }
  });
}

Value Blank(const Value& like, const Dims& dims) {
  return Remade(like, like.dims.size(), dims, [](const Value&, Value&, std::size_t) {});
}

Value Concatenate(Lowering& l, std::span<const Value> parts, std::size_t dimension, Span span) {
  const Type type = UnifyTypes(l, parts, span, "an array");
  if (type == BaseType::kError) return {};
  Dims dims = parts[0].dims;
  Variability variability = parts[0].variability;
  bool is_known = !parts[0].HasUnknownSize();
  for (const Value& part : parts.subspan(1)) {
    Dims expected = dims;
    if (part.dims.size() == dims.size()) expected[dimension - 1] = part.dims[dimension - 1];
    if (!AreCompatible(part.dims, expected)) {
      return l.Error(Code::kDimensionMismatch, span, "{} and {} cannot be joined along dimension {}",
                     l.TypeText(parts[0]), l.TypeText(part), dimension);
    }
    const std::int64_t joined = dims[dimension - 1], more = part.dims[dimension - 1];
    const std::int64_t sum = joined == kUnknownSize || more == kUnknownSize ? kUnknownSize : joined + more;
    dims = Merged(expected, part.dims);
    dims[dimension - 1] = sum;
    variability = Max(variability, part.variability);
    is_known = is_known && !part.HasUnknownSize();
  }
  Value result = ArrayValue(type, dims, variability);
  result.unit = CommonUnit(l.context, parts);
  if (result.IsRecord()) {
    return JoinFields(l, parts, std::move(result),
                      [&](std::span<const Value> column) { return Concatenate(l, column, dimension, span); });
  }
  const bool has_run = std::ranges::any_of(parts, &Value::IsOfRun);
  const bool has_all = std::all_of(
      parts.begin(), parts.end(), [](const Value& part) { return !part.HasUnknownSize() || part.IsOfRun(); });
  if (has_run && has_all && WritesCode(l)) return ConcatenateOfRun(l, type, parts, dimension);
  if (!is_known) return result;
  std::size_t next = 0;
  // An array is `outer` blocks, each contiguous from the joined dimension on.
  const std::int64_t outer =
      NumElements(Dims(dims.begin(), dims.begin() + static_cast<std::ptrdiff_t>(dimension - 1)));
  for (std::int64_t block = 0; block < outer; ++block) {
    for (const Value& part : parts) {
      const std::size_t length = part.elements.size() / static_cast<std::size_t>(outer);
      const std::size_t from = static_cast<std::size_t>(block) * length;
      for (std::size_t k = 0; k < length; ++k) result[next++] = part[from + k];
    }
  }
  return result;
}

Value StackRows(Lowering& l, std::span<const Value> rows, Span span) {
  const Type type = UnifyTypes(l, rows, span, "an array");
  if (type == BaseType::kError) return {};
  Dims row_dims = rows.empty() ? Dims() : rows[0].dims;
  Variability variability = Variability::kConstant;
  bool is_known = true;
  for (const Value& row : rows) {
    if (!AreCompatible(row.dims, row_dims)) {
      return l.Error(Code::kDimensionMismatch, span, "an array of {} and {}", l.TypeText(rows[0]),
                     l.TypeText(row));
    }
    if (row.HasUnknownSize()) is_known = false;
    if (!is_known) row_dims = Merged(row_dims, row.dims);
    variability = Max(variability, row.variability);
  }
  Dims dims = {static_cast<std::int64_t>(rows.size())};
  dims.insert(dims.end(), row_dims.begin(), row_dims.end());
  if (!AreSizes(l, dims, span)) return {};
  Value result = ArrayValue(type, std::move(dims), variability);
  result.unit = CommonUnit(l.context, rows);
  if (result.IsRecord()) {
    return JoinFields(l, rows, std::move(result),
                      [&](std::span<const Value> column) { return StackRows(l, column, span); });
  }
  const bool has_run = std::ranges::any_of(rows, &Value::IsOfRun);
  const bool has_all =
      std::ranges::all_of(rows, [](const Value& row) { return !row.HasUnknownSize() || row.IsOfRun(); });
  if (has_run && has_all && WritesCode(l)) {
    Value stacked = StackOfRun(l, type, rows);
    stacked.unit = result.unit;
    return stacked;
  }
  if (!is_known) return result;
  std::size_t next = 0;
  for (const Value& row : rows) {
    for (std::size_t k = 0; k < row.size(); ++k) result.elements[next++] = row[k];
  }
  return result;
}

}  // namespace daedalus::semantics
