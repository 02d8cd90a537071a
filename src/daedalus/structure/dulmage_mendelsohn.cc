#include "daedalus/structure/dulmage_mendelsohn.h"

#include <algorithm>
#include <utility>

#include "daedalus/base/check.h"

namespace daedalus::structure {
namespace {

// Everything that alternating paths reach from the unmatched rows of `graph`, both lists ascending.
Reached ReachOfAllUnmatched(const Incidence& graph, const std::vector<std::uint32_t>& partner_of_row,
                            const std::vector<std::uint32_t>& partner_of_column) {
  std::vector<char> seen_rows(graph.num_rows(), 0), seen_columns(graph.num_columns, 0);
  Reached all;
  for (std::uint32_t row = 0; row < graph.num_rows(); ++row) {
    if (partner_of_row[row] != kUnmatched) continue;
    const Reached more = AlternatingReach(graph, partner_of_column, row, &seen_rows, &seen_columns);
    all.rows.insert(all.rows.end(), more.rows.begin(), more.rows.end());
    all.columns.insert(all.columns.end(), more.columns.begin(), more.columns.end());
  }
  std::sort(all.rows.begin(), all.rows.end());
  std::sort(all.columns.begin(), all.columns.end());
  return all;
}

// The ids 0 .. n-1 in neither of two ascending lists.
std::vector<std::uint32_t> Rest(std::size_t n, const std::vector<std::uint32_t>& a,
                                const std::vector<std::uint32_t>& b) {
  std::vector<char> taken(n, 0);
  for (const std::uint32_t id : a) taken[id] = 1;
  for (const std::uint32_t id : b) taken[id] = 1;
  std::vector<std::uint32_t> rest;
  for (std::uint32_t id = 0; id < n; ++id) {
    if (!taken[id]) rest.push_back(id);
  }
  return rest;
}

Blocks BlocksOfPart(const Incidence& incidence, const Matching& matching,
                    const std::vector<std::uint32_t>& rows) {
  Matching part;
  part.column_of_row.assign(matching.column_of_row.size(), kUnmatched);
  part.row_of_column.assign(matching.row_of_column.size(), kUnmatched);
  for (const std::uint32_t row : rows) {
    part.column_of_row[row] = matching.column_of_row[row];
    part.row_of_column[matching.column_of_row[row]] = row;
  }
  part.size = static_cast<std::uint32_t>(rows.size());
  return BlockTriangularForm(incidence, part);
}

}  // namespace

Reached AlternatingReach(const Incidence& graph, const std::vector<std::uint32_t>& partner_of_column,
                         std::uint32_t start, std::vector<char>* seen_rows, std::vector<char>* seen_columns) {
  Reached reached;
  if ((*seen_rows)[start]) return reached;
  (*seen_rows)[start] = 1;
  reached.rows.push_back(start);
  for (std::size_t at = 0; at < reached.rows.size(); ++at) {
    for (const std::uint32_t column : graph.Row(reached.rows[at])) {
      if ((*seen_columns)[column]) continue;
      (*seen_columns)[column] = 1;
      reached.columns.push_back(column);
      const std::uint32_t partner = partner_of_column[column];
      DAEDALUS_CHECK(partner != kUnmatched, "the matching is maximum");
      if (!std::exchange((*seen_rows)[partner], 1)) reached.rows.push_back(partner);
    }
  }
  return reached;
}

DulmageMendelsohn DulmageMendelsohnDecomposition(const Incidence& incidence, const Matching& matching) {
  DulmageMendelsohn parts;
  // (1)
  Reached over = ReachOfAllUnmatched(incidence, matching.column_of_row, matching.row_of_column);
  // (2) The same question with the roles exchanged.
  const Incidence transposed = Transpose(incidence);
  Reached under = ReachOfAllUnmatched(transposed, matching.row_of_column, matching.column_of_row);
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
