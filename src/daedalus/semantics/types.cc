#include "daedalus/semantics/types.h"

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
  DAEDALUS_CHECK(HasValueType(type), "only numbers and Booleans enter a System");
  if (type == BaseType::kInteger) return ValueType::kInteger;
  return type == BaseType::kBoolean ? ValueType::kBoolean : ValueType::kReal;
}

std::string_view Name(Variability variability) {
  constexpr std::array<std::string_view, 3> kNames = {"constant", "parameter", "variable"};
  return kNames[static_cast<std::size_t>(variability)];
}

}  // namespace daedalus::semantics
