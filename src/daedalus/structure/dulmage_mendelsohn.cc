#include "daedalus/structure/dulmage_mendelsohn.h"

#include <algorithm>
#include <utility>

#include "daedalus/base/check.h"

namespace daedalus::structure {
namespace {

// Everything that alternating paths reach from the unmatched rows of `graph`, both lists ascending.
template <class RowType, class ColumnType>
Reached<RowType, ColumnType> ReachOfAllUnmatched(const BasicIncidence<RowType, ColumnType>& graph,
                                                 const IdVector<RowType, ColumnType>& partner_of_row,
                                                 const IdVector<ColumnType, RowType>& partner_of_column) {
  IdVector<RowType, char> seen_rows(graph.num_rows(), 0);
  IdVector<ColumnType, char> seen_columns(graph.num_columns, 0);
  Reached<RowType, ColumnType> all;
  for (const RowType row : graph.Rows()) {
    if (partner_of_row[row].IsValid()) continue;
    const auto more = AlternatingReach(graph, partner_of_column, row, &seen_rows, &seen_columns);
    all.rows.insert(all.rows.end(), more.rows.begin(), more.rows.end());
    all.columns.insert(all.columns.end(), more.columns.begin(), more.columns.end());
  }
  std::sort(all.rows.begin(), all.rows.end());
  std::sort(all.columns.begin(), all.columns.end());
  return all;
}

// The ids 0 .. n-1 in neither of two ascending lists.
template <class IdType>
std::vector<IdType> Rest(std::size_t n, const std::vector<IdType>& a, const std::vector<IdType>& b) {
  IdVector<IdType, char> taken(n, 0);
  for (const IdType id : a) taken[id] = 1;
  for (const IdType id : b) taken[id] = 1;
  std::vector<IdType> rest;
  for (const IdType id : IdRange<IdType>(n)) {
    if (!taken[id]) rest.push_back(id);
  }
  return rest;
}

Blocks BlocksOfPart(const Incidence& incidence, const Matching& matching, const std::vector<RowId>& rows) {
  Matching part;
  part.column_of_row.resize(matching.column_of_row.size());
  part.row_of_column.resize(matching.row_of_column.size());
  for (const RowId row : rows) {
    part.column_of_row[row] = matching.column_of_row[row];
    part.row_of_column[matching.column_of_row[row]] = row;
  }
  part.size = static_cast<std::uint32_t>(rows.size());
  return BlockTriangularForm(incidence, part);
}

}  // namespace

template <class RowType, class ColumnType>
Reached<RowType, ColumnType> AlternatingReach(const BasicIncidence<RowType, ColumnType>& graph,
                                              const IdVector<ColumnType, RowType>& partner_of_column,
                                              RowType start, IdVector<RowType, char>* seen_rows,
                                              IdVector<ColumnType, char>* seen_columns) {
  Reached<RowType, ColumnType> reached;
  if ((*seen_rows)[start]) return reached;
  (*seen_rows)[start] = 1;
  reached.rows.push_back(start);
  for (std::size_t at = 0; at < reached.rows.size(); ++at) {
    for (const ColumnType column : graph.Row(reached.rows[at])) {
      if ((*seen_columns)[column]) continue;
      (*seen_columns)[column] = 1;
      reached.columns.push_back(column);
      const RowType partner = partner_of_column[column];
      DAEDALUS_CHECK(partner.IsValid(), "the matching is maximum");
      if (!std::exchange((*seen_rows)[partner], 1)) reached.rows.push_back(partner);
    }
  }
  return reached;
}
template Reached<RowId, ColumnId> AlternatingReach(const Incidence&, const PerColumn<RowId>&, RowId,
                                                   PerRow<char>*, PerColumn<char>*);
template Reached<ColumnId, RowId> AlternatingReach(const TransposedIncidence&, const PerRow<ColumnId>&,
                                                   ColumnId, PerColumn<char>*, PerRow<char>*);

DulmageMendelsohn DulmageMendelsohnDecomposition(const Incidence& incidence, const Matching& matching) {
  DulmageMendelsohn parts;
  // (1)
  auto over = ReachOfAllUnmatched(incidence, matching.column_of_row, matching.row_of_column);
  // (2) The same search with the roles of rows and columns exchanged.
  const TransposedIncidence transposed = Transpose(incidence);
  auto under = ReachOfAllUnmatched(transposed, matching.row_of_column, matching.column_of_row);
  // (3)
  parts.well_rows = Rest(incidence.num_rows(), over.rows, under.columns);
  parts.well_columns = Rest(incidence.num_columns, over.columns, under.rows);
  parts.over_rows = std::move(over.rows);
  parts.over_columns = std::move(over.columns);
  parts.under_rows = std::move(under.columns);
  parts.under_columns = std::move(under.rows);
  // (4)
  parts.well_blocks = BlocksOfPart(incidence, matching, parts.well_rows);
  return parts;
}

}  // namespace daedalus::structure
