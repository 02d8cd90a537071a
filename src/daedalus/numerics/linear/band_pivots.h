// The order of rows that partial pivoting chooses in a band, found once for a matrix whose values vary little
// from one factorization to the next: with the rows in that order the elimination needs no exchanges
// (band_lu.h), and the sizes of its pivots show when the order no longer serves.
//
// Step k looks at the rows that have an entry in column k and have not been taken yet, m + 1 at most, of the
// matrix with rows and columns scaled by their largest entries. Of those whose entry is at least half of the
// largest, by which no entry grows beyond three times, it takes one that is of little use for the columns
// behind: what is good enough today for two columns may be so tomorrow for one of them only. Else it takes
// the oldest: a row that waits makes the band wider.
//
// An elimination from both ends wants two such orders: that of the rows from above for the first columns, and
// the same from below for the last ones; the rows that neither has taken are left for the middle.
//
// Cost: n (m + 1) (m + p + 1) products, with m entries below the diagonal and p above it.
#pragma once

#include <optional>
#include <span>

#include "daedalus/numerics/linear/band_order.h"
#include "daedalus/numerics/linear/linear_solver.h"

namespace daedalus::linear {

// The columns do not change. nullopt if no pivot is left: the matrix is singular, or nearly so.
std::optional<BandOrder> OrderByPivots(const SparsePattern& pattern, const BandOrder& order,
                                       std::span<const double> values);
// Chooses from both ends. Also nullopt if both choose the same row.
std::optional<BandOrder> OrderFromBothEnds(const SparsePattern& pattern, const BandOrder& order,
                                           std::span<const double> values);

}  // namespace daedalus::linear
