#include "daedalus/initialize/initial_structure.h"

#include "daedalus/base/check.h"

namespace daedalus::initialize {
namespace {

using causal::SystemIncidence;

void AddRows(const SystemIncidence& part, const std::vector<char>& is_differential,
             structure::Incidence* out) {
  const std::uint32_t n = part.variables.num_columns;
  std::vector<std::uint32_t> row;
  for (std::uint32_t e = 0; e < part.variables.num_rows(); ++e) {
    const auto plain = part.variables.Row(e);
    row.assign(plain.begin(), plain.end());
    for (const std::uint32_t v : part.derivatives.Row(e)) {
      if (is_differential[v]) row.push_back(n + v);
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
  structure::Matching matching{std::vector<std::uint32_t>(num_rows, structure::kUnmatched),
                               std::vector<std::uint32_t>(2 * std::size_t{n}, structure::kUnmatched),
                               highest.size};
  for (std::uint32_t row = 0; row < highest.column_of_row.size(); ++row) {
    const std::uint32_t v = highest.column_of_row[row];
    const std::uint32_t column = equations.is_differential[v] ? n + v : v;
    matching.column_of_row[row] = column;
    matching.row_of_column[column] = row;
  }
  return matching;
}

}  // namespace

InitialStructure MatchInitialConditions(const System& system, const SystemIncidence& equations,
                                        const SystemIncidence& initial) {
  using Kind = InitialRow::Kind;
  InitialStructure out;
  out.incidence.num_columns = 2 * static_cast<std::uint32_t>(system.variables.size());
  AddRows(equations, equations.is_differential, &out.incidence);
  AddRows(initial, equations.is_differential, &out.incidence);
  for (const EquationId e : IdRange<EquationId>(system.equations.size()))
    out.rows.push_back({Kind::kEquation, e, {}});
  for (const EquationId e : IdRange<EquationId>(system.initial_equations.size()))
    out.rows.push_back({Kind::kInitialEquation, e, {}});
  for (const bool fixed : {true, false}) {
    for (const VariableId v : IdRange<VariableId>(system.variables.size())) {
      if (system.variables[v].fixed != fixed || (!fixed && !equations.is_differential[v.index()])) continue;
      out.rows.push_back({fixed ? Kind::kFixed : Kind::kStart, {}, v});
      out.incidence.AddRow(std::vector<std::uint32_t>{v.value});
    }
  }
  structure::MatchingExtender extender(out.incidence, MatchEquations(equations, out.rows.size()));
  for (auto row = static_cast<std::uint32_t>(system.equations.size()); row < out.rows.size(); ++row) {
    if (!extender.AugmentRow(row)) out.excess.push_back(row);
  }
  out.matching = extender.matching();
  return out;
}

}  // namespace daedalus::initialize
