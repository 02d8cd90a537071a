#include "daedalus/driver/output_selection.h"

#include <algorithm>
#include <string_view>
#include <unordered_map>
#include <unordered_set>

#include "daedalus/driver/glob.h"
#include "daedalus/semantics/nearest_name.h"

namespace daedalus::driver {
namespace {

using results::Signal;

bool IsWanted(const std::string& name, const std::vector<std::string>& patterns) {
  if (patterns.empty()) return true;
  return std::any_of(patterns.begin(), patterns.end(),
                     [&](const std::string& p) { return MatchesGlob(p, name); });
}

std::string DerivativeUnit(const std::string& unit) {
  if (unit.empty()) return {};
  return unit == "1"                                     ? "1/s"
         : unit.find_first_of("./") == std::string::npos ? unit + "/s"
                                                         : "(" + unit + ")/s";
}

// The signal of a variable or of its derivative.
Signal SignalOf(const System& system, ValueSource source) {
  const Variable& variable = system.variables[VariableId(source.variable)];
  const Declaration& declaration = system.declarations[variable.declaration];
  Signal signal;
  signal.name = source.is_derivative ? "der(" + variable.name + ")" : variable.name;
  signal.unit = source.is_derivative ? DerivativeUnit(declaration.unit) : declaration.unit;
  signal.description = source.is_derivative ? "" : declaration.description;
  return signal;
}

Diagnostic UnknownName(const System& system, const std::string& name) {
  semantics::NearestName nearest(name);
  for (const Variable& variable : system.variables) nearest.Offer(variable.name);
  return Error(Code::kBadOption, {}, "there is no variable `{}` to plot", name).Hint(nearest.Hint());
}

}  // namespace

OutputSelection SelectOutputs(const System& system, const std::vector<char>& is_differential,
                              std::span<const double> parameters, const std::vector<std::string>& patterns) {
  OutputSelection out;
  out.schema.model = system.name;
  const auto offer = [&](ValueSource source) {
    Signal signal = SignalOf(system, source);
    if (!IsWanted(signal.name, patterns)) return;
    out.schema.signals.push_back(std::move(signal));
    out.columns.push_back(source);
  };
  for (std::uint32_t v = 0; v < system.variables.size(); ++v) offer({v, false});
  // Index reduction may have made der(x) a variable of its own, beside the derivative that equals it.
  std::unordered_set<std::string_view> derivative_variables;
  for (const Variable& variable : system.variables) {
    if (variable.name.starts_with("der(")) derivative_variables.insert(variable.name);
  }
  for (std::uint32_t v = 0; v < system.variables.size(); ++v) {
    if (is_differential[v] &&
        !derivative_variables.contains("der(" + system.variables[VariableId(v)].name + ")"))
      offer({v, true});
  }
  for (const ParameterId p : IdRange<ParameterId>(system.parameters.size())) {
    const Parameter& parameter = system.parameters[p];
    if (!IsWanted(parameter.name, patterns)) continue;
    const Declaration& declaration = system.declarations[parameter.declaration];
    out.schema.signals.push_back({.name = parameter.name,
                                  .unit = declaration.unit,
                                  .description = declaration.description,
                                  .kind = Signal::Kind::kConstant,
                                  .constant_value = parameters[p.index()],
                                  .alias = {}});
  }
  return out;
}

Result<PlotRecorder> PlotRecorder::Make(const System& system, const std::vector<char>& is_differential,
                                        const std::vector<std::string>& names) {
  PlotRecorder out;
  out.spec_.title = system.name;
  if (names.empty()) return out;
  std::unordered_map<std::string, ValueSource> by_name;
  for (std::uint32_t v = 0; v < system.variables.size(); ++v) {
    const std::string& name = system.variables[VariableId(v)].name;
    by_name[name] = {v, false};
    if (is_differential[v]) by_name["der(" + name + ")"] = {v, true};
  }
  std::vector<Diagnostic> errors;
  for (const std::string& name : names) {
    const auto found = by_name.find(name);
    if (found == by_name.end()) {
      errors.push_back(UnknownName(system, name));
      continue;
    }
    Signal signal = SignalOf(system, found->second);
    out.spec_.series.push_back(
        {std::move(signal.name), std::move(signal.unit), std::move(signal.description), {}});
    out.sources_.push_back(found->second);
  }
  if (!errors.empty()) return Failure{std::move(errors)};
  return out;
}

void PlotRecorder::Record(double t, std::span<const double> y, std::span<const double> yp) {
  if (sources_.empty()) return;
  spec_.x.push_back(t);
  for (std::size_t i = 0; i < sources_.size(); ++i) spec_.series[i].values.push_back(sources_[i].Read(y, yp));
}

}  // namespace daedalus::driver
