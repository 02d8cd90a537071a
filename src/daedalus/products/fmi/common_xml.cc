#include "daedalus/products/fmi/common_xml.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <set>
#include <string>

#include "daedalus/products/fmi/names.h"

namespace daedalus::fmi {
namespace {

using model::ModelDescription;
using model::VariableCausality;
using model::VariableDescription;
using model::VariableType;
using units::Unit;

const Unit* MeaningOf(const ModelDescription& description, std::string_view text) {
  const auto known = std::ranges::find(description.units, text, &model::UnitDescription::text);
  return known != description.units.end() && known->meaning ? &*known->meaning : nullptr;
}

// value in the display unit = factor * value + offset
struct Conversion {
  double factor = 1, offset = 0;
};

std::optional<Conversion> ConversionTo(const ModelDescription& description, std::string_view unit,
                                       std::string_view display) {
  const Unit* from = MeaningOf(description, unit);
  const Unit* to = MeaningOf(description, display);
  if (!from || !to || from->powers != to->powers || from->factor == Unit::kAnyFactor ||
      to->factor == Unit::kAnyFactor)
    return std::nullopt;
  return Conversion{from->factor / to->factor, (from->offset - to->offset) / to->factor};
}

// Powers of base units are whole numbers in FMI.
bool HasWholePowers(const Unit& unit) {
  return unit.factor != Unit::kAnyFactor &&
         std::ranges::all_of(unit.powers, [](std::int16_t power) { return power % Unit::kOne == 0; });
}

void WriteBaseUnit(const Unit& unit, XmlWriter& xml) {
  constexpr std::array<std::string_view, units::kNumBaseUnits> kNames = {"m", "kg",  "s", "A",
                                                                         "K", "mol", "cd"};
  xml.Open("BaseUnit");
  // The order of attributes does not matter here.
  for (std::size_t i = 0; i < kNames.size(); ++i) {
    if (unit.powers[i] != 0) xml.Attribute(kNames[i], static_cast<double>(unit.powers[i] / Unit::kOne));
  }
  if (unit.factor != 1) xml.Attribute("factor", unit.factor);
  if (unit.offset != 0) xml.Attribute("offset", unit.offset);
  xml.Close();
}

}  // namespace

void WriteUnits(const ModelDescription& description, XmlWriter& xml) {
  std::map<std::string, std::set<std::string>> displayed;
  for (const VariableDescription& variable : description.variables) {
    if (variable.type != VariableType::kReal || variable.unit.empty()) continue;
    std::set<std::string>& displays = displayed[variable.unit];
    if (!variable.display_unit.empty()) displays.insert(variable.display_unit);
  }
  if (displayed.empty()) return;
  xml.Open("UnitDefinitions");
  for (const auto& [unit, displays] : displayed) {
    xml.Open("Unit").Attribute("name", unit);
    const Unit* meaning = MeaningOf(description, unit);
    if (meaning && HasWholePowers(*meaning)) WriteBaseUnit(*meaning, xml);
    for (const std::string& display : displays) {
      const auto conversion = ConversionTo(description, unit, display);
      if (!conversion) continue;
      xml.Open("DisplayUnit").Attribute("name", display).Attribute("factor", conversion->factor);
      if (conversion->offset != 0) xml.Attribute("offset", conversion->offset);
      xml.Close();
    }
    xml.Close();
  }
  xml.Close();
}

void WriteUnitOf(const Interface& shown, const ExposedVariable& variable, XmlWriter& xml) {
  if (!variable.variable) return;
  const VariableDescription& of = shown.description->variables[*variable.variable];
  if (!of.quantity.empty()) xml.Attribute("quantity", of.quantity);
  if (of.type != VariableType::kReal || of.unit.empty()) return;
  xml.Attribute("unit", of.unit);
  if (!of.display_unit.empty() && ConversionTo(*shown.description, of.unit, of.display_unit))
    xml.Attribute("displayUnit", of.display_unit);
}

void WriteBounds(const Interface& shown, const ExposedVariable& variable, XmlWriter& xml) {
  if (!variable.variable) return;
  const VariableDescription& of = shown.description->variables[*variable.variable];
  const auto write = [&](std::string_view name, const std::optional<double>& bound) {
    if (!bound || !std::isfinite(*bound)) return;
    if (of.type == VariableType::kReal) {
      xml.Attribute(name, *bound);
    } else {
      xml.Attribute(name, fmt::format("{:.0f}", *bound));
    }
  };
  // A nominal value of 0 is not allowed.
  if (of.type == VariableType::kBoolean || of.type == VariableType::kString) return;
  write("min", of.min);
  write("max", of.max);
  if (of.type == VariableType::kReal && of.nominal && *of.nominal > 0) write("nominal", of.nominal);
}

void WriteLogCategories(XmlWriter& xml) {
  xml.Open("LogCategories");
  xml.Open("Category").Attribute("name", "logStatusWarning").Attribute("description", "warnings").Close();
  xml.Open("Category").Attribute("name", "logStatusError").Attribute("description", "errors").Close();
  xml.Open("Category")
      .Attribute("name", "logEvents")
      .Attribute("description", "events and new states")
      .Close();
  xml.Close();
}

void WriteExperiment(const Experiment& experiment, XmlWriter& xml) {
  const auto write = [&](std::string_view name, const std::optional<double>& value) {
    if (value && std::isfinite(*value)) xml.Attribute(name, *value);
  };
  xml.Open("DefaultExperiment");
  write("startTime", experiment.start_time);
  write("stopTime", experiment.stop_time);
  write("tolerance", experiment.tolerance);
  if (experiment.interval && *experiment.interval > 0) write("stepSize", experiment.interval);
  xml.Close();
}

void WriteCausality(const ExposedVariable& variable, XmlWriter& xml) {
  switch (variable.causality) {
    case VariableCausality::kIndependent:
      xml.Attribute("causality", "independent");
      break;
    case VariableCausality::kParameter:
      xml.Attribute("causality", "parameter");
      break;
    case VariableCausality::kCalculatedParameter:
      xml.Attribute("causality", "calculatedParameter");
      break;
    case VariableCausality::kInput:
      xml.Attribute("causality", "input");
      break;
    case VariableCausality::kOutput:
      xml.Attribute("causality", "output");
      break;
    case VariableCausality::kLocal:
      break;  // the default
  }
  xml.Attribute("variability", NameOf(variable.variability));
  // FMI 2 forbids the attribute for inputs; FMI 3 knows it.
  if (variable.causality == VariableCausality::kInput) return;
  if (variable.initial == Initial::kExact) xml.Attribute("initial", "exact");
  if (variable.initial == Initial::kApprox) xml.Attribute("initial", "approx");
  if (variable.initial == Initial::kCalculated) xml.Attribute("initial", "calculated");
}

std::string_view NamingConvention(const Interface& shown) {
  return std::ranges::all_of(shown.variables, [](const auto& v) { return IsStructured(v.name); })
             ? "structured"
             : "flat";
}

bool IsReal(const Interface& shown, std::uint32_t place) {
  const std::optional<std::uint32_t>& variable = shown.variables[place].variable;
  return !variable || shown.description->variables[*variable].type == VariableType::kReal;
}

std::optional<std::vector<Known>> KnownsOf(const Interface& shown,
                                           const std::optional<model::Dependencies>& dependencies,
                                           bool is_real) {
  const bool has_states = shown.states.size() >= shown.description->states.size();
  if (!dependencies || !has_states || shown.names_of_states_vary) return std::nullopt;
  constexpr auto kDependent = model::VariableVariability::kContinuous;
  const auto factor = [&](const std::vector<model::VariableVariability>& factors, std::size_t i) {
    return is_real && i < factors.size() ? factors[i] : kDependent;
  };
  std::vector<Known> out;
  for (std::size_t i = 0; i < dependencies->states.size(); ++i)
    out.push_back({shown.states[dependencies->states[i]].reference, factor(dependencies->state_factors, i)});
  for (std::size_t i = 0; i < dependencies->inputs.size(); ++i) {
    const std::uint32_t place = shown.description->inputs[dependencies->inputs[i]].variable;
    out.push_back({shown.variables[place].reference,
                   IsReal(shown, place) ? factor(dependencies->input_factors, i) : kDependent});
  }
  if (dependencies->time) {
    // It is the last variable of the description.
    std::uint32_t time = shown.num_described() - 1;
    while (shown.variables[time].causality != VariableCausality::kIndependent) --time;
    out.push_back({shown.variables[time].reference, kDependent});
  }
  std::ranges::sort(out, {}, &Known::reference);
  const auto same = std::ranges::unique(out, {}, &Known::reference);
  out.erase(same.begin(), same.end());
  return out;
}

std::vector<std::uint32_t> InitialUnknowns(const Interface& shown) {
  std::set<std::uint32_t> of_states;
  for (const ExposedState& state : shown.states) of_states.insert({state.reference, state.derivative});
  std::vector<std::uint32_t> out;
  for (std::uint32_t i = 0; i < shown.variables.size(); ++i) {
    const ExposedVariable& v = shown.variables[i];
    if (v.is_alias || (v.initial != Initial::kApprox && v.initial != Initial::kCalculated)) continue;
    const bool is_unknown = v.causality == VariableCausality::kOutput ||
                            v.causality == VariableCausality::kCalculatedParameter ||
                            of_states.contains(v.reference);
    if (is_unknown) out.push_back(i);
  }
  return out;
}

std::uint32_t PlaceOf(const Interface& shown, std::uint32_t reference) {
  if (reference < shown.num_described()) return reference;
  const auto made = std::ranges::find(shown.variables, reference, &ExposedVariable::reference);
  return static_cast<std::uint32_t>(made - shown.variables.begin());
}

std::string_view KindOf(const Known& known) {
  return known.factor == model::VariableVariability::kContinuous ? "dependent" : NameOf(known.factor);
}

std::string KindsOf(const std::vector<Known>& knowns) {
  std::string out;
  for (const Known& known : knowns) {
    if (!out.empty()) out += ' ';
    out += KindOf(known);
  }
  return out;
}

void WriteUnknownOfFmi3(XmlWriter& xml, std::string_view element, std::uint32_t reference,
                        const std::optional<std::vector<Known>>& knowns) {
  xml.Open(element).Attribute("valueReference", std::uint64_t{reference});
  if (knowns) {
    std::vector<std::uint32_t> references;
    for (const Known& known : *knowns) references.push_back(known.reference);
    xml.Attribute("dependencies", references).Attribute("dependenciesKind", KindsOf(*knowns));
  }
  xml.Close();
}

}  // namespace daedalus::fmi
