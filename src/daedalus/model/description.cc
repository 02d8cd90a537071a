#include "daedalus/model/description.h"

#include <algorithm>
#include <map>
#include <set>
#include <unordered_map>
#include <utility>

#include "daedalus/model/dependencies.h"
#include "daedalus/model/described_events.h"
#include "daedalus/model/described_variables.h"
#include "daedalus/model/parameter_kinds.h"
#include "daedalus/system/units/parse_unit.h"

namespace daedalus::model {
namespace {

using Kind = ValueSource::Kind;

void ListVariables(const compile::GivenModel& given, ModelDescription& out) {
  const TakeVariable take = [&](VariableDescription&& v) { out.variables.push_back(std::move(v)); };
  ForEachVariable(given, given.quantities, Detail::kAll, take);
  ForEachOther(*given.system, take);
}

void ListEnumerations(const System& system, ModelDescription& out) {
  std::set<std::string> known;
  for (const Enumeration& enumeration : system.enumerations) {
    if (enumeration.is_string()) {
      out.texts = enumeration.texts;
    } else if (known.insert(enumeration.name).second) {
      out.enumerations.push_back({enumeration.name, enumeration.literals});
    }
  }
  for (const TextParameter& parameter : system.text_parameters) {
    if (!parameter.literals.empty() && known.insert(parameter.type).second)
      out.enumerations.push_back({parameter.type, parameter.literals});
  }
}

void ListUnits(ModelDescription& out) {
  std::set<std::string> texts;
  for (const VariableDescription& v : out.variables) texts.insert({v.unit, v.display_unit});
  texts.erase("");
  for (const std::string& text : texts) out.units.push_back({text, units::ParseUnit(text).unit});
}

void ListInputs(const System& system, ModelDescription& out) {
  std::unordered_map<std::string, HeldId> held;
  for (const ModelInput& input : system.hybrid.inputs)
    held.emplace(system.names.Text(input.name), LeafOf(system.hybrid, input));
  if (held.empty()) return;
  std::unordered_map<std::string, std::uint32_t> places;
  for (std::uint32_t i = 0; i < out.variables.size(); ++i) {
    if (out.variables[i].causality == VariableCausality::kInput) places.emplace(out.variables[i].name, i);
  }
  for (const ModelInput& input : system.hybrid.inputs) {
    const std::string name = system.names.Text(input.name);
    if (const auto place = places.find(name); place != places.end())
      out.inputs.push_back({place->second, held.at(name)});
  }
}

// Maps quantities of the given model to the list of variables. Aliases come later in the list and do not
// count.
class Places {
 public:
  Places(const compile::GivenModel& given, const ModelDescription& description)
      : given_(given), variable_of_(given.quantities.size()) {
    for (std::uint32_t i = 0; i < description.variables.size(); ++i) {
      const ValueSource& source = description.variables[i].source;
      if (source.kind == Kind::kQuantity && !variable_of_[source.index]) variable_of_[source.index] = i;
    }
    for (std::size_t i = 0; i < given.quantities.size(); ++i)
      at_.emplace(std::pair(given.quantities[i].variable.value, given.quantities[i].order), i);
  }

  std::optional<std::uint32_t> VariableOf(std::size_t quantity) const { return variable_of_[quantity]; }
  // The place of the derivative of this quantity.
  std::optional<std::uint32_t> DerivativeOf(std::size_t quantity) const {
    const Quantity& of = given_.quantities[quantity];
    const auto at = at_.find(std::pair(of.variable.value, of.order + 1));
    return at == at_.end() ? std::nullopt : variable_of_[at->second];
  }

 private:
  const compile::GivenModel& given_;
  std::vector<std::optional<std::uint32_t>> variable_of_;    // for each quantity
  std::map<std::pair<std::uint32_t, int>, std::size_t> at_;  // the place of a quantity, by variable and order
};

// A state without a start value of its own starts with an assumed one.
void GiveStart(const compile::GivenModel& given, const Quantity& quantity, VariableDescription& out) {
  if (out.start || quantity.order > 0) return;
  out.start = given.attributes.start[quantity.variable.index()];
  out.start_kind = StartKind::kApprox;
}

void ListStates(const compile::GivenModel& given, const compile::PreparedModel& at_start,
                DependencyFinder& finder, ModelDescription& out) {
  const Places places(given, out);
  std::unordered_map<std::uint32_t, std::size_t> quantity_of;  // by the variable of `whole`
  for (std::size_t i = 0; i < at_start.whole_places.size(); ++i) {
    const Quantity& place = at_start.whole_places[i];
    if (place.order == 0 && places.VariableOf(i)) quantity_of.emplace(place.variable.value, i);
  }
  for (const VariableId state : finder.states()) {
    StateDescription described;
    const auto at = quantity_of.find(state.value);
    described.name = NameOf(*at_start.whole, state);
    if (at != quantity_of.end()) {
      described.variable = places.VariableOf(at->second);
      described.derivative = places.DerivativeOf(at->second);
      VariableDescription& variable = out.variables[*described.variable];
      described.name = variable.name;
      GiveStart(given, given.quantities[at->second], variable);
    }
    described.dependencies = finder.Of({state, 1});
    out.states.push_back(std::move(described));
  }
}

void ListOutputs(const compile::PreparedModel& at_start, DependencyFinder& finder, ModelDescription& out) {
  for (std::uint32_t i = 0; i < out.variables.size(); ++i) {
    if (out.variables[i].causality != VariableCausality::kOutput) continue;
    const ValueSource& source = out.variables[i].source;
    out.outputs.push_back({i, source.kind == Kind::kQuantity ? finder.Of(at_start.whole_places[source.index])
                                                             : Dependencies()});
  }
}

}  // namespace

ModelDescription Describe(const compile::GivenModel& given, const compile::PreparedModel& at_start) {
  const System& system = *given.system;
  ModelDescription out;
  out.name = system.name;
  out.description = system.description;
  out.experiment = system.experiment;
  ListEnumerations(system, out);
  ListVariables(given, out);
  ListInputs(system, out);
  std::vector<HeldId> inputs;
  for (const InputDescription& input : out.inputs) inputs.push_back(input.held);
  std::vector<VariableVariability> parameters;
  for (const ParameterKind& kind : KindsOfParameters(given)) parameters.push_back(kind.variability);
  DependencyFinder finder(*at_start.whole, at_start.program, inputs, std::move(parameters));
  ListStates(given, at_start, finder, out);
  ListOutputs(at_start, finder, out);
  ListUnits(out);
  out.events = DescribeEvents(given);
  out.num_when_conditions = CountWhenConditions(system);
  return out;
}

const VariableDescription* FindVariable(const ModelDescription& description, std::string_view name) {
  const auto at = std::ranges::find(description.variables, name, &VariableDescription::name);
  return at == description.variables.end() ? nullptr : &*at;
}

std::string_view NameOf(VariableType type) {
  constexpr std::string_view kNames[] = {"Real", "Integer", "Boolean", "String", "enumeration"};
  return kNames[static_cast<std::size_t>(type)];
}

std::string_view NameOf(VariableCausality causality) {
  constexpr std::string_view kNames[] = {"independent", "parameter", "calculatedParameter",
                                         "input",       "output",    "local"};
  return kNames[static_cast<std::size_t>(causality)];
}

std::string_view NameOf(VariableVariability variability) {
  constexpr std::string_view kNames[] = {"constant", "fixed", "tunable", "discrete", "continuous"};
  return kNames[static_cast<std::size_t>(variability)];
}

std::string_view NameOf(StartKind start_kind) {
  constexpr std::string_view kNames[] = {"exact", "approx", "calculated"};
  return kNames[static_cast<std::size_t>(start_kind)];
}

std::string_view NameOf(EventDescription::Kind kind) {
  constexpr std::string_view kNames[] = {"crossing", "time", "sample", "reinit", "termination"};
  return kNames[static_cast<std::size_t>(kind)];
}

}  // namespace daedalus::model
