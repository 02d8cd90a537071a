// How code for one sparse matrix eliminates it: the order of rows and columns, and the places of its entries
// among those that fill in.
#pragma once

#include <optional>
#include <span>
#include <vector>

#include "daedalus/system/expr/evaluate.h"

namespace daedalus::exported {

struct MatrixEntry {
  std::size_t row = 0, column = 0;
  expr::ExprId value;
};

struct EliminationPattern {
  std::vector<std::size_t> rows, columns;  // of the matrix, by pivot
  // Column by column in the order of the pivots, with ascending rows, including the fill-in.
  std::vector<int> starts, entry_rows, diagonals;
  std::vector<std::size_t> places;  // of each given entry
};

// The pivots are good for the values of the entries at `start`. nullopt if the matrix is singular there.
std::optional<EliminationPattern> PlanElimination(const expr::Graph& graph, std::size_t n,
                                                  std::span<const MatrixEntry> entries,
                                                  const expr::Point& start);

}  // namespace daedalus::exported
