#include "daedalus/programs/causal/author_derivatives.h"

#include <algorithm>
#include <utility>

#include "daedalus/programs/causal/system_incidence.h"
#include "daedalus/system/expr/traverse.h"

namespace daedalus::causal {
namespace {

using structure::ColumnId;
using structure::RowId;

bool ContainsCall(const System& system, EquationId e, expr::Traversal& traversal) {
  return std::ranges::any_of(traversal.Visit(system.graph, system.equations[e].residual),
                             [&](ExprId part) { return system.graph.op(part) == expr::Op::kCall; });
}

// Follows variables through the equations that are matched to them.
class HiddenDependences {
 public:
  HiddenDependences(const DerivativeColumns& columns, const structure::PantelidesResult& reduced)
      : columns_(columns), reduced_(reduced), visited_in_(columns.incidence().num_columns, 0) {}

  bool Has(EquationId e) {
    const RowId derivative = reduced_.equations.DerivativeOf(RowOf(e));
    if (!derivative.IsValid()) return false;
    ++search_;
    const auto written = reduced_.incidence.Row(derivative);
    for (const ColumnId leaf : columns_.incidence().Row(RowOf(e))) {
      const ColumnId differentiated = reduced_.variables.DerivativeOf(leaf);
      const bool is_written = differentiated.IsValid() && std::ranges::binary_search(written, differentiated);
      if (!is_written && DependsOnStates(leaf)) return true;
    }
    return false;
  }

 private:
  // True if a candidate for a state is reached.
  bool DependsOnStates(ColumnId start) {
    std::vector<ColumnId> open = {start};
    while (!open.empty()) {
      const ColumnId column = open.back();
      open.pop_back();
      if (std::exchange(visited_in_[column.index()], search_) == search_) continue;
      const RowId definition = DefinitionOf(column);
      if (!definition.IsValid()) return true;
      for (const ColumnId other : columns_.incidence().Row(definition)) {
        if (other != column) open.push_back(other);
      }
    }
    return false;
  }

  // The given equation that determines the column if it was differentiated as often as the column. Invalid if
  // only a derivative of the column is determined: then it is a candidate for a state.
  RowId DefinitionOf(ColumnId column) const {
    std::uint32_t orders = 0;
    while (reduced_.variables.DerivativeOf(column).IsValid()) {
      column = reduced_.variables.DerivativeOf(column);
      ++orders;
    }
    const RowId matched = reduced_.matching.row_of_column[column];
    if (!matched.IsValid() || columns_.rows()[matched].times != orders) return {};
    return RowOf(columns_.rows()[matched].given);
  }

  const DerivativeColumns& columns_;
  const structure::PantelidesResult& reduced_;
  std::vector<std::uint32_t> visited_in_;  // by column of the given equations: the last search
  std::uint32_t search_ = 0;
};

}  // namespace

std::vector<EquationId> FindHiddenDependences(const System& system, const DerivativeColumns& columns,
                                              const structure::PantelidesResult& reduced) {
  std::vector<EquationId> out;
  expr::Traversal traversal;
  HiddenDependences dependences(columns, reduced);
  for (const EquationId e : IdRange<EquationId>(system.equations.size())) {
    if (dependences.Has(e) && ContainsCall(system, e, traversal)) out.push_back(e);
  }
  return out;
}

}  // namespace daedalus::causal
