#include "daedalus/semantics/types.h"

#include <array>

namespace daedalus::semantics {
namespace {

constexpr std::array<std::string_view, 7> kTypeNames = {"<error>", "Real",        "Integer",       "Boolean",
                                                        "String",  "StateSelect", "AssertionLevel"};
constexpr std::array<std::string_view, 5> kStateSelect = {"never", "avoid", "default", "prefer", "always"};
constexpr std::array<std::string_view, 2> kAssertionLevel = {"warning", "error"};

}  // namespace

std::string_view Name(BaseType type) {
  return kTypeNames[static_cast<std::size_t>(type)];
}

BaseType FindType(std::string_view name) {
  for (std::size_t i = 1; i < kTypeNames.size(); ++i) {
    if (kTypeNames[i] == name) return static_cast<BaseType>(i);
  }
  return BaseType::kError;
}

std::span<const std::string_view> Literals(BaseType enumeration) {
  if (enumeration == BaseType::kStateSelect) return kStateSelect;
  if (enumeration == BaseType::kAssertionLevel) return kAssertionLevel;
  return {};
}

ValueType ToValueType(BaseType type) {
  DAEDALUS_CHECK(HasValueType(type), "only numbers and Booleans enter a System");
  if (type == BaseType::kInteger) return ValueType::kInteger;
  return type == BaseType::kBoolean ? ValueType::kBoolean : ValueType::kReal;
}

BaseType Unify(BaseType a, BaseType b) {
  if (a == b) return a;
  return IsNumeric(a) && IsNumeric(b) ? BaseType::kReal : BaseType::kError;
}

std::string_view Name(Variability variability) {
  constexpr std::array<std::string_view, 3> kNames = {"constant", "parameter", "variable"};
  return kNames[static_cast<std::size_t>(variability)];
}

}  // namespace daedalus::semantics
