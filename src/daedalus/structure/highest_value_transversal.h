// Which perfect matching has the largest sum of the values at its entries? The linear assignment problem, sparse.
//
// Given a square incidence and an integer value at every entry. The answer is a *transversal*, one entry in each
// row and column; its value cannot be exceeded, and the duals prove it: v_j - u_i >= value_ij everywhere, with
// equality on the transversal.
//
// Method: successive shortest augmenting paths, [JV87] R. Jonker, A. Volgenant, "A shortest augmenting path algorithm
// for dense and sparse linear assignment problems", Computing 38 (1987) 325-340. We differ from it in the start, which
// is column maxima and row minima followed by a cardinality matching on the tight entries, and in its paths being found with a
// heap, for rows are short here. Values and duals are integers: nothing is rounded.
//
// Steps: (1) v_j = largest value of column j, u_i = smallest v_j - value_ij of row i: feasible, each row with a
// tight entry; (2) match as many rows as possible on tight entries; (3) for each row left, Dijkstra over the
// slacks v_j - u_i - value_ij to the nearest free column, then raise the duals of what was nearer and flip the path.
//
// Cost: O(n (entries + n log n)) at worst; (3) visits only what is nearer than the nearest free column, few rows on
// physical models. What can fail: there is no perfect matching, answered by nullopt.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "daedalus/structure/incidence.h"

namespace daedalus::structure {

struct Transversal {
  std::vector<std::uint32_t> column_of_row;
  std::vector<std::uint32_t> entry_of_row;  // the position of that entry in the incidence
  std::vector<std::int64_t> u, v;           // the duals of rows and columns
  std::int64_t value = 0;
};

// `values` are aligned with incidence.columns.
std::optional<Transversal> HighestValueTransversal(const Incidence& incidence, std::span<const std::int32_t> values);

}  // namespace daedalus::structure
