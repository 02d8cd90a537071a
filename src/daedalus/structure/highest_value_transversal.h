// Which perfect matching has the largest sum of the values at its entries? The linear assignment problem,
// sparse.
//
// Given a square incidence and an integer value at every entry. The answer is a *transversal*, one entry in
// each row and column. The duals prove that no other has a larger value: v_j - u_i >= value_ij everywhere,
// with equality on the transversal.
//
// Method: primal-dual, [Kuh55] H. W. Kuhn, "The Hungarian method for the assignment problem", Naval Res.
// Logist. Quart. 2 (1955) 83-97, with two changes for matrices that are large and sparse with small integer
// values. The duals are raised from all free rows at once, by one Dijkstra over the slacks v_j - u_i -
// value_ij. [JV87] Jonker & Volgenant go row by row; in a chain of equal components each row would raise the
// duals of the whole chain again. Between two raises as many rows as possible are matched on the tight
// entries, those without slack, by breadth-first search.
//
// Steps: (1) v_j = largest value of column j, u_i = smallest v_j - value_ij of row i: feasible, each row with
// a tight entry; a row takes the first of them whose column is free; (2) augment every free row on tight
// entries, if possible; (3) if rows are still free, find the distance from them to the nearest free column,
// raise the duals of all nearer rows and columns, and go on at (2).
//
// Cost: O(entries log n) and a matching for each raise. Every raise is by at least 1, and all together by no
// more than the largest offset between duals: few for the orders of derivatives. What can fail: there is no
// perfect matching, answered by nullopt.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "daedalus/structure/incidence.h"

namespace daedalus::structure {

struct Transversal {
  PerRow<ColumnId> column_of_row;
  PerRow<std::uint32_t> entry_of_row;  // the position of that entry in the incidence
  PerRow<std::int64_t> u;              // the duals of rows and columns
  PerColumn<std::int64_t> v;
  std::int64_t value = 0;
};

// The largest value in each column, the least of std::int32_t in an empty one. `values` are aligned with
// incidence.columns.
PerColumn<std::int32_t> HighestValues(const Incidence& incidence, std::span<const std::int32_t> values);

std::optional<Transversal> HighestValueTransversal(const Incidence& incidence,
                                                   std::span<const std::int32_t> values);

}  // namespace daedalus::structure
