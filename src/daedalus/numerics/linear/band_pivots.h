// The order of rows that partial pivoting chooses in a band. It is found once for a matrix whose values vary
// little from one factorization to the next. With rows in that order the elimination needs no exchanges
// (band_lu.h), and the sizes of its pivots show when the order is no longer good.
//
// Step k looks at the rows that have an entry in column k and have not been taken yet, m + 1 at most, of the
// matrix with rows and columns scaled by their largest entries. Only rows whose entry is at least half of the
// largest are candidates; then no entry grows beyond three times. Of these it takes a row that is of little
// use for later columns, which may need the others when the values change. Otherwise it takes the oldest row,
// because a waiting row makes the band wider.
//
// An elimination from both ends needs two such orders: from above for the first columns, and from below for
// the last ones. The rows that neither has taken are left for the middle.
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
