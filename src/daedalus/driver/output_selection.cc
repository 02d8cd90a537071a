#include "daedalus/driver/output_selection.h"

#include <algorithm>
#include <optional>
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

// What a signal is called, and where its values come from.
struct Offer {
  Signal signal;
  std::optional<QuantitySource> source;  // none: a constant
};

Signal SignalOf(const System& system, const Variable& variable, int order) {
  const Declaration& declaration = system.declarations[variable.declaration];
  Signal signal;
  signal.name = NameOf(system, variable);
  signal.unit = declaration.unit;
  if (order == 0) signal.description = declaration.description;
  for (int i = 0; i < order; ++i) {
    signal.name = "der(" + signal.name + ")";
    signal.unit = DerivativeUnit(signal.unit);
  }
  return signal;
}

Signal ConstantOf(const System& system, const std::string& name, DeclarationId id, double value) {
  const Declaration& declaration = system.declarations[id];
  return {.name = name,
          .unit = declaration.unit,
          .description = declaration.description,
          .kind = Signal::Kind::kConstant,
          .constant_value = value,
          .alias = {}};
}

// All signals of a model, in their order.
template <class Take>
void ForEachOffer(const compile::GivenModel& given, std::span<const Quantity> quantities, Take take) {
  const System& system = *given.system;
  for (std::uint32_t i = 0; i < quantities.size(); ++i) {
    take(Offer{SignalOf(system, system.variables[quantities[i].variable], quantities[i].order),
               QuantitySource{i, 1}});
  }
  std::vector<std::vector<std::uint32_t>> quantities_of(given.aliases.empty() ? 0 : system.variables.size());
  for (std::uint32_t i = 0; i < quantities.size() && !quantities_of.empty(); ++i)
    quantities_of[quantities[i].variable.index()].push_back(i);
  for (std::size_t a = 0; a < given.aliases.size(); ++a) {
    const causal::Alias& alias = given.aliases[a];
    if (!alias.kept.IsValid()) {
      take(Offer{
          ConstantOf(system, NameOf(system, alias.removed), alias.removed.declaration, given.alias_values[a]),
          {}});
      continue;
    }
    for (const std::uint32_t i : quantities_of[alias.kept.index()]) {
      take(Offer{SignalOf(system, alias.removed, quantities[i].order),
                 QuantitySource{i, static_cast<double>(alias.sign)}});
    }
  }
  for (const ParameterId p : IdRange<ParameterId>(system.parameters.size())) {
    const Parameter& parameter = system.parameters[p];
    take(Offer{
        ConstantOf(system, NameOf(system, parameter), parameter.declaration, given.parameters[p.index()]),
        {}});
  }
}

Diagnostic UnknownName(const compile::GivenModel& given, std::span<const Quantity> quantities,
                       const std::string& name) {
  semantics::NearestName nearest(name);
  ForEachOffer(given, quantities, [&](const Offer& offer) {
    if (offer.source) nearest.Offer(offer.signal.name);
  });
  return Error(Code::kBadOption, {}, "there is no variable `{}` to plot", name).Hint(nearest.Hint());
}

}  // namespace

OutputSelection SelectOutputs(const compile::GivenModel& given, std::span<const Quantity> quantities,
                              const std::vector<std::string>& patterns) {
  OutputSelection out;
  out.schema.model = given.system->name;
  ForEachOffer(given, quantities, [&](Offer offer) {
    if (!IsWanted(offer.signal.name, patterns)) return;
    if (offer.source) out.columns.push_back(*offer.source);
    out.schema.signals.push_back(std::move(offer.signal));
  });
  return out;
}

Result<PlotRecorder> PlotRecorder::Make(const compile::GivenModel& given,
                                        std::span<const Quantity> quantities,
                                        const std::vector<std::string>& names) {
  PlotRecorder out;
  out.spec_.title = given.system->name;
  if (names.empty()) return out;
  std::unordered_map<std::string, Offer> by_name;
  ForEachOffer(given, quantities, [&](Offer offer) {
    if (!offer.source) return;
    const std::string name = offer.signal.name;
    by_name.emplace(name, std::move(offer));
  });
  std::vector<Diagnostic> errors;
  for (const std::string& name : names) {
    const auto found = by_name.find(name);
    if (found == by_name.end()) {
      errors.push_back(UnknownName(given, quantities, name));
      continue;
    }
    const Signal& signal = found->second.signal;
    out.spec_.series.push_back({signal.name, signal.unit, signal.description, {}});
    out.sources_.push_back(*found->second.source);
  }
  if (!errors.empty()) return Failure{std::move(errors)};
  return out;
}

void PlotRecorder::Record(double t, std::span<const double> quantities) {
  if (sources_.empty()) return;
  spec_.x.push_back(t);
  for (std::size_t i = 0; i < sources_.size(); ++i)
    spec_.series[i].values.push_back(sources_[i].Read(quantities));
}

}  // namespace daedalus::driver
