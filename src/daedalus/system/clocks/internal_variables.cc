#include "daedalus/system/clocks/internal_variables.h"

#include <fmt/format.h>

#include <utility>

namespace daedalus::clocks {

// No name of the language has such a letter, unless it is quoted.
ScalarName InternalVariables::NewName(std::string_view kind) {
  return system_.names.Add(fmt::format("${}{}", kind, ++num_names_));
}

DiscreteId InternalVariables::Add(std::string_view kind, ValueType type, Span span) {
  Declaration declaration;
  declaration.span = span;
  declaration.type = type;
  DiscreteVariable variable;
  variable.name = NewName(kind);
  variable.declaration = system_.declarations.Add(std::move(declaration));
  variable.is_internal = true;
  return AddDiscrete(system_.hybrid, variable);
}

VariableId InternalVariables::AddContinuous(std::string_view kind, Variable like) {
  like.name = NewName(kind);
  like.fixed = false;
  Declaration declaration = system_.declarations[like.declaration];
  declaration.state_select = StateSelect::kDefault;  // its preference is that of the discrete variable
  like.declaration = system_.declarations.Add(std::move(declaration));
  return system_.variables.Add(like);
}

void InternalVariables::Define(DiscreteId variable, ExprId value, OriginId origin) {
  if (!origin.IsValid()) origin = system_.origins.Add({});
  system_.hybrid.equations.push_back({Value(variable), value, origin});
}

}  // namespace daedalus::clocks
