#include "daedalus/language/semantics/expressions/subscripts.h"

#include <utility>

#include "daedalus/language/semantics/expressions/rearrange.h"

namespace daedalus::semantics {
namespace {

using syntax::ExpressionId;
using syntax::ExpressionKind;

Type IndexType(IndexTypes types, std::size_t dimension) {
  return dimension < types.size() ? types[dimension] : Type(BaseType::kInteger);
}

// From 0. Enumerations count from 1 as Integers do, Booleans from 0.
std::int64_t PositionOf(const Scalar& subscript, Type index_type) {
  return static_cast<std::int64_t>(subscript.number) - (index_type == BaseType::kBoolean ? 0 : 1);
}

// The position; kUnknownSize if it is unknown or may not be used; nullopt after an error.
std::optional<std::int64_t> CheckBound(Lowering& l, const Scalar& subscript, std::int64_t size,
                                       Type index_type, Span span) {
  if (!subscript.IsConstant()) return kUnknownSize;
  const std::int64_t position = PositionOf(subscript, index_type);
  if (position >= 0 && position < size) return position;
  if (l.purpose.mode == Mode::kCheck && l.purpose.is_conditional) return kUnknownSize;
  if (size == kUnknownSize) {
    if (position >= 0) return kUnknownSize;
    l.Error(Code::kSubscriptOutOfBounds, span, "the subscript {} is less than 1", position + 1);
    return std::nullopt;
  }
  l.Error(Code::kSubscriptOutOfBounds, span, "the subscript {} is not between 1 and {}", position + 1, size);
  return std::nullopt;
}

Value LowerSubscript(Lowering& l, ExpressionId id, std::int64_t size, Type index_type) {
  const Dimension here{size, index_type};
  const Dimension* const outer = std::exchange(l.end, &here);
  Value value = LowerStructural(l, id, "a subscript");
  l.end = outer;
  if (value.IsError()) return {};
  const bool is_index = value.type == index_type || (value.type.base == index_type.base &&
                                                     l.types().IsAssignable(index_type, value.type));
  if (is_index && value.dims.size() <= 1) return value;
  if (index_type == BaseType::kInteger) {
    return l.Error(Code::kSubscriptType, l.SpanOf(id),
                   "a subscript is an Integer or a vector of Integers, but this is {}", l.TypeText(value));
  }
  return l.Error(Code::kSubscriptType, l.SpanOf(id),
                 "this dimension is subscripted by values of {}, but this is {}", l.types().Name(index_type),
                 l.TypeText(value));
}

// The elements that one subscript selects, counted from 0.
struct Picked {
  std::int64_t size = 0;
  std::vector<std::int64_t> indices;
  bool is_scalar = false;  // the dimension disappears
  bool is_known = true;
};

Picked PickAll(std::int64_t size) {
  Picked picked;
  picked.size = size;
  picked.is_known = size != kUnknownSize;
  for (std::int64_t i = 0; i < size; ++i) picked.indices.push_back(i);
  return picked;
}

std::optional<Picked> LowerPicked(Lowering& l, ExpressionId id, std::int64_t size, Type index_type) {
  if (l.tree()[id].kind == ExpressionKind::kColon) return PickAll(size);
  const Value value = LowerSubscript(l, id, size, index_type);
  if (value.IsError()) return std::nullopt;
  Picked picked;
  picked.is_scalar = value.IsScalar();
  picked.is_known = !value.HasUnknownSize();
  picked.size = value.IsScalar() ? 1 : value.dims[0];
  for (std::size_t i = 0; i < value.size(); ++i) {
    const auto index = CheckBound(l, value[i], size, index_type, l.SpanOf(id));
    if (!index) return std::nullopt;
    picked.is_known = picked.is_known && *index != kUnknownSize;
    picked.indices.push_back(*index);
  }
  return picked;
}

}  // namespace

std::optional<Selection> Select(Lowering& l, const Dims& dims, IndexTypes index_types,
                                std::span<const ExpressionId> subscripts, std::size_t leading) {
  Selection selection{{}, {0}};
  bool ok = true;
  for (std::size_t d = 0; d < dims.size(); ++d) {
    const bool is_subscripted = d >= leading && d - leading < subscripts.size();
    const auto picked = is_subscripted
                            ? LowerPicked(l, subscripts[d - leading], dims[d], IndexType(index_types, d))
                            : PickAll(dims[d]);
    if (!picked) {
      ok = false;
      continue;
    }
    if (!picked->is_scalar) selection.dims.push_back(picked->size);
    if (!picked->is_known) selection.is_known = false;
    if (!selection.is_known) {
      selection.offsets.clear();
      continue;
    }
    std::vector<std::size_t> offsets;
    offsets.reserve(selection.offsets.size() * picked->indices.size());
    for (const std::size_t outer : selection.offsets) {
      for (const std::int64_t i : picked->indices) {
        offsets.push_back(outer * static_cast<std::size_t>(dims[d]) + static_cast<std::size_t>(i));
      }
    }
    selection.offsets = std::move(offsets);
  }
  if (!ok) return std::nullopt;
  return selection;
}

std::optional<std::size_t> ScalarOffset(Lowering& l, const Dims& dims, IndexTypes index_types,
                                        std::span<const ExpressionId> subscripts, bool* failed) {
  if (subscripts.size() != dims.size()) return std::nullopt;
  std::size_t offset = 0;
  for (std::size_t d = 0; d < dims.size(); ++d) {
    const ExpressionKind kind = l.tree()[subscripts[d]].kind;
    if (kind == ExpressionKind::kColon || kind == ExpressionKind::kRange) return std::nullopt;
    const Type index_type = IndexType(index_types, d);
    const Value value = LowerSubscript(l, subscripts[d], dims[d], index_type);
    *failed = value.IsError();
    if (*failed || !value.IsScalar()) return std::nullopt;
    const auto index = CheckBound(l, value.scalar, dims[d], index_type, l.SpanOf(subscripts[d]));
    *failed = !index;
    if (*failed || *index == kUnknownSize) return std::nullopt;
    offset = offset * static_cast<std::size_t>(dims[d]) + static_cast<std::size_t>(*index);
  }
  return offset;
}

Value Pick(const Value& array, const Selection& selection) {
  return selection.is_known ? Gather(array, selection.dims, selection.offsets) : Blank(array, selection.dims);
}

void ReportSubscriptCount(Lowering& l, const Dims& dims, std::span<const ExpressionId> subscripts,
                          std::string_view name) {
  const Span span = Cover(l.SpanOf(subscripts[dims.size()]), l.SpanOf(subscripts.back()));
  if (dims.empty()) {
    l.Error(Code::kSubscriptCount, span, "{} is a scalar and takes no subscripts", name);
  } else {
    l.Error(Code::kSubscriptCount, span, "{} has {} dimension{}, but there are {} subscripts", name,
            dims.size(), dims.size() == 1 ? "" : "s", subscripts.size());
  }
}

Value ValuesOfType(const Lowering& l, Type type) {
  const std::int64_t count = l.types().NumValues(type);
  Value values = ArrayValue(type, {count});
  const double first = type == BaseType::kBoolean ? 0.0 : 1.0;
  for (std::size_t i = 0; i < values.size(); ++i) values[i] = Constant(first + static_cast<double>(i));
  return values;
}

}  // namespace daedalus::semantics
