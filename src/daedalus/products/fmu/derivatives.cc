#include "daedalus/products/fmu/derivatives.h"

#include <algorithm>
#include <array>
#include <utility>

namespace daedalus::fmu {
namespace {

using model::ResponseOf;
using model::ResponseTo;

constexpr std::array kAllTo = {ResponseTo::kStates, ResponseTo::kInputs, ResponseTo::kParameters};
constexpr std::array kAllOf = {ResponseOf::kDerivatives, ResponseOf::kValues, ResponseOf::kIndicators};

bool HasKind(const auto& places, auto kind) {
  return std::ranges::any_of(places, [&](const auto& place) { return place.kind == kind; });
}

// A sign of 0 means that there is no entry. It is not read, because a mode without states has no entry at
// all.

// A vector of the Jacobian's size with the seeds of the places of this kind.
std::vector<double> Gather(const auto& places, auto kind, std::span<const double> seed, std::size_t size) {
  std::vector<double> out(size);
  for (std::size_t i = 0; i < places.size(); ++i) {
    if (places[i].kind == kind && places[i].sign != 0) out[places[i].index] += places[i].sign * seed[i];
  }
  return out;
}

// Adds entries of a vector of the Jacobian's size to the results for the places of this kind.
void AddTo(const auto& places, auto kind, std::span<const double> product, std::span<double> out) {
  for (std::size_t i = 0; i < places.size(); ++i) {
    if (places[i].kind == kind && places[i].sign != 0) out[i] += places[i].sign * product[places[i].index];
  }
}

}  // namespace

Places::Places(model::Instance& instance, const fmi::Interface& shown, std::vector<std::size_t> shown_states)
    : instance_(instance),
      shown_(shown),
      shown_states_(std::move(shown_states)),
      num_quantities_(instance.given().quantities.size()) {
  const auto add = [&](const std::vector<std::string>& names, ResponseTo kind) {
    for (std::size_t i = 0; i < names.size(); ++i) columns_.emplace(names[i], Column{kind, i, 1});
  };
  add(instance.NamesOfStates(), ResponseTo::kStates);
  add(instance.NamesOfInputs(), ResponseTo::kInputs);
  add(instance.NamesOfParameters(), ResponseTo::kParameters);
}

// Some modes have fewer states than the FMU. The others are zero, and nothing depends on them.
template <class Place, class Kind>
Place Places::PlaceOfState(std::size_t k, Kind kind) const {
  return k < shown_states_.size() ? Place{kind, shown_states_[k], 1} : Place{kind, 0, 0};
}

Result<Places::Row> Places::RowOf(std::uint32_t reference) const {
  const std::uint32_t n = shown_.num_described();
  if (reference >= shown_.IndicatorReference(shown_.num_relations))
    return Fail(Error(Code::kBadOption, {}, "the indicator of the choice of states has no derivatives"));
  if (reference >= shown_.IndicatorReference(0))
    return Row{ResponseOf::kIndicators, reference - shown_.IndicatorReference(0), 1};
  if (reference >= n) {
    const std::uint32_t made = reference - n;
    if (made % 2 == 1) return PlaceOfState<Row>(made / 2, ResponseOf::kDerivatives);
    return Fail(Error(Code::kBadOption, {}, "the value reference {} has no derivatives", reference));
  }
  const model::ValueSource& source = shown_.description->variables[reference].source;
  const double sign = source.sign;
  if (source.kind == model::ValueSource::Kind::kQuantity) return Row{ResponseOf::kValues, source.index, sign};
  if (source.kind == model::ValueSource::Kind::kHeld)
    return Row{ResponseOf::kValues, num_quantities_ + source.index, sign};
  return Fail(Error(Code::kBadOption, {}, "`{}` cannot be differentiated: it is not an unknown",
                    shown_.description->variables[reference].name));
}

Result<Places::Column> Places::ColumnOf(std::uint32_t reference) const {
  const std::uint32_t n = shown_.num_described();
  if (reference >= n) {
    const std::uint32_t made = reference - n;
    if (made % 2 == 0 && made / 2 < shown_.states.size())
      return PlaceOfState<Column>(made / 2, ResponseTo::kStates);
    return Fail(Error(Code::kBadOption, {},
                      "the value reference {} is not a state, input or tunable parameter", reference));
  }
  const model::VariableDescription& variable = shown_.description->variables[reference];
  const std::string& name =
      variable.alias_of ? shown_.description->variables[variable.alias_of->variable].name : variable.name;
  const auto known =
      columns_.find(variable.causality == model::VariableCausality::kInput ? variable.name : name);
  if (known == columns_.end())
    return Fail(
        Error(Code::kBadOption, {}, "`{}` is not a state, input or tunable parameter", variable.name));
  Column out = known->second;
  if (out.kind == ResponseTo::kStates && variable.alias_of) out.sign = variable.alias_of->sign;
  return out;
}

Result<std::vector<Places::Row>> Places::Rows(std::span<const std::uint32_t> unknowns) const {
  std::vector<Row> out;
  for (const std::uint32_t reference : unknowns) {
    auto row = RowOf(reference);
    if (!row) return Failure{std::move(row).error()};
    out.push_back(*row);
  }
  return out;
}

Result<std::vector<Places::Column>> Places::Columns(std::span<const std::uint32_t> knowns) const {
  std::vector<Column> out;
  for (const std::uint32_t reference : knowns) {
    auto column = ColumnOf(reference);
    if (!column) return Failure{std::move(column).error()};
    out.push_back(*column);
  }
  return out;
}

Result<Unit> Places::Forward(std::span<const std::uint32_t> unknowns, std::span<const std::uint32_t> knowns,
                             std::span<const double> seed, std::span<double> out) {
  const auto rows = Rows(unknowns);
  if (!rows) return Failure{rows.error()};
  const auto columns = Columns(knowns);
  if (!columns) return Failure{columns.error()};
  std::ranges::fill(out, 0.0);
  for (const ResponseTo to : kAllTo) {
    if (!HasKind(*columns, to)) continue;
    const std::vector<double> direction = Gather(*columns, to, seed, instance_.Size(to));
    for (const ResponseOf of : kAllOf) {
      if (!HasKind(*rows, of)) continue;
      std::vector<double> product(instance_.Size(of));
      if (auto done = instance_.DirectionalProduct(of, to, direction, product); !done) return done;
      AddTo(*rows, of, product, out);
    }
  }
  return Unit{};
}

Result<Unit> Places::Backward(std::span<const std::uint32_t> unknowns, std::span<const std::uint32_t> knowns,
                              std::span<const double> seed, std::span<double> out) {
  const auto rows = Rows(unknowns);
  if (!rows) return Failure{rows.error()};
  const auto columns = Columns(knowns);
  if (!columns) return Failure{columns.error()};
  std::ranges::fill(out, 0.0);
  for (const ResponseOf of : kAllOf) {
    if (!HasKind(*rows, of)) continue;
    const std::vector<double> weights = Gather(*rows, of, seed, instance_.Size(of));
    for (const ResponseTo to : kAllTo) {
      if (!HasKind(*columns, to)) continue;
      std::vector<double> product(instance_.Size(to));
      if (auto done = instance_.AdjointProduct(of, to, weights, product); !done) return done;
      AddTo(*columns, to, product, out);
    }
  }
  return Unit{};
}

}  // namespace daedalus::fmu
