#include "daedalus/products/fmi/interface.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "daedalus/products/fmi/names.h"
#include "daedalus/products/fmi/source_text.h"

namespace daedalus::fmi {
namespace {

using model::ModelDescription;
using model::StartKind;
using model::VariableCausality;
using model::VariableDescription;
using model::VariableType;
using model::VariableVariability;

// The attribute `initial` of FMI: it says whether the start value may be set, and what the value means.
Initial InitialOf(const VariableDescription& variable) {
  if (variable.alias_of || !variable.start) return Initial::kCalculated;
  switch (variable.start_kind) {
    case StartKind::kExact:
      return Initial::kExact;
    case StartKind::kApprox:
      return Initial::kApprox;
    case StartKind::kCalculated:
      return Initial::kCalculated;
  }
  return Initial::kCalculated;
}

void ReadParameter(const VariableDescription& variable, ExposedVariable& out) {
  if (!variable.is_settable && !variable.is_structural) {
    out.causality = VariableCausality::kLocal;
    out.variability = VariableVariability::kConstant;
  } else if (out.variability != VariableVariability::kTunable) {
    out.variability = VariableVariability::kFixed;
  }
  out.initial = Initial::kExact;
}

// The combinations of causality, variability and initial that FMI allows (FMI 2.0.4, section 2.2.7; FMI 3.0,
// section 2.4.7.4).
void ReadOther(const VariableDescription& variable, ExposedVariable& out) {
  out.initial = InitialOf(variable);
  if (variable.type != VariableType::kReal && out.variability == VariableVariability::kContinuous)
    out.variability = VariableVariability::kDiscrete;
  if (out.variability == VariableVariability::kConstant) {
    if (variable.start) {
      out.initial = Initial::kExact;
      return;
    }
    out.variability = VariableVariability::kFixed;
  }
  const bool is_parameter =
      out.variability == VariableVariability::kFixed || out.variability == VariableVariability::kTunable;
  if (!is_parameter) return;
  if (out.causality == VariableCausality::kOutput) out.variability = VariableVariability::kDiscrete;
  if (out.initial == Initial::kExact) out.initial = Initial::kApprox;
}

ExposedVariable Expose(const VariableDescription& variable, std::uint32_t place) {
  ExposedVariable out;
  out.name = FmiName(variable.name);
  out.reference = place;
  out.variable = place;
  out.description = variable.description;
  out.causality = variable.causality;
  out.variability = variable.variability;
  switch (variable.causality) {
    case VariableCausality::kIndependent:
      out.variability = VariableVariability::kContinuous;
      out.initial = Initial::kNone;
      break;
    case VariableCausality::kParameter:
      ReadParameter(variable, out);
      break;
    case VariableCausality::kCalculatedParameter:
      if (out.variability != VariableVariability::kTunable) out.variability = VariableVariability::kFixed;
      out.initial = InitialOf(variable) == Initial::kCalculated ? Initial::kCalculated : Initial::kApprox;
      break;
    case VariableCausality::kInput:
      if (variable.type != VariableType::kReal) out.variability = VariableVariability::kDiscrete;
      out.initial = Initial::kExact;
      break;
    case VariableCausality::kOutput:
    case VariableCausality::kLocal:
      ReadOther(variable, out);
      break;
  }
  return out;
}

bool SharesReference(const ModelDescription& description, const VariableDescription& variable) {
  if (!variable.alias_of || variable.alias_of->sign < 0) return false;
  const VariableDescription& kept = description.variables[variable.alias_of->variable];
  return variable.causality == VariableCausality::kLocal && variable.type == kept.type &&
         variable.unit == kept.unit && variable.variability == kept.variability &&
         variable.type == VariableType::kReal && !kept.alias_of;
}

ExposedVariable Made(std::string name, std::uint32_t reference, std::string description) {
  return {.name = std::move(name), .reference = reference, .description = std::move(description)};
}

// The states at the start, each with the variables that show it and its derivative.
void ExposeStates(std::size_t count, Interface& out) {
  const std::uint32_t n = out.num_described();
  for (std::uint32_t k = 0; k < count; ++k) {
    ExposedState state{.reference = n + 2 * k, .derivative = n + 2 * k + 1};
    const model::StateDescription* known = out.names_of_states_vary ? nullptr : &out.description->states[k];
    if (known && known->variable) state.reference = out.variables[*known->variable].reference;
    if (known && known->derivative) state.derivative = out.variables[*known->derivative].reference;
    if (known) state.dependencies = known->dependencies;
    std::string name = known ? FmiName(known->name) : fmt::format("_state[{}]", k + 1);
    std::size_t place = state.derivative;  // a described variable stands at its own reference
    if (!known || !known->derivative) {
      place = out.variables.size();
      out.variables.push_back(Made("der(" + name + ")", state.derivative, ""));
    }
    if (!known || !known->variable) {
      out.variables.push_back(
          Made(std::move(name), state.reference, known ? "" : "a state of the present choice of states"));
    }
    out.variables[place].derivative_of = state.reference;
    out.states.push_back(std::move(state));
  }
}

// True if some combination of the conditions that change the structure needs other states. A mode without a
// solution would end the run.
bool HasOtherModes(const compile::GivenModel& given) {
  constexpr std::size_t kMostConditions = 8;
  const std::size_t count = given.modes.conditions.size();
  if (count > kMostConditions || given.modes.may_lie) return true;
  for (std::size_t combination = 0; count > 0 && combination < std::size_t{1} << count; ++combination) {
    std::vector<char> values;
    for (std::size_t k = 0; k < count; ++k) values.push_back(static_cast<char>(combination >> k & 1));
    const auto mode = compile::ReadMode(given, values);
    if (mode.ok() && mode->has_value()) return true;
  }
  return false;
}

// The past is recorded, states are chosen, and assertions are checked at the end of steps.
bool NeedsSteps(const System& system) {
  const Hybrid& hybrid = system.hybrid;
  return !hybrid.delays.empty() || !hybrid.recalls.empty() || !hybrid.step_ends.empty() ||
         !system.assertions.empty();
}

// Any variable with a derivative may be a state in some mode.
std::size_t MostStates(const ModelDescription& description) {
  return static_cast<std::size_t>(std::ranges::count_if(description.variables, [](const auto& variable) {
    return variable.derivative_of && !variable.alias_of;
  }));
}

}  // namespace

Result<Interface> MakeInterface(const model::Model& model) {
  model::VariantOptions causal;
  causal.form = simulate::ModelForm::kOde;
  auto variant = model.Compile(causal);
  if (!variant) return Failure{std::move(variant).error()};
  auto description = model.Describe(causal);
  if (!description) return Failure{std::move(description).error()};
  Interface out{.description = *std::move(description), .variables = {}, .states = {}};
  const std::vector<VariableDescription>& described = out.description->variables;
  for (std::uint32_t i = 0; i < described.size(); ++i) {
    ExposedVariable variable = Expose(described[i], i);
    if (SharesReference(*out.description, described[i])) {
      variable.reference = described[i].alias_of->variable;
      variable.is_alias = true;
    }
    out.variables.push_back(std::move(variable));
  }
  const compile::GivenModel& given = variant->compiled->given();
  const bool has_modes = HasOtherModes(given);
  out.names_of_states_vary = has_modes || (given.reduction && given.structural_index > 1);
  out.needs_steps = out.names_of_states_vary || NeedsSteps(*given.system);
  const std::size_t now = out.description->states.size();
  ExposeStates(has_modes ? std::max(now, MostStates(*out.description)) : now, out);
  if (given.events) out.num_relations = given.events->state_relations.size();
  out.num_indicators = out.num_relations + (out.names_of_states_vary ? 1 : 0);
  for (std::size_t k = 0; k < out.num_indicators; ++k) {
    out.variables.push_back(Made(fmt::format("_indicator[{}]", k + 1), out.IndicatorReference(k),
                                 k < out.num_relations ? "positive while a relation keeps its value"
                                                       : "positive while the choice of states is good"));
  }
  return out;
}

Interface InterfaceOfSource(const SourceModel& model) {
  Interface out{.description = model.description, .variables = {}, .states = {}};
  const std::vector<VariableDescription>& described = out.description->variables;
  for (std::uint32_t i = 0; i < described.size(); ++i) {
    ExposedVariable variable = Expose(described[i], i);
    const bool is_parameter = variable.causality == VariableCausality::kParameter;
    const model::ValueSource& source = described[i].source;
    if (is_parameter && source.kind == model::ValueSource::Kind::kParameter &&
        model.code.may_change[source.index] != 0) {
      variable.variability = VariableVariability::kTunable;
    } else if (is_parameter) {
      variable.causality = VariableCausality::kLocal;
      variable.variability = VariableVariability::kConstant;
    } else if (variable.causality == VariableCausality::kCalculatedParameter ||
               ((variable.causality == VariableCausality::kLocal ||
                 variable.causality == VariableCausality::kOutput) &&
                variable.variability != VariableVariability::kConstant)) {
      variable.initial = Initial::kCalculated;
    }
    out.variables.push_back(std::move(variable));
  }
  return out;
}

double StartOf(const VariableDescription& variable) {
  return variable.start.value_or(variable.type == VariableType::kEnumeration ? 1 : 0);
}

std::string TextOfStart(const ModelDescription& description, const VariableDescription& variable) {
  if (!variable.start || !description.texts) return variable.text;
  return std::string(description.texts->TextOf(*variable.start).value_or(variable.text));
}

bool HasStart(const ExposedVariable& variable) {
  return variable.variable && (variable.initial == Initial::kExact || variable.initial == Initial::kApprox);
}

}  // namespace daedalus::fmi
