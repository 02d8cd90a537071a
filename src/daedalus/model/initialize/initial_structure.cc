#include "daedalus/model/initialize/initial_structure.h"

#include <algorithm>
#include <array>
#include <optional>
#include <utility>

#include "daedalus/base/check.h"

namespace daedalus::initialize {
namespace {

using causal::SystemIncidence;
using structure::ColumnId;
using structure::RowId;

// The column of a derivative.
ColumnId ColumnOfSlope(ColumnId variable, std::uint32_t num_variables) {
  return ColumnId(variable.index() + num_variables);
}

void AddRows(const SystemIncidence& part, const std::vector<char>& is_differential,
             structure::Incidence* out) {
  const std::uint32_t n = part.variables.num_columns;
  std::vector<ColumnId> row;
  for (const RowId e : part.variables.Rows()) {
    const auto plain = part.variables.Row(e);
    row.assign(plain.begin(), plain.end());
    for (const ColumnId v : part.derivatives.Row(e)) {
      if (is_differential[v.index()]) row.push_back(ColumnOfSlope(v, n));
    }
    out->AddRow(row);
  }
}

// The equations with their highest derivatives, as columns of the initial problem.
structure::Matching MatchEquations(const SystemIncidence& equations, std::size_t num_rows) {
  const std::uint32_t n = equations.variables.num_columns;
  const structure::Matching highest = structure::MaximumMatching(causal::HighestDerivatives(equations));
  DAEDALUS_CHECK(highest.size == equations.variables.num_rows(),
                 "a model of index 0 or 1 has a place for each of its equations");
  structure::Matching matching{structure::PerRow<ColumnId>(num_rows),
                               structure::PerColumn<RowId>(2 * std::size_t{n}), highest.size};
  for (const RowId row : equations.variables.Rows()) {
    const ColumnId v = highest.column_of_row[row];
    const ColumnId column = equations.is_differential[v.index()] ? ColumnOfSlope(v, n) : v;
    matching.column_of_row[row] = column;
    matching.row_of_column[column] = row;
  }
  return matching;
}

// Variables whose start values may be conditions, in the order of their right.
std::vector<std::pair<InitialRow::Kind, VariableId>> StartsInOrder(const System& system,
                                                                   const SystemIncidence& equations,
                                                                   std::span<const VariableId> ignored) {
  using Kind = InitialRow::Kind;
  constexpr int kNumRanks = 5;
  const auto rank = [&](VariableId v) -> std::optional<int> {
    const Variable& variable = system.variables[v];
    if (variable.fixed) return 0;
    if (equations.is_differential[v.index()]) return variable.start.IsValid() ? 1 : 4;
    if (!variable.is_start_preferred || std::ranges::find(ignored, v) != ignored.end()) return std::nullopt;
    return variable.start_weight == StartWeight::kModel ? 2 : 3;
  };
  std::array<std::vector<VariableId>, kNumRanks> by_rank;
  for (const VariableId v : IdRange<VariableId>(system.variables.size())) {
    if (const auto found = rank(v)) by_rank[static_cast<std::size_t>(*found)].push_back(v);
  }
  std::vector<std::pair<Kind, VariableId>> out;
  for (std::size_t i = 0; i < by_rank.size(); ++i) {
    for (const VariableId v : by_rank[i]) out.emplace_back(i == 0 ? Kind::kFixed : Kind::kStart, v);
  }
  return out;
}

}  // namespace

InitialStructure MatchInitialConditions(const System& system, const SystemIncidence& equations,
                                        const SystemIncidence& initial, std::span<const VariableId> ignored) {
  using Kind = InitialRow::Kind;
  InitialStructure out;
  out.incidence.num_columns = 2 * static_cast<std::uint32_t>(system.variables.size());
  AddRows(equations, equations.is_differential, &out.incidence);
  AddRows(initial, equations.is_differential, &out.incidence);
  for (const EquationId e : IdRange<EquationId>(system.equations.size()))
    out.rows.Add({Kind::kEquation, e, {}});
  for (const EquationId e : IdRange<EquationId>(system.initial_equations.size()))
    out.rows.Add({Kind::kInitialEquation, e, {}});
  for (const auto& [kind, v] : StartsInOrder(system, equations, ignored)) {
    out.rows.Add({kind, {}, v});
    out.incidence.AddRow(std::vector{causal::ColumnOf(v)});
  }
  structure::MatchingExtender extender(out.incidence, MatchEquations(equations, out.rows.size()));
  for (const RowId row : out.incidence.Rows()) {  // the equations are matched
    if (!extender.AugmentRow(row)) out.excess.push_back(row);
  }
  out.matching = extender.matching();
  return out;
}

}  // namespace daedalus::initialize
