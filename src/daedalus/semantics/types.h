// The types of scalar values, and how far a value may vary.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>

#include "daedalus/system/system.h"

namespace daedalus::semantics {

// kError is the type of what was reported already: every operation on it is silently kError again.
enum class BaseType : std::uint8_t {
  kError,
  kReal,
  kInteger,
  kBoolean,
  kString,
  kStateSelect,
  kAssertionLevel
};

std::string_view Name(BaseType type);
constexpr bool IsNumeric(BaseType type) {
  return type == BaseType::kReal || type == BaseType::kInteger;
}
constexpr bool IsEnumeration(BaseType type) {
  return type >= BaseType::kStateSelect;
}
// The type named so in a declaration, else kError.
BaseType FindType(std::string_view name);
// The literals of an enumeration, in order.
std::span<const std::string_view> Literals(BaseType enumeration);
// Whether a value of this type appears in a System at all, and as what.
constexpr bool HasValueType(BaseType type) {
  return type == BaseType::kReal || type == BaseType::kInteger || type == BaseType::kBoolean;
}
ValueType ToValueType(BaseType type);
// The type of both together: equal types, or Real for Real and Integer; else kError.
BaseType Unify(BaseType a, BaseType b);

// How far something varies, in rising order; an expression varies as much as the most varying thing in it.
enum class Variability : std::uint8_t { kConstant, kParameter, kContinuous };
std::string_view Name(Variability variability);

}  // namespace daedalus::semantics
