#include "daedalus/structure/singular_sets.h"

#include <algorithm>
#include <tuple>
#include <utility>

#include "daedalus/structure/dulmage_mendelsohn.h"
#include "daedalus/structure/matching.h"

namespace daedalus::structure {
namespace {

std::vector<std::uint32_t> Unmatched(const std::vector<std::uint32_t>& partners) {
  std::vector<std::uint32_t> ids;
  for (std::uint32_t id = 0; id < partners.size(); ++id) {
    if (partners[id] == kUnmatched) ids.push_back(id);
  }
  return ids;
}

// (1) Rows that no alternating path joins to an unmatched row are in every maximum matching; there is a
// choice among the others only.
Matching GreedyBasis(const Incidence& incidence, const std::vector<std::int32_t>& trust) {
  Matching matching = MaximumMatching(incidence);
  std::vector<std::uint32_t> order;
  std::vector<char> seen_rows(incidence.num_rows(), 0), seen_columns(incidence.num_columns, 0);
  for (const std::uint32_t start : Unmatched(matching.column_of_row)) {
    const Reached more =
        AlternatingReach(incidence, matching.row_of_column, start, &seen_rows, &seen_columns);
    order.insert(order.end(), more.rows.begin(), more.rows.end());
  }
  for (const std::uint32_t row : order) {
    if (matching.column_of_row[row] == kUnmatched) continue;
    matching.row_of_column[matching.column_of_row[row]] = kUnmatched;
    matching.column_of_row[row] = kUnmatched;
    --matching.size;
  }
  const auto key = [&](std::uint32_t row) {
    return std::tuple(row < trust.size() ? -std::int64_t{trust[row]} : 0, incidence.Row(row).size(), row);
  };
  std::sort(order.begin(), order.end(), [&](auto a, auto b) { return key(a) < key(b); });
  MatchingExtender extender(incidence, std::move(matching));
  for (const std::uint32_t row : order) extender.AugmentRow(row);
  return extender.matching();
}

// (2), (3) What each of `starts` reaches, in the work arrays of one search after another.
std::vector<Reached> ReachOfEach(const Incidence& graph, const std::vector<std::uint32_t>& partner_of_column,
                                 const std::vector<std::uint32_t>& starts, std::size_t max_sets) {
  std::vector<char> seen_rows(graph.num_rows(), 0), seen_columns(graph.num_columns, 0);
  std::vector<Reached> sets;
  for (std::size_t i = 0; i < starts.size() && i < max_sets; ++i) {
    Reached set = AlternatingReach(graph, partner_of_column, starts[i], &seen_rows, &seen_columns);
    for (const std::uint32_t row : set.rows) seen_rows[row] = 0;
    for (const std::uint32_t column : set.columns) seen_columns[column] = 0;
    std::sort(set.rows.begin(), set.rows.end());
    std::sort(set.columns.begin(), set.columns.end());
    sets.push_back(std::move(set));
  }
  return sets;
}

}  // namespace

Singularity ExplainSingularity(const Incidence& incidence, const SingularityOptions& options) {
  const Matching matching = GreedyBasis(incidence, options.trust);
  const std::vector<std::uint32_t> rows = Unmatched(matching.column_of_row);
  const std::vector<std::uint32_t> columns = Unmatched(matching.row_of_column);
  Singularity why;
  why.num_unmatched_rows = static_cast<std::uint32_t>(rows.size());
  why.num_unmatched_columns = static_cast<std::uint32_t>(columns.size());

  std::vector<Reached> over = ReachOfEach(incidence, matching.row_of_column, rows, options.max_sets);
  for (std::size_t i = 0; i < over.size(); ++i) {
    why.overdetermined.push_back({rows[i], std::move(over[i].rows), std::move(over[i].columns)});
  }
  std::vector<Reached> under =
      ReachOfEach(Transpose(incidence), matching.column_of_row, columns, options.max_sets);
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
