// What an expression becomes: a type, dimensions, and one Scalar for each element.
//
// A Scalar is a constant, an expression of the graph, a text with values of the run in it, or unknown (when
// only the type and dimensions matter, and for parameters without a value). Operations fold constants and keep everything else, so one walk over
// the syntax tree serves as constant evaluator and as translator to expressions.
//
// Constants are doubles: Integers are whole numbers up to 2^52 in magnitude, Booleans 0 and 1, enumerations
// the index of the literal from 1, strings the id of their text (Context::texts). A text with values in it is
// the number of its template (Context::templates).
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "daedalus/expr/graph.h"
#include "daedalus/semantics/types.h"

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

std::int64_t NumElements(const Dims& dims);
// "[2, 3]"; empty for a scalar.
std::string ToString(const Dims& dims);

struct Value {
  Type type;
  Variability variability = Variability::kConstant;
  Scalar scalar;                 // when there are no dimensions
  Dims dims;                     // empty for a scalar
  std::vector<Scalar> elements;  // of an array, the last subscript running fastest

  bool IsError() const { return type == BaseType::kError; }
  bool IsScalar() const { return dims.empty(); }
  std::size_t size() const { return dims.empty() ? 1 : elements.size(); }
  const Scalar& operator[](std::size_t i) const { return dims.empty() ? scalar : elements[i]; }
  Scalar& operator[](std::size_t i) { return dims.empty() ? scalar : elements[i]; }
  bool IsConstant() const;
};

Value ScalarValue(Type type, Scalar scalar, Variability variability = Variability::kConstant);
// Of the given dimensions, each element unknown.
Value ArrayValue(Type type, Dims dims, Variability variability = Variability::kConstant);

}  // namespace daedalus::semantics
