// The types of values, and how far a value may vary.
#pragma once

#include <cstdint>
#include <string_view>

#include "daedalus/base/id.h"
#include "daedalus/system/system.h"

namespace daedalus::semantics {

// The kind of a type. kError is the type of what was reported already: every operation on it is silently
// kError again.
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

// A type: its kind, and for kinds that have many types which one, by its id in the TypeTable.
struct Type {
  BaseType base = BaseType::kError;
  TypeId id;  // of enumerations, records, external objects and functions

  constexpr Type() = default;
  constexpr Type(BaseType the_base) : base(the_base) {}  // NOLINT: a kind without an id is a type
  constexpr Type(BaseType the_base, TypeId the_id) : base(the_base), id(the_id) {}

  // The same declaration. Whether values fit is a question to the TypeTable.
  friend constexpr bool operator==(const Type&, const Type&) = default;
  // Whether it is of this kind.
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
// Whether the values of the type can be counted through, so that it can be a dimension or a range.
constexpr bool IsIndexType(Type type) {
  return type == BaseType::kEnumeration || type == BaseType::kBoolean;
}
// The predefined type of that name, else kError.
Type FindType(std::string_view name);
// Whether a parameter of this type appears in a System.
constexpr bool HasValueType(Type type) {
  return IsNumeric(type) || type == BaseType::kBoolean;
}
// Whether a variable of this type does; an enumeration as the numbers of its literals, a String as that of
// its text.
constexpr bool CanVary(Type type) {
  return HasValueType(type) || IsEnumeration(type) || type == BaseType::kString;
}
// Of what can vary; a clock counts as a Real until clocks are resolved.
ValueType ToValueType(Type type);
// Whether a variable of this type is an unknown of the continuous part, unless a when-clause assigns to it.
constexpr bool IsContinuous(Type type) {
  return type == BaseType::kReal || type == BaseType::kClock;
}
// Of a sum or product of two numbers.
constexpr BaseType UnifyNumbers(Type a, Type b) {
  return a == BaseType::kReal || b == BaseType::kReal ? BaseType::kReal : BaseType::kInteger;
}

// How far something varies, in rising order; an expression varies as much as the most varying thing in it.
enum class Variability : std::uint8_t { kConstant, kParameter, kDiscrete, kContinuous };
std::string_view Name(Variability variability);

}  // namespace daedalus::semantics
