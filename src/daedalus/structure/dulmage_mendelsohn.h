// Which part of a system has too many equations, which too few, and which is just right?
//
// Given the incidence and a maximum matching. Alternating paths from the unmatched rows reach the
// *over-determined* part, those from the unmatched columns the *under-determined* part. The rest is the
// *well-determined* part, which is square and matched within itself:
//
//                 over columns   well columns   under columns
//     over rows        x              .               .          more rows than columns
//     well rows        x              x               .          square
//     under rows       x              x               x          more columns than rows
//
// The parts do not depend on which maximum matching was given. A system is structurally regular if and only
// if the over- and the under-determined parts are empty.
//
// Method: [DM58] A. Dulmage, N. Mendelsohn, "Coverings of bipartite graphs", Canad. J. Math. 10 (1958)
// 517-534, in the form of [PF90] (see matching.h): two searches for the coarse decomposition, the strong
// components of the square part for the fine one. We differ in that the rectangular parts are not divided
// further: what explains them to a user are the sets of singular_sets.h.
//
// Steps: (1) search from the unmatched rows: row to every column of it, column to the row matched to it; (2)
// search from the unmatched columns in the same way; (3) the rest is the square part; (4) its blocks by
// Tarjan.
//
// Nothing can fail, but the matching must be maximum (checked). Cost: linear in rows, columns and entries.
#pragma once

#include <cstdint>
#include <vector>

#include "daedalus/structure/block_triangular_form.h"
#include "daedalus/structure/incidence.h"
#include "daedalus/structure/matching.h"

namespace daedalus::structure {

struct DulmageMendelsohn {
  // All ascending.
  std::vector<RowId> over_rows, well_rows, under_rows;
  std::vector<ColumnId> over_columns, well_columns, under_columns;
  Blocks well_blocks;  // the square part in executable order, the columns of the over-determined part being
                       // known
};

DulmageMendelsohn DulmageMendelsohnDecomposition(const Incidence& incidence, const Matching& matching);

// What alternating paths reach from `start`, an unmatched "row" of `graph` under `partner_of_column`: the
// rows (start among them) and the columns. Give the transposed graph and the other half of the matching to
// search from a column. With a maximum matching every column reached has a partner. `seen_rows` and
// `seen_columns` mark what was reached before, is not reached again, and is marked here.
template <class RowType, class ColumnType>
struct Reached {
  std::vector<RowType> rows;  // in the order of discovery, as are the columns
  std::vector<ColumnType> columns;
};
template <class RowType, class ColumnType>
Reached<RowType, ColumnType> AlternatingReach(const BasicIncidence<RowType, ColumnType>& graph,
                                              const IdVector<ColumnType, RowType>& partner_of_column,
                                              RowType start, IdVector<RowType, char>* seen_rows,
                                              IdVector<ColumnType, char>* seen_columns);

}  // namespace daedalus::structure
