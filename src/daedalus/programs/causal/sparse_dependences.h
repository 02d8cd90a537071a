// Which rows of a large sparse matrix depend on the others, and how? What dependent_rows.h says of a small
// one, by the work of a sparse elimination.
//
// Steps. (1) A core of rows and columns that is regular (sparse_regularity.h). Each row that is left over is
// a combination of the core's, on suspicion. (2) Its multipliers are solved for with an LU of the core, and
// refined with the given numbers. The combination must vanish to rounding, else the row is let go. (3) What
// is left are vectors u with u'A = 0, one for each such row. The row that is to depend on others is now
// chosen by ranks: of each vector the largest entry among its rows of the lowest rank, which is then
// eliminated from the other vectors. So in the end a row of lower rank depends on rows of its own rank and of
// higher ones, as it does there.
//
// Cost: that of one sparse LU, one solution for each dependent row, and the square of their number.
#pragma once

#include <cstdint>
#include <optional>
#include <span>

#include "daedalus/programs/causal/dependent_rows.h"
#include "daedalus/programs/causal/sparse_rows.h"

namespace daedalus::causal {

// One rank for each row. Nothing where the matrix fills up.
std::optional<RowDependences> FindSparseDependences(const SparseRows& matrix,
                                                    std::span<const std::uint32_t> ranks);

}  // namespace daedalus::causal
