#include "daedalus/products/imported/described_fmu.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <charconv>
#include <map>
#include <set>

#include "daedalus/system/units/parse_unit.h"

namespace daedalus::imported {
namespace {

using guest::GuestType;
using model::VariableCausality;
using model::VariableDescription;
using model::VariableType;

VariableType TypeOf(GuestType type) {
  switch (type) {
    case GuestType::kFloat64:
    case GuestType::kFloat32:
      return VariableType::kReal;
    case GuestType::kBoolean:
      return VariableType::kBoolean;
    case GuestType::kString:
      return VariableType::kString;
    default:
      return VariableType::kInteger;
  }
}

void TakeStart(const FmuVariable& from, VariableDescription& out) {
  if (from.start.empty()) return;
  out.start_kind = from.initial == "approx" ? model::StartKind::kApprox : model::StartKind::kExact;
  const std::string& text = from.start[0];
  double number = text == "true" ? 1 : 0;
  std::from_chars(text.data(), text.data() + text.size(), number);
  if (from.start.size() == 1 && from.is_number) {
    out.start = number;
  } else {
    out.text = fmt::format("{}", fmt::join(from.start, " "));
    out.source.kind = model::ValueSource::Kind::kText;
  }
}

VariableDescription Described(const FmuVariable& from) {
  VariableDescription out;
  out.name = from.name;
  out.description = from.is_array ? fmt::format("[{}] {}", from.size, from.description) : from.description;
  out.unit = from.unit;
  out.display_unit = from.display_unit;
  out.type = TypeOf(from.type);
  out.causality = from.causality;
  out.variability = from.variability;
  out.min = from.min;
  out.max = from.max;
  out.nominal = from.nominal;
  out.is_structural = from.is_structural;
  out.is_settable = from.causality == VariableCausality::kParameter;
  TakeStart(from, out);
  return out;
}

}  // namespace

model::ModelDescription DescriptionOf(const FmuDescription& fmu) {
  model::ModelDescription out;
  out.name = fmu.model_name;
  out.description = fmu.description;
  out.experiment = fmu.experiment;
  std::set<std::string> units;
  std::map<std::size_t, std::uint32_t> states, inputs;  // by variable
  for (std::size_t i = 0; i < fmu.variables.size(); ++i) {
    const FmuVariable& v = fmu.variables[i];
    out.variables.push_back(Described(v));
    if (v.derivative_of) out.variables.back().derivative_of = static_cast<std::uint32_t>(*v.derivative_of);
    if (!v.unit.empty()) units.insert(v.unit);
    if (v.causality != VariableCausality::kInput) continue;
    inputs[i] = static_cast<std::uint32_t>(out.inputs.size());
    out.inputs.push_back({static_cast<std::uint32_t>(i), {}});
  }
  for (const FmuUnknown& derivative : fmu.derivatives) {
    const std::size_t state = *fmu.variables[derivative.variable].derivative_of;
    states.emplace(state, static_cast<std::uint32_t>(states.size()));
  }
  const auto dependencies = [&](const FmuUnknown& unknown) -> std::optional<model::Dependencies> {
    if (!unknown.dependencies) return std::nullopt;
    model::Dependencies found;
    for (const std::size_t place : *unknown.dependencies) {
      if (states.contains(place)) found.states.push_back(states.at(place));
      if (inputs.contains(place)) found.inputs.push_back(inputs.at(place));
      found.time = found.time || fmu.variables[place].causality == VariableCausality::kIndependent;
    }
    std::ranges::sort(found.states);
    std::ranges::sort(found.inputs);
    return found;
  };
  for (const FmuUnknown& derivative : fmu.derivatives) {
    const std::size_t state = *fmu.variables[derivative.variable].derivative_of;
    out.states.push_back({fmu.variables[state].name, static_cast<std::uint32_t>(state),
                          static_cast<std::uint32_t>(derivative.variable), dependencies(derivative)});
  }
  for (const FmuUnknown& output : fmu.outputs)
    out.outputs.push_back({static_cast<std::uint32_t>(output.variable), dependencies(output)});
  for (const std::string& unit : units) {
    const units::ParsedUnit parsed = units::ParseUnit(unit);
    out.units.push_back({unit, parsed.unit});
  }
  return out;
}

std::string SummaryOf(const FmuDescription& fmu) {
  const auto kind = [](const char* name, const FmuInterface& interface) {
    return std::string(name) + (interface.can_save ? "" : " (cannot save its state)");
  };
  std::vector<std::string> kinds;
  if (fmu.exchange) kinds.push_back(kind("Model Exchange", *fmu.exchange));
  if (fmu.stepping) kinds.push_back(kind("Co-Simulation", *fmu.stepping));
  const std::string implicit =
      fmu.dae ? fmt::format(", implicit equations (FMI-LS-DAE) with {} residuals", fmu.dae->residuals.size())
              : "";
  return fmt::format("FMI {}.0, {}{}, {} event indicators{}{}", fmu.version, fmt::join(kinds, " and "),
                     implicit, fmu.num_indicators, fmu.tool.empty() ? "" : ", made by ", fmu.tool);
}

}  // namespace daedalus::imported
