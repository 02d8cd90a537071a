// Which rows of a large sparse matrix depend on the others, and how? The same question as in
// dependent_rows.h, at the cost of a sparse elimination.
//
// Steps. (1) A core of rows and columns that is regular (sparse_regularity.h). Each row that is left over is
// suspected to be a combination of the core's rows. (2) Its multipliers are solved for with an LU of the
// core, and refined with the given numbers. The combination must vanish to rounding, else the row counts as
// independent. (3) The result is a vector u with u'A = 0 for each dependent row. Ranks decide which row
// counts as the dependent one: the largest entry of u among its rows of the lowest rank. This row is then
// eliminated from the other vectors. So a row of lower rank depends on rows of its own rank and of higher
// ones, as in dependent_rows.h.
//
// Cost: that of one sparse LU, one solution for each dependent row, and the square of their number.
#pragma once

#include <cstdint>
#include <optional>
#include <span>

#include "daedalus/programs/causal/dependent_rows.h"
#include "daedalus/programs/causal/sparse_rows.h"

namespace daedalus::causal {

// One rank for each row. nullopt if the matrix fills up.
std::optional<RowDependences> FindSparseDependences(const SparseRows& matrix,
                                                    std::span<const std::uint32_t> ranks);

}  // namespace daedalus::causal
