// How a sparse matrix is eliminated by code that is written for it: the order of rows and columns, and where
// its entries stand among those that come in on the way.
#pragma once

#include <optional>
#include <span>
#include <vector>

#include "daedalus/expr/evaluate.h"

namespace daedalus::exported {

struct MatrixEntry {
  std::size_t row = 0, column = 0;
  expr::ExprId value;
};

struct EliminationPattern {
  std::vector<std::size_t> rows, columns;  // of the matrix, by pivot
  // Column by column in the order of the pivots, rows ascending, with the entries that come in.
  std::vector<int> starts, entry_rows, diagonals;
  std::vector<std::size_t> places;  // of each given entry
};

// The pivots are good ones for the values that the entries have at `start`. Nothing where the matrix is
// singular there.
std::optional<EliminationPattern> PlanElimination(const expr::Graph& graph, std::size_t n,
                                                  std::span<const MatrixEntry> entries,
                                                  const expr::Point& start);

}  // namespace daedalus::exported
