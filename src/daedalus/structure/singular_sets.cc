#include "daedalus/structure/singular_sets.h"

#include <algorithm>
#include <tuple>
#include <utility>

#include "daedalus/structure/dulmage_mendelsohn.h"
#include "daedalus/structure/matching.h"

namespace daedalus::structure {
namespace {

template <class IdType, class Partner>
std::vector<IdType> Unmatched(const IdVector<IdType, Partner>& partners) {
  std::vector<IdType> ids;
  for (const IdType id : IdRange<IdType>(partners.size())) {
    if (!partners[id].IsValid()) ids.push_back(id);
  }
  return ids;
}

// (1) Rows that no alternating path joins to an unmatched row are in every maximum matching; there is a
// choice among the others only.
Matching GreedyBasis(const Incidence& incidence, const std::vector<std::int32_t>& trust) {
  Matching matching = MaximumMatching(incidence);
  std::vector<RowId> order;
  PerRow<char> seen_rows(incidence.num_rows(), 0);
  PerColumn<char> seen_columns(incidence.num_columns, 0);
  for (const RowId start : Unmatched(matching.column_of_row)) {
    const auto more = AlternatingReach(incidence, matching.row_of_column, start, &seen_rows, &seen_columns);
    order.insert(order.end(), more.rows.begin(), more.rows.end());
  }
  for (const RowId row : order) {
    if (!matching.column_of_row[row].IsValid()) continue;
    matching.row_of_column[matching.column_of_row[row]] = RowId();
    matching.column_of_row[row] = ColumnId();
    --matching.size;
  }
  const auto key = [&](RowId row) {
    return std::tuple(row.index() < trust.size() ? -std::int64_t{trust[row.index()]} : 0,
                      incidence.Row(row).size(), row);
  };
  std::sort(order.begin(), order.end(), [&](auto a, auto b) { return key(a) < key(b); });
  MatchingExtender extender(incidence, std::move(matching));
  for (const RowId row : order) extender.AugmentRow(row);
  return extender.matching();
}

// (2), (3) The rows and columns that each of `starts` reaches. All searches share their work arrays.
template <class RowType, class ColumnType>
std::vector<Reached<RowType, ColumnType>> ReachOfEach(const BasicIncidence<RowType, ColumnType>& graph,
                                                      const IdVector<ColumnType, RowType>& partner_of_column,
                                                      const std::vector<RowType>& starts,
                                                      std::size_t max_sets) {
  IdVector<RowType, char> seen_rows(graph.num_rows(), 0);
  IdVector<ColumnType, char> seen_columns(graph.num_columns, 0);
  std::vector<Reached<RowType, ColumnType>> sets;
  for (std::size_t i = 0; i < starts.size() && i < max_sets; ++i) {
    auto set = AlternatingReach(graph, partner_of_column, starts[i], &seen_rows, &seen_columns);
    for (const RowType row : set.rows) seen_rows[row] = 0;
    for (const ColumnType column : set.columns) seen_columns[column] = 0;
    std::sort(set.rows.begin(), set.rows.end());
    std::sort(set.columns.begin(), set.columns.end());
    sets.push_back(std::move(set));
  }
  return sets;
}

}  // namespace

Singularity ExplainSingularity(const Incidence& incidence, const SingularityOptions& options) {
  const Matching matching = GreedyBasis(incidence, options.trust);
  const std::vector<RowId> rows = Unmatched(matching.column_of_row);
  const std::vector<ColumnId> columns = Unmatched(matching.row_of_column);
  Singularity why;
  why.num_unmatched_rows = static_cast<std::uint32_t>(rows.size());
  why.num_unmatched_columns = static_cast<std::uint32_t>(columns.size());

  auto over = ReachOfEach(incidence, matching.row_of_column, rows, options.max_sets);
  for (std::size_t i = 0; i < over.size(); ++i) {
    why.overdetermined.push_back({rows[i], std::move(over[i].rows), std::move(over[i].columns)});
  }
  auto under = ReachOfEach(Transpose(incidence), matching.column_of_row, columns, options.max_sets);
  for (std::size_t i = 0; i < under.size(); ++i) {
    why.underdetermined.push_back({columns[i], std::move(under[i].rows), std::move(under[i].columns)});
  }
  std::stable_sort(why.overdetermined.begin(), why.overdetermined.end(),
                   [](const auto& a, const auto& b) { return a.rows.size() < b.rows.size(); });
  std::stable_sort(why.underdetermined.begin(), why.underdetermined.end(),
                   [](const auto& a, const auto& b) { return a.columns.size() < b.columns.size(); });
  return why;
}

}  // namespace daedalus::structure
