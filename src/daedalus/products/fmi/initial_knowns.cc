#include "daedalus/products/fmi/initial_knowns.h"

#include <algorithm>
#include <optional>
#include <set>

#include "daedalus/system/expr/leaves.h"

namespace daedalus::fmi {
namespace {

using model::ValueSource;
using model::VariableCausality;
using model::VariableVariability;

bool StartsWithItsStates(const Interface& shown, const System& system) {
  if (shown.names_of_states_vary || shown.states.size() != shown.description->states.size()) return false;
  if (!system.initial_equations.empty() || std::ranges::any_of(system.variables, &Variable::is_kept))
    return false;
  const bool has_inputs_only = std::ranges::all_of(
      system.hybrid.held, [](const Held& held) { return held.kind == Held::Kind::kInput; });
  return has_inputs_only &&
         std::ranges::all_of(shown.description->states, [&](const model::StateDescription& state) {
           return state.variable && shown.variables[*state.variable].initial == Initial::kExact;
         });
}

class Finder {
 public:
  Finder(const Interface& shown, const compile::GivenModel& given)
      : shown_(shown), system_(*given.system), place_of_(system_.parameters.size()) {
    for (std::uint32_t i = 0; i < shown.num_described(); ++i) {
      const ValueSource& source = shown.description->variables[i].source;
      if (source.kind == ValueSource::Kind::kParameter && !shown.description->variables[i].alias_of)
        place_of_[source.index] = i;
      const bool is_set = shown.variables[i].causality == VariableCausality::kParameter;
      if (is_set && shown.description->variables[i].is_structural)
        structural_.insert(shown.variables[i].reference);
    }
    for (std::size_t k = 0; k < shown.states.size(); ++k)
      dependencies_.emplace(shown.states[k].derivative, &shown.states[k].dependencies);
    for (const model::OutputDescription& output : shown.description->outputs) {
      if (shown.description->variables[output.variable].source.kind == ValueSource::Kind::kQuantity)
        dependencies_.emplace(shown.variables[output.variable].reference, &output.dependencies);
    }
  }

  // nullopt: on everything.
  std::optional<std::vector<Known>> Of(std::uint32_t place) {
    if (place >= shown_.num_described()) return OfVariable(shown_.variables[place].reference);
    const model::VariableDescription& variable = shown_.description->variables[place];
    if (variable.source.kind != ValueSource::Kind::kParameter)
      return OfVariable(shown_.variables[place].reference);
    std::set<std::uint32_t> references = structural_;
    AddBehind(ParameterId(variable.source.index), references);
    std::vector<Known> out;
    for (const std::uint32_t reference : references) out.push_back({reference});
    return out;
  }

 private:
  std::optional<std::vector<Known>> OfVariable(std::uint32_t reference) {
    const auto at = dependencies_.find(reference);
    if (at == dependencies_.end() || !*at->second) return std::nullopt;
    std::optional<std::vector<Known>> out = KnownsOf(shown_, *at->second);
    if (!out) return out;
    // Before the start the other kinds have no meaning.
    for (Known& known : *out) {
      if (known.factor != VariableVariability::kConstant) known.factor = VariableVariability::kContinuous;
    }
    std::set<std::uint32_t> references = structural_;
    for (const std::uint32_t p : (*at->second)->parameters) AddParameter(ParameterId(p), references);
    for (const std::uint32_t r : references) out->push_back({r});
    std::ranges::sort(*out, {}, &Known::reference);
    return out;
  }

  // A parameter that can be set, or those behind it.
  void AddParameter(ParameterId p, std::set<std::uint32_t>& out) {
    const std::optional<std::uint32_t> place =
        p.index() < place_of_.size() ? place_of_[p.index()] : std::nullopt;
    const bool is_known = place && shown_.variables[*place].causality == VariableCausality::kParameter;
    if (is_known) {
      out.insert(shown_.variables[*place].reference);
    } else {
      AddBehind(p, out);
    }
  }
  void AddBehind(ParameterId p, std::set<std::uint32_t>& out) {
    if (p.index() >= place_of_.size() || !system_.parameters[p].value.IsValid()) return;
    const std::vector<ParameterId> behind =
        leaves_.Collect(system_.graph, system_.parameters[p].value).parameters;
    for (const ParameterId other : behind) AddParameter(other, out);
  }

  const Interface& shown_;
  const System& system_;
  std::vector<std::optional<std::uint32_t>> place_of_;  // of parameters, by ParameterId
  // Their values have shaped the equations, so anything may depend on them.
  std::set<std::uint32_t> structural_;
  std::map<std::uint32_t, const std::optional<model::Dependencies>*> dependencies_;  // by reference
  expr::LeafCollector leaves_;
};

}  // namespace

InitialKnowns FindInitialKnowns(const Interface& shown, const compile::GivenModel& given) {
  InitialKnowns out;
  if (!StartsWithItsStates(shown, *given.system)) return out;
  Finder finder(shown, given);
  for (const std::uint32_t place : InitialUnknowns(shown)) {
    if (auto knowns = finder.Of(place)) out.emplace(place, *std::move(knowns));
  }
  return out;
}

}  // namespace daedalus::fmi
