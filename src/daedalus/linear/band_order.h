// An order of rows and columns in which all entries of a matrix stand near its diagonal: chains, ladders, rods, the method of lines in one dimension.
//
// Where the natural order has no narrow band: (1) each column gets a row that has an entry in it (a maximum matching), which is to stand on the diagonal;
// (2) the columns become the nodes of a graph, joined where the row of one has an entry in the column of the other; (3) its nodes are numbered in
// reverse Cuthill-McKee order [CM69], level by level from a node that is far from all others [GL79]. That is linear in the entries, but for the
// sorting of neighbours.
//
// [CM69] E. Cuthill, J. McKee, Proc. 24th National Conference of the ACM (1969) 157.
// [GL79] A. George, J. W. H. Liu, ACM TOMS 5 (1979) 284.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "daedalus/linear/sparse_pattern.h"

namespace daedalus::linear {

struct BandOrder {
  std::vector<std::int32_t> rows, columns;  // the row and the column of the pattern that stand at each place
  std::int32_t lower = 0, upper = 0;        // the farthest entries below and above the diagonal
};

// As it stands.
BandOrder NaturalBand(const SparsePattern& pattern);
// The natural one where that is narrow, else that of the steps above; nothing where the matrix is singular whatever its values are.
std::optional<BandOrder> FindBandOrder(const SparsePattern& pattern);

}  // namespace daedalus::linear
