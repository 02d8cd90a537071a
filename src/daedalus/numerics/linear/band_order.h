// An order of rows and columns in which all entries of a matrix are near its diagonal: chains, ladders, rods,
// the method of lines in one dimension.
//
// Where the natural order has no narrow band: (1) columns and rows are the nodes of a graph, joined by the
// entries; (2) they are numbered in reverse Cuthill-McKee order [CM69], level by level from a node that is
// far from all others [GL79]: levels are columns and rows by turns, so neither has to know its partner on the
// diagonal. (3) Where that is narrower, the rows are put in the order of the middles of what they reach. All
// is linear in the entries, but for the sorting.
//
// [CM69] E. Cuthill, J. McKee, Proc. 24th National Conference of the ACM (1969) 157.
// [GL79] A. George, J. W. H. Liu, ACM TOMS 5 (1979) 284.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "daedalus/numerics/linear/sparse_pattern.h"

namespace daedalus::linear {

struct BandOrder {
  std::vector<std::int32_t> rows, columns;  // the row and the column of the pattern that stand at each place
  std::int32_t lower = 0, upper = 0;        // the farthest entries below and above the diagonal
};

// The place of each row or column; `order` has the row or column at each place.
std::vector<std::int32_t> PlacesOf(std::span<const std::int32_t> order);

// The band in this order of rows and columns.
BandOrder BandOf(const SparsePattern& pattern, std::vector<std::int32_t> rows,
                 std::vector<std::int32_t> columns);
// The band in the given order.
BandOrder NaturalBand(const SparsePattern& pattern);
// The natural one where that is narrow, else that of the steps above.
BandOrder FindBandOrder(const SparsePattern& pattern);

}  // namespace daedalus::linear
