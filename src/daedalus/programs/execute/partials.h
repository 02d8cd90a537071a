// Rows with their sparse matrix of partial derivatives, as one list of expressions for one kernel; and the
// solvers of the square part of a matrix that has more rows or columns than that.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "daedalus/numerics/linear/linear_solver.h"
#include "daedalus/numerics/linear/sparse_pattern.h"
#include "daedalus/system/expr/graph.h"

namespace daedalus::execute {

// Appends to the rows their partial derivatives by the leaves, column by column, one for each entry of the
// pattern that is given back.
linear::SparsePattern AddPartials(expr::Graph& graph, std::span<const expr::ExprId> leaves,
                                  std::vector<expr::ExprId>& rows);

// The first n rows and columns of a matrix: which of its entries they have, in the order that each solver
// takes.
struct SquarePart {
  std::vector<std::size_t> forward_entries, transposed_entries;
  linear::CopyableSolver forward, transposed;  // none for n = 0
};
SquarePart SquarePartOf(const linear::SparsePattern& pattern, std::int32_t n);

}  // namespace daedalus::execute
