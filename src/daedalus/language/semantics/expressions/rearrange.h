// Operations that move elements without changing them: shapes, repetition, stacking, joining. They work for
// values of any type. For arrays of records they work field by field on the dimensions of the record.
#pragma once

#include <span>
#include <vector>

#include "daedalus/language/semantics/expressions/lowering.h"

namespace daedalus::semantics {

// The elements at these places of the array, with the given dimensions.
Value Gather(const Value& array, const Dims& dims, std::span<const std::size_t> offsets);
// One element of a vector.
Value ElementOf(const Value& vector, std::size_t i);
// Other dimensions with the same number of elements.
Value Reshaped(Value value, const Dims& dims);
// Adds dimensions of size 1 at the end until there are `rank`.
Value Promote(Value value, std::size_t rank);
Value Transpose(const Value& matrix);
// An array of these dimensions with this value as each element.
Value Repeated(const Value& element, const Dims& dims);
// This type and dimensions with unknown elements.
Value Blank(const Value& like, const Dims& dims);

// Joins arrays along a dimension, counted from 1; all other dimensions must agree. Reported at `span` if
// types or dimensions differ.
Value Concatenate(Lowering& l, std::span<const Value> parts, std::size_t dimension, Span span);
// {a, b, ...}: adds a first dimension. Reported at `span` if types or dimensions differ.
Value StackRows(Lowering& l, std::span<const Value> rows, Span span);

}  // namespace daedalus::semantics
