#include "daedalus/model/compile/unmet_state_preferences.h"

#include <fmt/format.h>

namespace daedalus::compile {
namespace {

bool HasPreference(const System& system, VariableId v, StateSelect preference) {
  return system.declarations[system.variables[v].declaration].state_select == preference;
}

}  // namespace

std::vector<Diagnostic> FindUnmetStatePreferences(const GivenModel& given, const PreparedModel& model,
                                                  StateSelect preference) {
  constexpr std::size_t kMostNamed = 5;
  const System& system = *given.system;
  std::vector<std::size_t> preferences;  // places among the quantities
  for (std::size_t i = 0; i < given.quantities.size(); ++i) {
    const auto& [variable, order] = given.quantities[i];
    if (order == 0 && HasPreference(system, variable, preference)) preferences.push_back(i);
  }
  if (preferences.empty()) return {};
  const std::vector<char> is_differential = causal::IncidenceOf(*model.whole).is_differential;
  std::vector<VariableId> found;
  for (const std::size_t i : preferences) {
    const Quantity& place = model.whole_places[i];
    if (place.is_derivative() || !is_differential[place.variable.index()])
      found.push_back(given.quantities[i].variable);
  }
  if (found.empty()) return {};
  const bool is_demand = preference == StateSelect::kAlways;
  Diagnostic d = Warning(Code::kNoState, {}, "{} is {} as a state, but is computed from other states",
                         found.size() == 1 ? fmt::format("`{}`", NameOf(system, found[0]))
                                           : fmt::format("each of {} variables", found.size()),
                         is_demand ? "required" : "preferred");
  if (!is_demand) d.severity = Severity::kNote;
  for (std::size_t i = 0; i < found.size() && i < kMostNamed; ++i) {
    const Variable& variable = system.variables[found[i]];
    d.With(system.declarations[variable.declaration].span,
           fmt::format("`{}` has stateSelect = StateSelect.{}, and is computed from the states",
                       NameOf(system, variable), is_demand ? "always" : "prefer"));
  }
  return {
      std::move(d).Note("the equations do not determine its derivative, or other variables with the same "
                        "preference took the degree of freedom")};
}

}  // namespace daedalus::compile
