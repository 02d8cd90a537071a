#include "daedalus/semantics/elements.h"

namespace daedalus::semantics {
namespace {

template <class Element, class Id>
Id Append(IdVector<Id, Element>& elements, std::string_view name, const Dims& dims) {
  const Id first(elements.size());
  const auto count = static_cast<std::size_t>(NumElements(dims));
  for (std::size_t i = 0; i < count; ++i) {
    Element element;
    element.name = ElementName(name, dims, i);
    elements.Add(std::move(element));
  }
  return first;
}

}  // namespace

std::string ElementName(std::string_view name, const Dims& dims, std::size_t element) {
  std::string text(name);
  if (dims.empty()) return text;
  auto stride = static_cast<std::size_t>(NumElements(dims));
  char separator = '[';
  for (const std::int64_t d : dims) {
    stride /= static_cast<std::size_t>(d);
    text += separator;
    text += std::to_string(element / stride + 1);
    element %= stride;
    separator = ',';
  }
  return text += ']';
}

void Allocate(Context& context) {
  System& system = context.system;
  std::size_t num_variables = 0, num_parameters = 0;
  const auto is_in_system = [](const Symbol& s) { return s.has_dims && HasValueType(s.type); };
  for (const Symbol& symbol : context.symbols) {
    if (!is_in_system(symbol)) continue;
    (symbol.role == Role::kVariable ? num_variables : num_parameters) +=
        static_cast<std::size_t>(NumElements(symbol.dims));
  }
  system.variables.reserve(num_variables);
  system.parameters.reserve(num_parameters);
  for (Symbol& symbol : context.symbols) {
    if (!symbol.has_dims) context.reporter.GiveUp(symbol.name_span);
    if (!is_in_system(symbol)) continue;
    if (symbol.role == Role::kVariable) {
      symbol.first_variable = Append(system.variables, context.NameOf(symbol), symbol.dims);
    } else {
      symbol.first_parameter = Append(system.parameters, context.NameOf(symbol), symbol.dims);
    }
  }
}

}  // namespace daedalus::semantics
