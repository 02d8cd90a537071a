// The types of values, and the degrees of variability.
#pragma once

#include <cstdint>
#include <string_view>

#include "daedalus/base/id.h"
#include "daedalus/system/system.h"

namespace daedalus::semantics {

// The kind of a type. kError is the type of values whose mistake was already reported: every operation on it
// silently gives kError again.
enum class BaseType : std::uint8_t {
  kError,
  kReal,
  kInteger,
  kBoolean,
  kString,
  kEnumeration,
  kRecord,
  kExternalObject,
  kFunction,
  kClock,
};

struct TypeTag;
using TypeId = Id<TypeTag>;

// A type: its kind, and its id in the TypeTable for kinds with many types.
struct Type {
  BaseType base = BaseType::kError;
  TypeId id;  // of enumerations, records, external objects and functions

  constexpr Type() = default;
  constexpr Type(BaseType the_base) : base(the_base) {}  // NOLINT: a kind without an id is a type
  constexpr Type(BaseType the_base, TypeId the_id) : base(the_base), id(the_id) {}

  // True for the same declaration. The TypeTable decides whether values fit.
  friend constexpr bool operator==(const Type&, const Type&) = default;
  // True if it is of this kind.
  friend constexpr bool operator==(const Type& type, BaseType base) { return type.base == base; }
};

// The enumerations of the language itself come first in every TypeTable.
inline constexpr Type kStateSelectType(BaseType::kEnumeration, TypeId(0));
inline constexpr Type kAssertionLevelType(BaseType::kEnumeration, TypeId(1));

constexpr bool IsNumeric(Type type) {
  return type == BaseType::kReal || type == BaseType::kInteger;
}
constexpr bool IsEnumeration(Type type) {
  return type == BaseType::kEnumeration;
}
// True if the values of the type can be counted, so that it can be a dimension or a range.
constexpr bool IsIndexType(Type type) {
  return type == BaseType::kEnumeration || type == BaseType::kBoolean;
}
// The predefined type of that name, otherwise kError.
Type FindType(std::string_view name);
// True if a parameter of this type appears in a System.
constexpr bool HasValueType(Type type) {
  return IsNumeric(type) || type == BaseType::kBoolean;
}
// True if a variable of this type does: an enumeration as the numbers of its literals, a String as the number
// of its text.
constexpr bool CanVary(Type type) {
  return HasValueType(type) || IsEnumeration(type) || type == BaseType::kString;
}
// The value type of a type that can vary; a clock counts as a Real until clocks are resolved.
ValueType ToValueType(Type type);
// True if a variable of this type is an unknown of the continuous part, unless a when-clause assigns it.
constexpr bool IsContinuous(Type type) {
  return type == BaseType::kReal || type == BaseType::kClock;
}
// The type of a sum or product of two numbers.
constexpr BaseType UnifyNumbers(Type a, Type b) {
  return a == BaseType::kReal || b == BaseType::kReal ? BaseType::kReal : BaseType::kInteger;
}

// Degrees of variability in ascending order. An expression varies as much as its most varying part.
enum class Variability : std::uint8_t { kConstant, kParameter, kDiscrete, kContinuous };
std::string_view Name(Variability variability);

}  // namespace daedalus::semantics
