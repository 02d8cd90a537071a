#include "daedalus/products/driver/output_selection.h"

#include <algorithm>
#include <map>
#include <string_view>
#include <utility>

#include "daedalus/base/glob.h"
#include "daedalus/base/nearest_name.h"
#include "daedalus/model/described_variables.h"

namespace daedalus::driver {
namespace {

using results::Signal;

// More curves cannot be told apart, and their points would fill the memory.
constexpr std::size_t kMostCurves = 200;

// The patterns of one option, and which of them have matched a name.
class Patterns {
 public:
  explicit Patterns(const std::vector<std::string>& patterns)
      : patterns_(patterns), found_(patterns.size()) {}

  // The first pattern that matches. Every matching pattern is recorded. `by_name_only` ignores patterns with
  // wildcards.
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

// The name of a signal, and where its values come from.
struct Offer {
  Signal signal;
  std::optional<QuantitySource> source;  // nullopt: a constant
};

results::SignalType TypeOf(const model::VariableDescription& variable) {
  using model::VariableType;
  using results::NumberKind;
  const bool is_discrete = variable.source.kind == model::ValueSource::Kind::kHeld;
  switch (variable.type) {
    case VariableType::kReal:
      return {NumberKind::kReal, is_discrete, {}};
    case VariableType::kInteger:
      return {NumberKind::kInteger, is_discrete, {}};
    case VariableType::kBoolean:
      return {NumberKind::kBoolean, is_discrete, {}};
    case VariableType::kString:
      return {NumberKind::kString, is_discrete, variable.enumeration};
    case VariableType::kEnumeration:
      return {NumberKind::kEnumeration, is_discrete, variable.enumeration};
  }
  return {};
}

Signal::Kind KindOf(const model::ValueSource& source) {
  using Kind = model::ValueSource::Kind;
  return source.kind == Kind::kParameter  ? Signal::Kind::kParameter
         : source.kind == Kind::kConstant ? Signal::Kind::kConstant
                                          : Signal::Kind::kVariable;
}

// Values held between events come after the quantities of a point.
std::optional<QuantitySource> SourceOf(const model::ValueSource& source, std::size_t num_quantities) {
  using Kind = model::ValueSource::Kind;
  if (source.kind == Kind::kQuantity) return QuantitySource{source.index, static_cast<double>(source.sign)};
  if (source.kind == Kind::kHeld)
    return QuantitySource{static_cast<std::uint32_t>(num_quantities) + source.index, 1};
  return std::nullopt;
}

Offer OfferOf(model::VariableDescription&& variable, std::size_t num_quantities) {
  Offer out;
  out.source = SourceOf(variable.source, num_quantities);
  out.signal.kind = KindOf(variable.source);
  out.signal.type = TypeOf(variable);
  if (!out.source) out.signal.constant_value = variable.start.value_or(0);
  out.signal.name = std::move(variable.name);
  out.signal.unit = std::move(variable.unit);
  out.signal.description = std::move(variable.description);
  return out;
}

// All signals of a model, in their order.
template <class Take>
void ForEachOffer(const compile::GivenModel& given, std::span<const Quantity> quantities, Take take) {
  model::ForEachVariable(
      given, quantities, model::Detail::kForResults,
      [&](model::VariableDescription&& variable) { take(OfferOf(std::move(variable), quantities.size())); });
}

// Null: the model has no Strings that vary.
std::shared_ptr<const TextTable> TextsOf(const System& system) {
  for (const Enumeration& enumeration : system.enumerations) {
    if (enumeration.is_string()) return enumeration.texts;
  }
  return nullptr;
}

// The names of the numbers of an enumeration or a Boolean. Empty for numbers, and for Strings, whose texts
// are read during the run.
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

// A message for each pattern that matches no name.
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
    // a parameter is a flat line, which is seldom wanted
    const bool by_name_only = offer.signal.kind == Signal::Kind::kParameter;
    const auto pattern = wanted.Match(offer.signal.name, by_name_only);
    if (!pattern || ++num_curves > kMostCurves) return;
    curves.emplace_back(*pattern, std::move(offer));
  });
  auto errors = RefuseUnmatched(given, quantities, "--plot", wanted);
  if (num_curves > kMostCurves) {
    errors.push_back(Error(Code::kBadOption, {}, "--plot asks for {} curves, but a plot can have at most {}",
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
