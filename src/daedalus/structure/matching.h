// Which equation determines which unknown? A maximum matching of the bipartite incidence graph.
//
// Each row is given at most one column that appears in it, each column at most one row, as many pairs as
// possible. A system is structurally regular if and only if every row and every column is matched.
//
// Two methods. MaximumMatching is [HK73] J. Hopcroft, R. Karp, "An n^(5/2) algorithm for maximum matchings in
// bipartite graphs", SIAM J. Comput. 2 (1973) 225-231, started with karp_sipser.h: phases of shortest
// augmenting paths without a row in common, each with an explicit stack, because models are deep. The paths
// of a phase are searched from their ends, the free columns that the shortest ones reach. Down the levels
// every way leads to a free row; up the levels most ways do not lead to a free column. Cost: O(entries *
// sqrt(rows)) at worst, close to linear on the incidence of physical models.
//
// MatchingExtender grows a matching row by row, so that a caller can prefer some rows to others, each row
// with a lookahead pointer for a column that is free at once, as in [PF90] A. Pothen, C.-J. Fan, "Computing
// the block triangular form of a sparse matrix", ACM TOMS 16 (1990) 303-324. We differ from it in two ways.
// The search is breadth first. In a chain of equal components a depth-first search runs to the end of the
// chain for every row, while the shortest path stays near. Rows and columns that a failed search has seen are
// never searched again. All these columns belong to rows that it has seen, so no path through them can end at
// a free column. All failures together cost one pass. Cost: O(rows * entries) at worst.
#pragma once

#include <cstdint>
#include <vector>

#include "daedalus/structure/incidence.h"

namespace daedalus::structure {

// Unmatched rows and columns have an invalid partner.
struct Matching {
  PerRow<ColumnId> column_of_row;
  PerColumn<RowId> row_of_column;
  std::uint32_t size = 0;

  bool IsPerfect() const { return size == column_of_row.size() && size == row_of_column.size(); }
};

Matching MaximumMatching(const Incidence& incidence);

// Grows a matching by one augmenting path from each row that is offered. A row that finds none stays
// unmatched and leaves the rows matched before as they are. This is how rows of lower preference are added
// only where there is room for them.
class MatchingExtender {
 public:
  explicit MatchingExtender(const Incidence& incidence);
  // Starts with pairs that are matched already.
  MatchingExtender(const Incidence& incidence, Matching matching);
  bool AugmentRow(RowId row);
  Matching matching() const;

 private:
  // All data of a column that a search reads, together: in a large random graph each access is a cache miss.
  struct Column {
    RowId row;
    std::uint32_t visited = 0;  // the last search that saw it, or kNoWayOut
    RowId reached_from = {};    // the row by which that search came to it
  };

  ColumnId FreeColumn(RowId row);
  void Flip(RowId start, RowId row, ColumnId free_column);

  const Incidence& incidence_;
  PerColumn<Column> columns_;
  PerRow<ColumnId> column_of_row_;
  std::uint32_t size_ = 0;           // pairs
  PerRow<std::uint32_t> lookahead_;  // entries before it lead to matched columns
  std::vector<RowId> rows_;          // of this search, in the order of discovery
  std::uint32_t search_ = 0;
};

}  // namespace daedalus::structure
