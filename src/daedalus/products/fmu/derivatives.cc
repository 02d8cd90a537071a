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
  return Fail(
      Error(Code::kBadOption, {}, "`{}` is no unknown", shown_.description->variables[reference].name));
}

Result<Places::Column> Places::ColumnOf(std::uint32_t reference) const {
  const std::uint32_t n = shown_.num_described();
  if (reference >= n) {
    const std::uint32_t made = reference - n;
    if (made % 2 == 0 && made / 2 < shown_.states.size())
      return PlaceOfState<Column>(made / 2, ResponseTo::kStates);
    return Fail(Error(Code::kBadOption, {}, "the value reference {} is no known", reference));
  }
  const model::VariableDescription& variable = shown_.description->variables[reference];
  const std::string& name =
      variable.alias_of ? shown_.description->variables[variable.alias_of->variable].name : variable.name;
  const auto known =
      columns_.find(variable.causality == model::VariableCausality::kInput ? variable.name : name);
  if (known == columns_.end())
    return Fail(Error(Code::kBadOption, {}, "`{}` is no state, input or tunable parameter", variable.name));
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
    if (std::ranges::find(*columns, to, &Column::kind) == columns->end()) continue;
    std::vector<double> direction(instance_.Size(to));
    for (std::size_t i = 0; i < columns->size(); ++i) {
      const Column& column = (*columns)[i];
      if (column.kind == to && column.sign != 0) direction[column.index] += column.sign * seed[i];
    }
    for (const ResponseOf of : kAllOf) {
      if (std::ranges::find(*rows, of, &Row::kind) == rows->end()) continue;
      std::vector<double> product(instance_.Size(of));
      if (auto done = instance_.DirectionalProduct(of, to, direction, product); !done) return done;
      for (std::size_t i = 0; i < rows->size(); ++i) {
        const Row& row = (*rows)[i];
        if (row.kind == of && row.sign != 0) out[i] += row.sign * product[row.index];
      }
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
    if (std::ranges::find(*rows, of, &Row::kind) == rows->end()) continue;
    std::vector<double> weights(instance_.Size(of));
    for (std::size_t i = 0; i < rows->size(); ++i) {
      const Row& row = (*rows)[i];
      if (row.kind == of && row.sign != 0) weights[row.index] += row.sign * seed[i];
    }
    for (const ResponseTo to : kAllTo) {
      if (std::ranges::find(*columns, to, &Column::kind) == columns->end()) continue;
      std::vector<double> product(instance_.Size(to));
      if (auto done = instance_.AdjointProduct(of, to, weights, product); !done) return done;
      for (std::size_t i = 0; i < columns->size(); ++i) {
        const Column& column = (*columns)[i];
        if (column.kind == to && column.sign != 0) out[i] += column.sign * product[column.index];
      }
    }
  }
  return Unit{};
}

}  // namespace daedalus::fmu
