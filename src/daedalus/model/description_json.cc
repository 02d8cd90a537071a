#include "daedalus/model/description_json.h"

#include <array>
#include <utility>

#include "daedalus/model/value_text.h"

namespace daedalus::model {
namespace {

using Json = nlohmann::ordered_json;

void AddText(Json& out, const char* key, const std::string& text) {
  if (!text.empty()) out[key] = text;
}

void AddPlace(Json& out, Span span, const Sources& sources) {
  if (!span.IsValid()) return;
  const LineColumn at = sources.Locate(span.file, span.begin);
  out["declared"] = {{"file", sources.Name(span.file)}, {"line", at.line}, {"column", at.column}};
}

// Writes numbers as numbers, Booleans as Booleans, and texts for Strings and literals.
Json ValueJson(const ModelDescription& d, const VariableDescription& v, double value) {
  switch (v.type) {
    case VariableType::kReal:
      return value;
    case VariableType::kInteger:
      return static_cast<std::int64_t>(value);
    case VariableType::kBoolean:
      return value != 0;
    case VariableType::kString:
    case VariableType::kEnumeration:
      break;
  }
  return ValueText(d, v, value);
}

void AddValue(Json& out, const char* key, const ModelDescription& d, const VariableDescription& v,
              std::optional<double> value) {
  if (value) out[key] = ValueJson(d, v, *value);
}

Json VariableJson(const ModelDescription& d, const VariableDescription& v, const Sources& sources) {
  Json out{{"name", v.name}};
  AddText(out, "description", v.description);
  out["type"] = NameOf(v.type);
  if (v.type == VariableType::kEnumeration) out["enumeration"] = v.enumeration;
  AddText(out, "unit", v.unit);
  AddText(out, "display_unit", v.display_unit);
  AddText(out, "quantity", v.quantity);
  out["causality"] = NameOf(v.causality);
  out["variability"] = NameOf(v.variability);
  if (v.causality != VariableCausality::kIndependent) out["initial"] = NameOf(v.start_kind);
  if (v.source.kind == ValueSource::Kind::kText) out["start"] = v.text;
  AddValue(out, "start", d, v, v.start);
  AddValue(out, "min", d, v, v.min);
  AddValue(out, "max", d, v, v.max);
  if (v.nominal) out["nominal"] = *v.nominal;
  if (v.alias_of) {
    out["alias_of"] = {{"name", d.variables[v.alias_of->variable].name}, {"sign", v.alias_of->sign}};
  }
  if (v.derivative_of) out["derivative_of"] = d.variables[*v.derivative_of].name;
  out["structural"] = v.is_structural;
  out["settable"] = v.is_settable;
  AddPlace(out, v.declared_at, sources);
  return out;
}

// null if there are too many to list.
Json DependenciesJson(const ModelDescription& d, const std::optional<Dependencies>& dependencies) {
  if (!dependencies) return nullptr;
  Json states = Json::array(), inputs = Json::array();
  for (const std::uint32_t s : dependencies->states) states.push_back(d.states[s].name);
  for (const std::uint32_t i : dependencies->inputs) inputs.push_back(d.variables[d.inputs[i].variable].name);
  return {{"states", std::move(states)}, {"inputs", std::move(inputs)}, {"time", dependencies->time}};
}

Json StatesJson(const ModelDescription& d) {
  Json out = Json::array();
  for (const StateDescription& state : d.states) {
    Json row{{"name", state.name}};
    if (state.derivative) row["derivative"] = d.variables[*state.derivative].name;
    row["derivative_depends_on"] = DependenciesJson(d, state.dependencies);
    out.push_back(std::move(row));
  }
  return out;
}

Json OutputsJson(const ModelDescription& d) {
  Json out = Json::array();
  for (const OutputDescription& output : d.outputs) {
    out.push_back({{"name", d.variables[output.variable].name},
                   {"depends_on", DependenciesJson(d, output.dependencies)}});
  }
  return out;
}

// The powers of base units that are not 0; fractions are written as numbers.
Json UnitJson(const UnitDescription& unit) {
  constexpr std::array<const char*, units::kNumBaseUnits> kBase = {"m", "kg", "s", "A", "K", "mol", "cd"};
  Json out{{"text", unit.text}, {"known", unit.meaning.has_value()}};
  if (!unit.meaning) return out;
  Json powers = Json::object();
  for (std::size_t i = 0; i < kBase.size(); ++i) {
    const int power = unit.meaning->powers[i];
    if (power % units::Unit::kOne == 0 && power != 0) powers[kBase[i]] = power / units::Unit::kOne;
    if (power % units::Unit::kOne != 0) powers[kBase[i]] = static_cast<double>(power) / units::Unit::kOne;
  }
  out["base_units"] = std::move(powers);
  out["factor"] = unit.meaning->factor;
  out["offset"] = unit.meaning->offset;
  return out;
}

Json EventsJson(const ModelDescription& d, const Sources& sources) {
  Json out = Json::array();
  for (const EventDescription& event : d.events) {
    Json row{{"kind", NameOf(event.kind)}, {"text", event.text}};
    AddPlace(row, event.place, sources);
    out.push_back(std::move(row));
  }
  return out;
}

Json ExperimentJson(const Experiment& experiment) {
  Json out = Json::object();
  const auto add = [&](const char* key, std::optional<double> value) {
    if (value) out[key] = *value;
  };
  add("start_time", experiment.start_time);
  add("stop_time", experiment.stop_time);
  add("interval", experiment.interval);
  add("tolerance", experiment.tolerance);
  return out;
}

}  // namespace

nlohmann::ordered_json DescriptionJson(const ModelDescription& d, const Sources& sources) {
  Json out{{"model", d.name}, {"description", d.description}, {"experiment", ExperimentJson(d.experiment)}};
  out["variables"] = Json::array();
  for (const VariableDescription& v : d.variables) out["variables"].push_back(VariableJson(d, v, sources));
  out["states"] = StatesJson(d);
  out["inputs"] = Json::array();
  for (const InputDescription& input : d.inputs) out["inputs"].push_back(d.variables[input.variable].name);
  out["outputs"] = OutputsJson(d);
  out["enumerations"] = Json::array();
  for (const EnumerationDescription& e : d.enumerations)
    out["enumerations"].push_back({{"name", e.name}, {"literals", e.literals}});
  out["units"] = Json::array();
  for (const UnitDescription& unit : d.units) out["units"].push_back(UnitJson(unit));
  out["events"] = EventsJson(d, sources);
  out["when_conditions"] = d.num_when_conditions;
  return out;
}

}  // namespace daedalus::model
