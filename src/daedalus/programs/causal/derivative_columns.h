// The columns of an index reduction: each variable and each of its derivatives, as Pantelides counts them,
// and the equations that belong to its rows.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "daedalus/structure/pantelides.h"
#include "daedalus/system/expr/differentiate.h"
#include "daedalus/system/expr/leaves.h"
#include "daedalus/system/quantity.h"

namespace daedalus::causal {

class DerivativeColumns final : public structure::DerivativeHooks {
 public:
  struct Row {
    ExprId left, right, residual;
    EquationId given;         // the equation that it is a derivative of
    std::uint32_t times = 0;  // how often it was differentiated
  };

  // Derivatives of the rows are built in the graph of the system. Variables in `also` have a column for their
  // derivative even if no equation contains it.
  explicit DerivativeColumns(System& system, std::span<const VariableId> also = {});

  // The incidence of the given equations.
  const structure::Incidence& incidence() const { return incidence_; }
  const structure::VariableDerivatives& map() const { return map_; }
  const structure::PerColumn<Quantity>& columns() const { return columns_; }
  const structure::PerRow<Row>& rows() const { return rows_; }
  // The column of a variable's derivative of this order, which exists.
  structure::ColumnId ColumnOf(VariableId v, int order) const {
    return column_of_[v.index()][static_cast<std::size_t>(order)];
  }

  void DifferentiateVariable(structure::ColumnId variable, structure::ColumnId derivative) override;
  std::vector<structure::ColumnId> DifferentiateEquation(structure::RowId equation,
                                                         structure::RowId derivative) override;

 private:
  void AddFirstDerivative(VariableId v);
  std::vector<structure::ColumnId> ColumnsIn(ExprId residual);

  System& system_;
  expr::Differentiator differentiator_;
  expr::LeafCollector collector_;
  structure::Incidence incidence_;
  structure::VariableDerivatives map_;
  structure::PerColumn<Quantity> columns_;
  std::vector<std::vector<structure::ColumnId>> column_of_;  // per variable, by order
  structure::PerRow<Row> rows_;
};

}  // namespace daedalus::causal
