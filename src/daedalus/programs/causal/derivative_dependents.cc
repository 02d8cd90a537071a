#include "daedalus/programs/causal/derivative_dependents.h"

#include <algorithm>

#include "daedalus/structure/block_triangular_form.h"

namespace daedalus::causal {

std::vector<char> DerivativeDependents(const SystemIncidence& incidence,
                                       const structure::Matching& matching) {
  const structure::Incidence unknowns = HighestDerivatives(incidence);
  const structure::Blocks blocks = structure::BlockTriangularForm(unknowns, matching);
  // A column is tainted if it is a derivative, or its block needs or contains a tainted one.
  std::vector<char> tainted = incidence.is_differential;
  for (std::size_t b = 0; b < blocks.size(); ++b) {
    const bool taint = std::any_of(blocks[b].begin(), blocks[b].end(), [&](structure::RowId row) {
      const auto columns = unknowns.Row(row);
      return std::any_of(columns.begin(), columns.end(),
                         [&](structure::ColumnId c) { return tainted[c.index()] != 0; });
    });
    if (!taint) continue;
    for (const structure::RowId row : blocks[b]) tainted[matching.column_of_row[row].index()] = 1;
  }
  for (std::size_t v = 0; v < tainted.size(); ++v) tainted[v] = tainted[v] && !incidence.is_differential[v];
  return tainted;
}

}  // namespace daedalus::causal
