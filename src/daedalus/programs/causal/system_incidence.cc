#include "daedalus/programs/causal/system_incidence.h"

#include <algorithm>

#include "daedalus/system/expr/leaves.h"

namespace daedalus::causal {

std::size_t SystemIncidence::num_differential() const {
  return static_cast<std::size_t>(std::count(is_differential.begin(), is_differential.end(), 1));
}

std::size_t NumStates(const System& system, const SystemIncidence& incidence) {
  std::size_t count = 0;
  for (const VariableId v : IdRange<VariableId>(system.variables.size()))
    count += incidence.is_differential[v.index()] && !system.variables[v].is_kept;
  return count;
}

SystemIncidence IncidenceOf(const System& system, const IdVector<EquationId, Equation>& equations) {
  SystemIncidence out;
  const auto num_variables = static_cast<std::uint32_t>(system.variables.size());
  out.variables.num_columns = out.derivatives.num_columns = num_variables;
  out.is_differential.assign(num_variables, 0);
  out.variables.row_starts.reserve(equations.size() + 1);
  out.derivatives.row_starts.reserve(equations.size() + 1);
  expr::LeafCollector collector;
  std::vector<structure::ColumnId> plain, derivatives;
  for (const Equation& equation : equations) {
    plain.clear();
    derivatives.clear();
    for (const expr::VariableLeaf& leaf : collector.Collect(system.graph, equation.residual).variables) {
      (leaf.order == 0 ? plain : derivatives).push_back(ColumnOf(leaf.variable));
      if (leaf.order > 0) out.is_differential[leaf.variable.index()] = 1;
    }
    out.variables.AddRow(plain);
    out.derivatives.AddRow(derivatives);
  }
  out.variables.columns.shrink_to_fit();
  out.derivatives.columns.shrink_to_fit();
  return out;
}

SystemIncidence IncidenceOf(const System& system) {
  return IncidenceOf(system, system.equations);
}

structure::Incidence HighestDerivatives(const SystemIncidence& incidence) {
  structure::Incidence out;
  out.num_columns = incidence.variables.num_columns;
  std::vector<structure::ColumnId> row;
  for (const structure::RowId e : incidence.variables.Rows()) {
    row.clear();
    for (const structure::ColumnId v : incidence.variables.Row(e)) {
      if (!incidence.is_differential[v.index()]) row.push_back(v);
    }
    const auto derivatives = incidence.derivatives.Row(e);
    row.insert(row.end(), derivatives.begin(), derivatives.end());
    out.AddRow(row);
  }
  return out;
}

structure::Incidence AnyDerivative(const SystemIncidence& incidence) {
  structure::Incidence out;
  out.num_columns = incidence.variables.num_columns;
  std::vector<structure::ColumnId> row;
  for (const structure::RowId e : incidence.variables.Rows()) {
    const auto plain = incidence.variables.Row(e), derivatives = incidence.derivatives.Row(e);
    row.assign(plain.begin(), plain.end());
    row.insert(row.end(), derivatives.begin(), derivatives.end());
    out.AddRow(row);
  }
  return out;
}

}  // namespace daedalus::causal
