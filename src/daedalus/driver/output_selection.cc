#include "daedalus/driver/output_selection.h"

#include <algorithm>
#include <unordered_map>

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

std::string NameOf(const System& system, const Quantity& quantity) {
  std::string name = system.variables[quantity.variable].name;
  for (int i = 0; i < quantity.order; ++i) name = "der(" + name + ")";
  return name;
}

Signal SignalOf(const System& system, const Quantity& quantity) {
  const Variable& variable = system.variables[quantity.variable];
  const Declaration& declaration = system.declarations[variable.declaration];
  Signal signal;
  signal.name = NameOf(system, quantity);
  signal.unit = declaration.unit;
  for (int i = 0; i < quantity.order; ++i) signal.unit = DerivativeUnit(signal.unit);
  if (quantity.order == 0) signal.description = declaration.description;
  return signal;
}

Diagnostic UnknownName(const System& system, const std::string& name) {
  semantics::NearestName nearest(name);
  for (const Variable& variable : system.variables) nearest.Offer(variable.name);
  return Error(Code::kBadOption, {}, "there is no variable `{}` to plot", name).Hint(nearest.Hint());
}

}  // namespace

OutputSelection SelectOutputs(const System& system, std::span<const Quantity> quantities,
                              std::span<const double> parameters, const std::vector<std::string>& patterns) {
  OutputSelection out;
  out.schema.model = system.name;
  for (std::uint32_t i = 0; i < quantities.size(); ++i) {
    Signal signal = SignalOf(system, quantities[i]);
    if (!IsWanted(signal.name, patterns)) continue;
    out.schema.signals.push_back(std::move(signal));
    out.columns.push_back(i);
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

Result<PlotRecorder> PlotRecorder::Make(const System& system, std::span<const Quantity> quantities,
                                        const std::vector<std::string>& names) {
  PlotRecorder out;
  out.spec_.title = system.name;
  if (names.empty()) return out;
  std::unordered_map<std::string, std::uint32_t> by_name;
  for (std::uint32_t i = 0; i < quantities.size(); ++i) by_name[NameOf(system, quantities[i])] = i;
  std::vector<Diagnostic> errors;
  for (const std::string& name : names) {
    const auto found = by_name.find(name);
    if (found == by_name.end()) {
      errors.push_back(UnknownName(system, name));
      continue;
    }
    Signal signal = SignalOf(system, quantities[found->second]);
    out.spec_.series.push_back(
        {std::move(signal.name), std::move(signal.unit), std::move(signal.description), {}});
    out.sources_.push_back(found->second);
  }
  if (!errors.empty()) return Failure{std::move(errors)};
  return out;
}

void PlotRecorder::Record(double t, std::span<const double> quantities) {
  if (sources_.empty()) return;
  spec_.x.push_back(t);
  for (std::size_t i = 0; i < sources_.size(); ++i) spec_.series[i].values.push_back(quantities[sources_[i]]);
}

}  // namespace daedalus::driver
