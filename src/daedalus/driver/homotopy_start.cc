#include "daedalus/driver/homotopy_start.h"

#include <algorithm>
#include <map>
#include <vector>

#include "daedalus/driver/find_start.h"

namespace daedalus::driver {
namespace {

using Values = std::map<std::string, double>;

constexpr double kLeastStep = 1.0 / 1024;

// Those that are guesses only.
void SetGuesses(System& system, const Values& values, const std::set<std::string>& conditions) {
  for (Variable& variable : system.variables) {
    const std::string name = NameOf(system, variable);
    const auto found = values.find(name);
    if (found == values.end() || variable.fixed || conditions.contains(name)) continue;
    variable.start = system.graph.Constant(found->second);
  }
}

bool HasConditions(const System& system, const initialize::InitialPlan& plan,
                   const std::set<std::string>& conditions) {
  return plan.start_conditions.size() == conditions.size() &&
         std::ranges::all_of(plan.start_conditions,
                             [&](VariableId v) { return conditions.contains(NameOf(system, v)); });
}

Values ValuesOf(simulate::StateChanges& states) {
  const compile::GivenModel& given = states.given();
  const std::span<const double> values = states.values();
  Values out;
  for (std::size_t i = 0; i < given.quantities.size(); ++i) {
    if (given.quantities[i].order == 0) out[NameOf(*given.system, given.quantities[i])] = values[i];
  }
  for (std::size_t i = 0; i < given.aliases.size(); ++i) {
    const causal::Alias& alias = given.aliases[i];
    const bool is_constant = !alias.kept.IsValid();
    out[NameOf(*given.system, alias.removed)] =
        is_constant ? given.alias_values[i] : alias.sign * values[alias.kept.index()];
  }
  return out;
}

// All variables at the start.
std::optional<Values> SolveStart(System system, const HomotopyModel& way) {
  Diagnostics told_later;  // of the actual model
  auto given = compile::ReadGivenModel(std::move(system), way.constraints, compile::AliasTreatment::kRemove,
                                       told_later);
  if (!given) return std::nullopt;
  const auto found = FindStart(*std::move(given), way.settings);
  if (!found || !HasConditions(*found->states->start_model().system, found->plan, way.conditions))
    return std::nullopt;
  return ValuesOf(*found->states);
}

bool IsCancelled(const HomotopyModel& model) {
  return model.settings.cancelled && model.settings.cancelled->load();
}

}  // namespace

HomotopyStart FollowHomotopy(const HomotopyModel& model) {
  HomotopyStart out;
  std::optional<Values> known;
  double step = 1;
  for (double lambda = 0; !IsCancelled(model);) {
    std::optional<System> system = model.flatten(lambda);
    if (!system) return out;
    if (known) SetGuesses(*system, *known, model.conditions);
    std::optional<Values> found = SolveStart(*system, model);
    if (found) {
      ++out.num_solved;
      out.reached = lambda;
      if (lambda == 1) {
        SetGuesses(*system, *found, model.conditions);
        out.system = std::move(system);
        return out;
      }
      step = known ? 2 * step : step;
      known = std::move(found);
    } else {
      if (!known || step <= kLeastStep) return out;
      step /= 2;
    }
    lambda = std::min(1.0, out.reached + step);
  }
  return out;
}

}  // namespace daedalus::driver
