#include "daedalus/model/description_text.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <utility>

#include "daedalus/model/value_text.h"
#include "daedalus/system/expr/print_expression.h"
#include "daedalus/system/print_system.h"

namespace daedalus::model {
namespace {

// Longer names do not move the other columns.
constexpr std::size_t kWidest = 40;
// More dependencies are not listed.
constexpr std::size_t kMostNamed = 12;

// Writes rows below each other, indented by two. The last column has no fixed width.
template <std::size_t N>
std::string Table(const std::vector<std::array<std::string, N>>& rows) {
  std::array<std::size_t, N> widths{};
  for (const auto& row : rows) {
    for (std::size_t i = 0; i + 1 < N; ++i) widths[i] = std::max(widths[i], std::min(row[i].size(), kWidest));
  }
  std::string out;
  for (const auto& row : rows) {
    std::string line = " ";
    for (std::size_t i = 0; i < N; ++i) line += fmt::format(" {:<{}} ", row[i], i + 1 < N ? widths[i] : 0);
    out += line.substr(0, line.find_last_not_of(' ') + 1) + "\n";
  }
  return out;
}

std::string Heading(std::size_t count, std::string_view one, std::string_view many) {
  return fmt::format("\n{} {}:\n", count, count == 1 ? one : many);
}

class Writer {
 public:
  Writer(const ModelDescription& d, const Sources& sources) : d_(d), sources_(sources) {
    is_state_.resize(d.variables.size(), false);
    for (const StateDescription& state : d.states) {
      if (state.variable) is_state_[*state.variable] = true;
    }
  }

  std::string Write() {
    WriteHead();
    WriteVariables();
    WriteStates();
    WriteInputs();
    WriteOutputs();
    WriteUnits();
    WriteEvents();
    return std::move(text_);
  }

 private:
  void WriteHead() {
    text_ += d_.description.empty() ? d_.name + "\n" : fmt::format("{}: {}\n", d_.name, d_.description);
    std::vector<std::string> parts;
    const auto add = [&](const char* what, std::optional<double> value) {
      if (value) parts.push_back(fmt::format("{} {}", what, expr::PrintNumber(*value)));
    };
    add("start", d_.experiment.start_time);
    add("stop", d_.experiment.stop_time);
    add("interval", d_.experiment.interval);
    add("tolerance", d_.experiment.tolerance);
    if (!parts.empty()) text_ += fmt::format("experiment: {}\n", fmt::join(parts, ", "));
  }

  std::string StartText(const VariableDescription& v) const {
    if (v.source.kind == ValueSource::Kind::kText) return v.text;
    if (!v.start) return {};
    return ValueText(d_, v, *v.start) + (v.start_kind == StartKind::kApprox ? " (guess)" : "");
  }

  std::string AliasText(const AliasOf& alias) const {
    return fmt::format("= {}{}", alias.sign < 0 ? "-" : "", d_.variables[alias.variable].name);
  }

  std::string ParameterText(const VariableDescription& v) const {
    const char* kind =
        v.causality == VariableCausality::kCalculatedParameter ? "calculated parameter" : "parameter";
    return v.is_structural ? fmt::format("structural {}", kind) : kind;
  }

  std::string RoleText(std::size_t i) const {
    const VariableDescription& v = d_.variables[i];
    if (v.variability == VariableVariability::kConstant) return "constant";
    if (v.causality == VariableCausality::kParameter ||
        v.causality == VariableCausality::kCalculatedParameter)
      return ParameterText(v);
    std::string out(is_state_[i]                               ? "state"
                    : v.causality == VariableCausality::kLocal ? ""
                                                               : NameOf(v.causality));
    if (is_state_[i] && v.causality != VariableCausality::kLocal)
      out += fmt::format(", {}", NameOf(v.causality));
    if (v.alias_of) out += (out.empty() ? "" : " ") + AliasText(*v.alias_of);
    return out.empty() ? std::string(NameOf(v.variability)) : out;
  }

  std::string KindText(std::size_t i) const {
    const VariableDescription& v = d_.variables[i];
    if (v.type == VariableType::kReal) return RoleText(i);
    return fmt::format("{}, {}",
                       v.type == VariableType::kEnumeration ? v.enumeration : std::string(NameOf(v.type)),
                       RoleText(i));
  }

  void WriteVariables() {
    std::vector<std::array<std::string, 5>> rows = {{"name", "start", "unit", "kind", "description"}};
    for (std::size_t i = 0; i < d_.variables.size(); ++i) {
      const VariableDescription& v = d_.variables[i];
      const bool is_derivative = v.name.starts_with("der(") && v.description.empty() && v.derivative_of;
      if (v.causality == VariableCausality::kIndependent || (is_derivative && !is_state_[i])) continue;
      rows.push_back({v.name, StartText(v), v.unit, KindText(i), v.description});
    }
    if (rows.size() > 1) text_ += "\nvariables and parameters, without derivatives:\n" + Table(rows);
  }

  std::string DependenciesText(const std::optional<Dependencies>& dependencies) const {
    if (!dependencies) return "may depend on all states and inputs";
    std::vector<std::string> names;
    for (const std::uint32_t s : dependencies->states) names.push_back(d_.states[s].name);
    for (const std::uint32_t i : dependencies->inputs)
      names.push_back(d_.variables[d_.inputs[i].variable].name);
    if (dependencies->time) names.emplace_back("time");
    if (names.empty()) return "depends on nothing that changes between events";
    const std::size_t more = names.size() > kMostNamed ? names.size() - kMostNamed : 0;
    names.resize(names.size() - more);
    return fmt::format("depends on {}{}", fmt::join(names, ", "),
                       more > 0 ? fmt::format(" and {} more", more) : "");
  }

  void WriteStates() {
    if (d_.states.empty()) return;
    text_ += Heading(d_.states.size(), "state", "states, as they are chosen at the start");
    std::vector<std::array<std::string, 2>> rows;
    for (const StateDescription& state : d_.states)
      rows.push_back({state.name, "its derivative " + DependenciesText(state.dependencies)});
    text_ += Table(rows);
  }

  void WriteInputs() {
    if (d_.inputs.empty()) return;
    text_ += Heading(d_.inputs.size(), "input", "inputs");
    for (const InputDescription& input : d_.inputs)
      text_ += fmt::format("  {}\n", d_.variables[input.variable].name);
  }

  void WriteOutputs() {
    if (d_.outputs.empty()) return;
    text_ += Heading(d_.outputs.size(), "output", "outputs");
    std::vector<std::array<std::string, 2>> rows;
    for (const OutputDescription& output : d_.outputs)
      rows.push_back({d_.variables[output.variable].name, DependenciesText(output.dependencies)});
    text_ += Table(rows);
  }

  void WriteUnits() {
    if (d_.units.empty()) return;
    text_ += Heading(d_.units.size(), "unit, and what it means", "units, and what they mean");
    std::vector<std::array<std::string, 2>> rows;
    for (const UnitDescription& unit : d_.units)
      rows.push_back({unit.text, unit.meaning ? MeaningText(*unit.meaning) : "not known"});
    text_ += Table(rows);
  }

  static std::string MeaningText(const units::Unit& unit) {
    std::string out = units::ToText(unit);
    if (unit.offset != 0) out += fmt::format(", its zero is at {}", expr::PrintNumber(unit.offset));
    return out;
  }

  static std::string_view EventText(EventDescription::Kind kind) {
    constexpr std::string_view kTexts[] = {"watched", "at a known instant", "sample", "reinit",
                                           "end of the run"};
    return kTexts[static_cast<std::size_t>(kind)];
  }

  void WriteEvents() {
    if (d_.events.empty() && d_.num_when_conditions == 0) return;
    text_ += Heading(d_.events.size(), "cause or effect of events", "causes and effects of events");
    std::vector<std::array<std::string, 3>> rows;
    for (const EventDescription& event : d_.events)
      rows.push_back({std::string(EventText(event.kind)), event.text, PlaceText(sources_, event.place)});
    text_ += Table(rows);
    text_ += fmt::format("  {} condition{} of when-clauses\n", d_.num_when_conditions,
                         d_.num_when_conditions == 1 ? "" : "s");
  }

  const ModelDescription& d_;
  const Sources& sources_;
  std::vector<bool> is_state_;  // for each variable
  std::string text_;
};

}  // namespace

std::string DescriptionText(const ModelDescription& description, const Sources& sources) {
  return Writer(description, sources).Write();
}

}  // namespace daedalus::model
