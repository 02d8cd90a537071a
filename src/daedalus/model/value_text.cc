#include "daedalus/model/value_text.h"

#include <algorithm>

#include "daedalus/system/expr/print_expression.h"

namespace daedalus::model {
namespace {

// nullopt if there is no such literal.
std::optional<std::string> LiteralOf(const ModelDescription& description, const std::string& enumeration,
                                     double value) {
  const auto at = std::ranges::find(description.enumerations, enumeration, &EnumerationDescription::name);
  if (at == description.enumerations.end() || !(value >= 1)) return std::nullopt;
  if (value > static_cast<double>(at->literals.size())) return std::nullopt;
  return at->literals[static_cast<std::size_t>(value) - 1];
}

}  // namespace

std::string ValueText(const ModelDescription& description, const VariableDescription& variable,
                      double value) {
  if (variable.type == VariableType::kBoolean) return value != 0 ? "true" : "false";
  if (variable.type == VariableType::kEnumeration) {
    if (auto literal = LiteralOf(description, variable.enumeration, value)) return *std::move(literal);
  }
  if (variable.type == VariableType::kString && description.texts) {
    if (const auto text = description.texts->TextOf(value)) return std::string(*text);
  }
  return expr::PrintNumber(value);
}

}  // namespace daedalus::model
