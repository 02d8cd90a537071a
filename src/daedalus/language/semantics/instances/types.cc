#include "daedalus/language/semantics/instances/types.h"

#include <array>
#include <utility>

namespace daedalus::semantics {

Type FindType(std::string_view name) {
  constexpr std::array<std::pair<std::string_view, Type>, 6> kPredefined = {{
      {"Real", BaseType::kReal},
      {"Integer", BaseType::kInteger},
      {"Boolean", BaseType::kBoolean},
      {"String", BaseType::kString},
      {"StateSelect", kStateSelectType},
      {"AssertionLevel", kAssertionLevelType},
  }};
  for (const auto& [known, type] : kPredefined) {
    if (known == name) return type;
  }
  return BaseType::kError;
}

ValueType ToValueType(Type type) {
  DAEDALUS_CHECK(CanVary(type) || type == BaseType::kClock,
                 "only numbers, Booleans and enumerations enter a System");
  if (type == BaseType::kInteger || IsEnumeration(type) || type == BaseType::kString)
    return ValueType::kInteger;
  return type == BaseType::kBoolean ? ValueType::kBoolean : ValueType::kReal;
}

std::string_view Name(Variability variability) {
  constexpr std::array<std::string_view, 4> kNames = {"constant", "parameter", "discrete variable",
                                                      "variable"};
  return kNames[static_cast<std::size_t>(variability)];
}

}  // namespace daedalus::semantics
