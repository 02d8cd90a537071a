// The result of an expression: a type, dimensions, and one Scalar for each element; a record has its fields
// instead.
//
// A Scalar is a constant, an expression of the graph, a text with values of the run in it, or unknown. It is
// unknown if only the type and dimensions matter, and for parameters without a value. Operations fold
// constants and keep everything else. So one walk over the syntax tree is both a constant evaluator and a
// translator to expressions.
//
// Constants are doubles: Integers are whole numbers up to 2^52 in magnitude, Booleans 0 and 1. Enumerations
// have the number of the literal from 1, strings the id of their text (Context::texts). A text with values in
// it has the number of its template (Context::templates).
#pragma once

#include <cstdint>
#include <limits>
#include <string>
#include <vector>

#include "daedalus/language/semantics/instances/boxed_list.h"
#include "daedalus/language/semantics/instances/types.h"
#include "daedalus/system/expr/graph.h"
#include "daedalus/system/units/unit_table.h"

namespace daedalus::semantics {

inline constexpr double kMaxInteger = 4503599627370496.0;

struct Scalar {
  enum class Kind : std::uint8_t { kConstant, kExpression, kTemplate, kUnknown };
  double number = 0.0;
  expr::ExprId expr;
  Kind kind = Kind::kUnknown;

  bool IsConstant() const { return kind == Kind::kConstant; }
  bool IsUnknown() const { return kind == Kind::kUnknown; }
};

inline Scalar Constant(double number) {
  return {number, {}, Scalar::Kind::kConstant};
}
inline Scalar Expression(expr::ExprId id) {
  return {0.0, id, Scalar::Kind::kExpression};
}

using Dims = std::vector<std::int64_t>;

// A size that is not known (yet): while a class is checked alone, its parameters have no values. Such a size
// equals every other, and an array with one of them has no elements.
inline constexpr std::int64_t kUnknownSize = std::numeric_limits<std::int64_t>::min();

bool HasUnknownSize(const Dims& dims);
bool AreCompatibleSizes(const Dims& a, const Dims& b);
// True if they can be equal: the same number of dimensions, each equal or unknown.
inline bool AreCompatible(const Dims& a, const Dims& b) {
  return a.size() == b.size() && (a.empty() || AreCompatibleSizes(a, b));
}
// Merges compatible dimensions: a size is known if one of them knows it.
Dims Merged(const Dims& a, const Dims& b);
// 0 with an unknown size.
std::int64_t NumElements(const Dims& dims);
// "[2, 3]", with `:` for an unknown size; empty for a scalar.
std::string ToString(const Dims& dims);

struct Value {
  Type type;
  Variability variability = Variability::kConstant;
  units::UnitId unit;          // of each element; invalid: not known, and no report about it (unit_check.h)
  Scalar scalar;               // when there are no dimensions
  Dims dims;                   // empty for a scalar
  BoxedList<Scalar> elements;  // of an array, the last subscript running fastest
  // For a record, which has no elements. An array of records is a record of arrays: the dimensions of a field
  // are those of the record, followed by its own. An array whose size is known only during the run
  // (run_array.h) has no elements either. Its place in the arena and its sizes are here, each a scalar.
  BoxedList<Value> fields;

  bool IsError() const { return type == BaseType::kError; }
  bool IsScalar() const { return dims.empty(); }
  bool IsRecord() const { return type == BaseType::kRecord; }
  std::size_t size() const { return dims.empty() ? 1 : elements.size(); }
  const Scalar& operator[](std::size_t i) const { return dims.empty() ? scalar : elements[i]; }
  Scalar& operator[](std::size_t i) { return dims.empty() ? scalar : elements[i]; }
  // True if every element is, including those of the fields.
  bool IsConstant() const;
  bool IsOfRun() const { return !fields.empty() && !IsRecord(); }
  bool HasUnknownSize() const { return !dims.empty() && semantics::HasUnknownSize(dims); }
};

using Fields = BoxedList<Value>;

inline Value ScalarValue(Type type, Scalar scalar, Variability variability = Variability::kConstant) {
  Value value;
  value.type = type;
  value.variability = variability;
  value.scalar = scalar;
  return value;
}
// A value of the given dimensions with unknown elements.
Value ArrayValue(Type type, Dims dims, Variability variability = Variability::kConstant);

// Calls f(value) for the value, or for each field of a record and of the records in it.
template <class ValueOrConst, class F>
void ForEachLeaf(ValueOrConst& value, F f) {
  if (!value.IsRecord()) return f(value);
  for (auto& field : value.fields) ForEachLeaf(field, f);
}

}  // namespace daedalus::semantics
