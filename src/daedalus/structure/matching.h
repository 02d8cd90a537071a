// Which equation determines which unknown? A maximum matching of the bipartite incidence graph.
//
// Each row is given at most one column that appears in it, each column at most one row, as many pairs as possible. A system is
// structurally regular if and only if every row and every column is matched.
//
// Method: [PF90] A. Pothen, C.-J. Fan, "Computing the block triangular form of a sparse matrix", ACM TOMS 16 (1990)
// 303-324: a cheap assignment first, then phases of vertex-disjoint augmenting paths by depth-first search, each row
// with a lookahead pointer for a column that is free at once. We differ in two ways: the search keeps its path on an explicit
// stack, because models are deep; and rows are tried in the order given, so that a caller can extend a matching
// row by row and prefer earlier rows (AugmentRow). What a failed search has seen is never searched again: all its columns
// belong to rows that it has seen, so no later path through them can end at a free column. All failures together cost one pass.
//
// Cost: O(rows * entries) at worst, close to linear on the incidence of physical models.
#pragma once

#include <cstdint>
#include <limits>
#include <vector>

#include "daedalus/structure/incidence.h"

namespace daedalus::structure {

constexpr std::uint32_t kUnmatched = std::numeric_limits<std::uint32_t>::max();

struct Matching {
  std::vector<std::uint32_t> column_of_row;
  std::vector<std::uint32_t> row_of_column;
  std::uint32_t size = 0;

  bool IsPerfect() const { return size == column_of_row.size() && size == row_of_column.size(); }
};

Matching MaximumMatching(const Incidence& incidence);

// Grows a matching by one augmenting path from each row that is offered; a row that finds none stays unmatched and takes nothing away
// from those matched before. This is how rows of lower preference are added only where there is room for them.
class MatchingExtender {
 public:
  explicit MatchingExtender(const Incidence& incidence);
  bool AugmentRow(std::uint32_t row);
  const Matching& matching() const { return matching_; }

 private:
  struct Frame {
    std::uint32_t row;
    std::uint32_t next;  // position in the row's entries
  };
  const Incidence& incidence_;
  Matching matching_;
  std::vector<std::uint32_t> visited_;    // per column: the last search that saw it, or that none need see it again
  std::vector<std::uint32_t> lookahead_;  // per row: entries before it lead to matched columns
  std::vector<Frame> path_;
  std::vector<std::uint32_t> seen_;  // the columns of this search
  std::uint32_t search_ = 0;
};

}  // namespace daedalus::structure
