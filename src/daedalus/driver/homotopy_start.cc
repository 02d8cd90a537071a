#include "daedalus/driver/homotopy_start.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <vector>

#include "daedalus/driver/find_start.h"
#include "daedalus/driver/flatten_model.h"
#include "daedalus/nonlinear/continuation.h"

namespace daedalus::driver {
namespace {

using Values = std::map<std::string, double>;

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
  StartOfModel start;
  if (!FindStart(*std::move(given), way.settings, start)) return std::nullopt;
  if (!HasConditions(*start.states->start_model().system, *start.found.plan, way.conditions))
    return std::nullopt;
  return ValuesOf(*start.states);
}

bool IsCancelled(const HomotopyModel& model) {
  return model.settings.cancelled && model.settings.cancelled->load();
}

}  // namespace

HomotopyModel LedModel(const ModelOptions& options, SourceFiles& loaded, simulate::StateChanges& states,
                       const initialize::InitialPlan& plan, const compile::ConstraintOptions& constraints,
                       const simulate::RunSettings& settings) {
  HomotopyModel out{.flatten =
                        [&options, &loaded](double lambda) {
                          ModelOptions model = options;
                          model.homotopy = lambda;
                          model.unit_check = semantics::UnitCheck::kOff;  // all was told before
                          Diagnostics known;
                          return FlattenModel(model, loaded, known);
                        },
                    .conditions = {},
                    .constraints = constraints,
                    .settings = settings};
  const System& system = *states.start_model().system;
  for (const VariableId v : plan.start_conditions) out.conditions.insert(NameOf(system, v));
  return out;
}

std::string HomotopyStart::way() const {
  return fmt::format("homotopy, in {} steps from the simplified expressions", num_solved);
}

HomotopyStart FollowHomotopy(const HomotopyModel& model) {
  HomotopyStart out;
  std::optional<Values> known;
  const auto solve = [&](double lambda) {
    std::optional<System> system = IsCancelled(model) ? std::nullopt : model.flatten(lambda);
    if (!system) return false;
    if (known) SetGuesses(*system, *known, model.conditions);
    std::optional<Values> found = SolveStart(*system, model);
    if (!found) return false;
    known = std::move(found);
    if (lambda == 1) out.system = std::move(system);
    return true;
  };
  const nonlinear::ContinuationOutcome way = nonlinear::FollowSolution(solve);
  out.reached = way.reached;
  out.num_solved = way.num_solved;
  if (out.system) SetGuesses(*out.system, *known, model.conditions);
  return out;
}

}  // namespace daedalus::driver
