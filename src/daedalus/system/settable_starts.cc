#include "daedalus/system/settable_starts.h"

#include <optional>
#include <utility>

#include "daedalus/base/nearest_name.h"
#include "daedalus/system/parameters.h"
#include "daedalus/system/print_system.h"

namespace daedalus {
namespace {

// What gives a variable its start value.
struct StartPlace {
  ExprId* start = nullptr;
  DeclarationId declaration;
  StartWeight* weight = nullptr;  // null: discrete variables have none
};

StartPlace FindStartPlace(System& system, std::string_view name, NearestName& nearest) {
  for (Variable& variable : system.variables) {
    const std::string own = system.names.Text(variable.name);
    nearest.Offer(own);
    if (own == name) return {&variable.start, variable.declaration, &variable.start_weight};
  }
  for (DiscreteVariable& discrete : system.hybrid.discretes) {
    if (discrete.is_internal) continue;
    const std::string own = system.names.Text(discrete.name);
    nearest.Offer(own);
    if (own == name) return {&discrete.start, discrete.declaration};
  }
  return {};
}

}  // namespace

std::string NameOfStart(std::string_view variable) {
  return std::string(variable) + ".start";
}

Result<System> WithSettableStarts(System system, std::span<const std::string> variables) {
  for (const std::string& name : variables) {
    std::string own = NameOfStart(name);
    if (ParameterNamed(system, own)) continue;
    NearestName nearest(name);
    const StartPlace place = FindStartPlace(system, name, nearest);
    if (!place.start) {
      Diagnostic d = Error(Code::kBadOption, {}, "`{}` has no variable `{}`, whose start value was to be set",
                           system.name, name);
      if (std::string hint = nearest.Hint(); !hint.empty()) d.Hint(std::move(hint));
      return Fail(std::move(d));
    }
    Parameter parameter;
    parameter.name = system.names.Add(std::move(own));
    parameter.declaration = place.declaration;
    parameter.value = place.start->IsValid() ? *place.start : system.graph.Constant(0);
    if (place.weight) *place.weight = StartWeight::kModel;  // as if it stood in the text of the model
    *place.start = system.graph.Parameter(system.parameters.Add(std::move(parameter)));
  }
  return system;
}

}  // namespace daedalus
