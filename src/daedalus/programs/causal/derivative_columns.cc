#include "daedalus/programs/causal/derivative_columns.h"

namespace daedalus::causal {

using structure::ColumnId;
using structure::RowId;

DerivativeColumns::DerivativeColumns(System& system, std::span<const VariableId> also)
    : system_(system), differentiator_(system.graph), column_of_(system.variables.size()) {
  for (const VariableId v : IdRange<VariableId>(system.variables.size())) {
    column_of_[v.index()].push_back(map_.Add());
    columns_.Add({v, 0});
  }
  for (const EquationId e : IdRange<EquationId>(system.equations.size())) {
    const Equation& equation = system.equations[e];
    rows_.Add({equation.left, equation.right, equation.residual, e, 0});
    for (const expr::VariableLeaf& leaf : collector_.Collect(system.graph, equation.residual).variables) {
      if (leaf.order > 0) AddFirstDerivative(leaf.variable);
    }
  }
  for (const VariableId v : also) AddFirstDerivative(v);
  for (const Row& row : rows_) incidence_.AddRow(ColumnsIn(row.residual));
  incidence_.num_columns = map_.size();
}

void DerivativeColumns::AddFirstDerivative(VariableId v) {
  if (column_of_[v.index()].size() > 1) return;
  const ColumnId derivative = map_.Add();
  map_.Link(ColumnOf(v, 0), derivative);
  DifferentiateVariable(ColumnOf(v, 0), derivative);
}

std::vector<ColumnId> DerivativeColumns::ColumnsIn(ExprId residual) {
  std::vector<ColumnId> out;
  for (const expr::VariableLeaf& leaf : collector_.Collect(system_.graph, residual).variables) {
    out.push_back(ColumnOf(leaf.variable, leaf.order));
  }
  return out;
}

void DerivativeColumns::DifferentiateVariable(ColumnId variable, ColumnId derivative) {
  const Quantity column = columns_[variable];
  DAEDALUS_CHECK(derivative.index() == columns_.size(), "a derivative gets the next free column");
  columns_.Add({column.variable, column.order + 1});
  column_of_[column.variable.index()].push_back(derivative);
}

std::vector<ColumnId> DerivativeColumns::DifferentiateEquation(RowId equation, RowId derivative) {
  const Row row = rows_[equation];
  DAEDALUS_CHECK(derivative.index() == rows_.size(), "a derivative gets the next free row");
  rows_.Add({differentiator_.TimeDerivative(row.left), differentiator_.TimeDerivative(row.right),
             differentiator_.TimeDerivative(row.residual), row.given, row.times + 1});
  return ColumnsIn(rows_[derivative].residual);
}

}  // namespace daedalus::causal
