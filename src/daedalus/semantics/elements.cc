#include "daedalus/semantics/elements.h"

namespace daedalus::semantics {
namespace {

template <class Element, class Id>
Id Append(IdVector<Id, Element>& elements, PathId path, const Dims& dims) {
  const Id first(elements.size());
  const auto count = static_cast<std::uint32_t>(NumElements(dims));
  for (std::uint32_t i = 0; i < count; ++i) {
    Element element;
    element.name = {path, i};
    elements.Add(std::move(element));
  }
  return first;
}

}  // namespace

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
    const PathId path = system.names.AddPath(context.NameOf(symbol), symbol.dims);
    if (symbol.role == Role::kVariable) {
      symbol.first_variable = Append(system.variables, path, symbol.dims);
    } else {
      symbol.first_parameter = Append(system.parameters, path, symbol.dims);
    }
  }
}

}  // namespace daedalus::semantics
