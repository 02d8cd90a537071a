#include "daedalus/driver/output_selection.h"

#include <algorithm>
#include <map>
#include <string_view>
#include <utility>

#include "daedalus/base/glob.h"
#include "daedalus/base/nearest_name.h"

namespace daedalus::driver {
namespace {

using results::Signal;

// So many curves are more than any picture can show, and their points would fill the memory.
constexpr std::size_t kMostCurves = 200;

// The patterns of one option, and which of them have found a name.
class Patterns {
 public:
  explicit Patterns(const std::vector<std::string>& patterns)
      : patterns_(patterns), found_(patterns.size()) {}

  // The first pattern that matches; every one that does is remembered. `by_name_only`: wildcards do not
  // count.
  std::optional<std::size_t> Match(const std::string& name, bool by_name_only = false) {
    std::optional<std::size_t> first;
    for (std::size_t i = 0; i < patterns_.size(); ++i) {
      if (by_name_only ? patterns_[i] != name : !MatchesGlob(patterns_[i], name)) continue;
      found_[i] = true;
      if (!first) first = i;
    }
    return first;
  }
  std::vector<std::string> Unmatched() const {
    std::vector<std::string> out;
    for (std::size_t i = 0; i < patterns_.size(); ++i) {
      if (!found_[i]) out.push_back(patterns_[i]);
    }
    return out;
  }

 private:
  const std::vector<std::string>& patterns_;
  std::vector<bool> found_;
};

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

results::SignalType TypeOf(const System& system, const Declaration& declaration) {
  using results::NumberKind;
  if (declaration.enumeration.IsValid()) {
    const Enumeration& enumeration = system.enumerations[declaration.enumeration];
    return {enumeration.is_string() ? NumberKind::kString : NumberKind::kEnumeration, false,
            enumeration.name};
  }
  switch (declaration.type) {
    case ValueType::kReal:
      return {};
    case ValueType::kInteger:
    case ValueType::kString:
      return {NumberKind::kInteger, false, {}};
    case ValueType::kBoolean:
      return {NumberKind::kBoolean, false, {}};
  }
  return {};
}

Signal SignalOf(const System& system, const Variable& variable, int order) {
  const Declaration& declaration = system.declarations[variable.declaration];
  Signal signal;
  signal.name = NameOf(system, variable);
  signal.unit = declaration.unit;
  signal.type = TypeOf(system, declaration);
  if (order == 0) signal.description = declaration.description;
  for (int i = 0; i < order; ++i) {
    signal.name = "der(" + signal.name + ")";
    signal.unit = DerivativeUnit(signal.unit);
  }
  return signal;
}

Signal ConstantOf(const System& system, const std::string& name, DeclarationId id, Signal::Kind kind,
                  double value) {
  const Declaration& declaration = system.declarations[id];
  return {.name = name,
          .unit = declaration.unit,
          .description = declaration.description,
          .kind = kind,
          .constant_value = value,
          .alias = {},
          .type = TypeOf(system, declaration)};
}

// Made by us, for derivatives that only conditions ask for (compile/name_derivatives.h).
bool IsInternal(const System& system, const Variable& variable) {
  return system.names.Text(variable.name).starts_with('$');
}

// All signals of a model, in their order.
template <class Take>
void ForEachOffer(const compile::GivenModel& given, std::span<const Quantity> quantities, Take take) {
  const System& system = *given.system;
  for (std::uint32_t i = 0; i < quantities.size(); ++i) {
    if (IsInternal(system, system.variables[quantities[i].variable])) continue;
    take(Offer{SignalOf(system, system.variables[quantities[i].variable], quantities[i].order),
               QuantitySource{i, 1}});
  }
  for (const DiscreteVariable& discrete : system.hybrid.discretes) {
    if (discrete.is_internal) continue;
    Signal signal = ConstantOf(system, system.names.Text(discrete.name), discrete.declaration,
                               Signal::Kind::kVariable, 0);
    signal.type.is_discrete = true;
    take(Offer{std::move(signal),
               QuantitySource{static_cast<std::uint32_t>(quantities.size()) + discrete.value.value, 1}});
  }
  std::vector<std::vector<std::uint32_t>> quantities_of(given.aliases.empty() ? 0 : system.variables.size());
  for (std::uint32_t i = 0; i < quantities.size() && !quantities_of.empty(); ++i)
    quantities_of[quantities[i].variable.index()].push_back(i);
  for (std::size_t a = 0; a < given.aliases.size(); ++a) {
    const causal::Alias& alias = given.aliases[a];
    if (IsInternal(system, alias.removed)) continue;
    if (!alias.kept.IsValid()) {
      take(Offer{ConstantOf(system, NameOf(system, alias.removed), alias.removed.declaration,
                            Signal::Kind::kConstant, given.alias_values[a]),
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
    take(Offer{ConstantOf(system, NameOf(system, parameter), parameter.declaration, Signal::Kind::kParameter,
                          given.parameters[p.index()]),
               {}});
  }
}

// Null: the model has no Strings that vary.
std::shared_ptr<const TextTable> TextsOf(const System& system) {
  for (const Enumeration& enumeration : system.enumerations) {
    if (enumeration.is_string()) return enumeration.texts;
  }
  return nullptr;
}

// What the numbers of an enumeration or a Boolean are called; empty: numbers, or a String, whose texts are
// read as they come.
std::map<int, std::string> NamesOfValues(const System& system, const results::SignalType& type) {
  if (type.kind == results::NumberKind::kBoolean) return {{0, "false"}, {1, "true"}};
  std::map<int, std::string> out;
  for (const Enumeration& enumeration : system.enumerations) {
    if (type.enumeration.empty() || enumeration.name != type.enumeration) continue;
    for (std::size_t i = 0; i < enumeration.literals.size(); ++i)
      out.emplace(static_cast<int>(i) + 1, enumeration.literals[i]);
  }
  return out;
}

// A message for each pattern that no name matches.
std::vector<Diagnostic> RefuseUnmatched(const compile::GivenModel& given,
                                        std::span<const Quantity> quantities, std::string_view option,
                                        const Patterns& patterns) {
  std::vector<Diagnostic> errors;
  for (const std::string& pattern : patterns.Unmatched()) {
    NearestName nearest(pattern);
    ForEachOffer(given, quantities, [&](const Offer& offer) { nearest.Offer(offer.signal.name); });
    errors.push_back(Error(Code::kBadOption, {}, "{} `{}` matches no variable of `{}`", option, pattern,
                           given.system->name)
                         .Hint(nearest.Hint()));
  }
  return errors;
}

}  // namespace

Result<OutputSelection> SelectOutputs(const compile::GivenModel& given, std::span<const Quantity> quantities,
                                      const std::vector<std::string>& patterns) {
  OutputSelection out;
  out.schema.model = given.system->name;
  out.schema.texts = TextsOf(*given.system);
  for (const Enumeration& enumeration : given.system->enumerations) {
    if (!enumeration.is_string()) out.schema.literals[enumeration.name] = enumeration.literals;
  }
  Patterns wanted(patterns);
  ForEachOffer(given, quantities, [&](Offer offer) {
    if (!patterns.empty()) {
      if (!wanted.Match(offer.signal.name)) return;
      if (offer.signal.kind == Signal::Kind::kParameter) offer.signal.kind = Signal::Kind::kConstant;
    }
    if (offer.source) out.columns.push_back(*offer.source);
    out.schema.signals.push_back(std::move(offer.signal));
  });
  auto errors = RefuseUnmatched(given, quantities, "--variables", wanted);
  if (!errors.empty()) return Failure{std::move(errors)};
  return out;
}

Result<PlotRecorder> PlotRecorder::Make(const compile::GivenModel& given,
                                        std::span<const Quantity> quantities,
                                        const std::vector<std::string>& patterns) {
  PlotRecorder out;
  out.spec_.title = given.system->name;
  out.spec_.description = given.system->description;
  if (patterns.empty()) return out;
  Patterns wanted(patterns);
  std::vector<std::pair<std::size_t, Offer>> curves;
  std::size_t num_curves = 0;
  ForEachOffer(given, quantities, [&](Offer offer) {
    const bool by_name_only = offer.signal.kind == Signal::Kind::kParameter;  // a flat line is seldom meant
    const auto pattern = wanted.Match(offer.signal.name, by_name_only);
    if (!pattern || ++num_curves > kMostCurves) return;
    curves.emplace_back(*pattern, std::move(offer));
  });
  auto errors = RefuseUnmatched(given, quantities, "--plot", wanted);
  if (num_curves > kMostCurves) {
    errors.push_back(Error(Code::kBadOption, {}, "--plot asks for {} curves, and {} are the most in one plot",
                           num_curves, kMostCurves));
  }
  if (!errors.empty()) return Failure{std::move(errors)};
  std::stable_sort(curves.begin(), curves.end(),
                   [](const auto& a, const auto& b) { return a.first < b.first; });
  for (auto& [pattern, offer] : curves) {
    const results::SignalType type = offer.signal.type;
    out.Add(std::move(offer.signal), offer.source);
    out.spec_.series.back().names = NamesOfValues(*given.system, type);
    if (type.kind == results::NumberKind::kString) out.curves_.back().texts = TextsOf(*given.system);
  }
  return out;
}

void PlotRecorder::Add(Signal signal, std::optional<QuantitySource> source) {
  curves_.push_back({source, signal.constant_value});
  const bool is_held = signal.type.IsHeld();
  spec_.series.push_back(
      {std::move(signal.name), std::move(signal.unit), std::move(signal.description), {}, is_held, {}});
}

void PlotRecorder::Record(double t, std::span<const double> quantities) {
  if (curves_.empty()) return;
  spec_.x.push_back(t);
  for (std::size_t i = 0; i < curves_.size(); ++i) {
    const Curve& curve = curves_[i];
    const double value = curve.source ? curve.source->Read(quantities) : curve.constant;
    spec_.series[i].values.push_back(value);
    if (curve.texts == nullptr) continue;
    if (const auto text = curve.texts->TextOf(value))
      spec_.series[i].names.try_emplace(static_cast<int>(value), *text);
  }
}

}  // namespace daedalus::driver
