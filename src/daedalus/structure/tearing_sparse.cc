#include "daedalus/structure/tearing_sparse.h"

#include <algorithm>
#include <iterator>
#include <optional>
#include <utility>

namespace daedalus::structure {
namespace {

constexpr std::size_t kLongest = 50;
// An unknown of more equations than these is not substituted, even if their other unknowns are the same. The
// number of entries would stay, but the work of evaluation would grow.
constexpr std::size_t kMostShared = 3;

class SparseTearing {
 public:
  explicit SparseTearing(const TearingProblem& problem) : problem_(problem), n_(problem.appears.num_columns) {
    rows_.resize(n_);
    columns_.resize(n_);
    is_touched_.assign(n_, 0);
    is_assigned_.assign(n_, 0);
    is_used_.assign(n_, 0);
    has_pivot_.assign(n_, 0);
    for (std::uint32_t r = 0; r < n_; ++r) {
      for (const ColumnId column : problem.appears.Row(RowId(r))) {
        rows_[r].push_back(column.value);
        columns_[column.value].push_back(r);
      }
      for (auto k = problem.appears.row_starts[r]; k < problem.appears.row_starts[r + 1]; ++k) {
        if (problem.costs[k] != kUnsafe) has_pivot_[problem.appears.columns[k].value] = 1;
      }
      std::ranges::sort(rows_[r]);
    }
  }

  TornBlock Tear() && {
    // Starts from the beginning again: others became candidates by a substitution next to them, and would
    // follow each other along a chain.
    std::vector<std::uint32_t> short_columns;
    for (std::uint32_t column = n_; column-- > 0;) {
      if (columns_[column].size() <= 2) short_columns.push_back(column);
    }
    for (const std::uint32_t column : short_columns) TryToAssign(column, problem_.CostsAlone());
    for (std::uint32_t column = n_; column-- > 0;) {
      if (!is_assigned_[column] && columns_[column].size() <= kLongest) TryToAssign(column, problem_.costs);
    }
    std::ranges::reverse(out_.assignments);
    for (std::uint32_t i = 0; i < n_; ++i) {
      if (!is_assigned_[i]) out_.tearing.emplace_back(i);
      if (!is_used_[i]) out_.residuals.emplace_back(i);
    }
    return std::move(out_);
  }

 private:
  void TryToAssign(std::uint32_t column, const std::vector<PivotCost>& costs) {
    if (const auto row = BestRow(column, costs)) Assign(*row, column);
  }

  // The best equation to assign the column by, among the unchanged ones that obey (1).
  std::optional<std::uint32_t> BestRow(std::uint32_t column, const std::vector<PivotCost>& costs) const {
    std::optional<std::uint32_t> best;
    std::pair<std::size_t, PivotCost> least;
    for (const std::uint32_t row : columns_[column]) {
      const std::size_t r = rows_[row].size();
      if (r > kLongest) return std::nullopt;
      if (is_touched_[row]) continue;
      const PivotCost cost = CostOf(row, column, costs);
      if (cost == kUnsafe) continue;
      const std::pair key(CountRivals(row, column), cost);
      if ((best && key >= least) || AddsEntries(row, column)) continue;
      best = row;
      least = key;
    }
    return best;
  }

  // The other unknowns of the row that might be assigned.
  std::size_t CountRivals(std::uint32_t row, std::uint32_t column) const {
    std::size_t count = 0;
    for (const std::uint32_t other : rows_[row]) count += other != column && has_pivot_[other];
    return count;
  }

  // True if (1) is violated.
  bool AddsEntries(std::uint32_t row, std::uint32_t column) const {
    const std::size_t r = rows_[row].size(), c = columns_[column].size();
    if ((r - 1) * (c - 1) <= r + c - 1) return false;  // holds whatever entries exist
    if (c > kMostShared) return true;
    std::size_t fill = 0;
    for (const std::uint32_t other : columns_[column]) {
      if (other == row) continue;
      if (rows_[other].size() > kLongest) return true;
      for (const std::uint32_t added : rows_[row]) fill += !std::ranges::binary_search(rows_[other], added);
      if (fill > r + c - 1) return true;
    }
    return false;
  }

  PivotCost CostOf(std::uint32_t row, std::uint32_t column, const std::vector<PivotCost>& costs) const {
    for (auto k = problem_.appears.row_starts[row]; k < problem_.appears.row_starts[row + 1]; ++k) {
      if (problem_.appears.columns[k].value == column) return costs[k];
    }
    return kUnsafe;
  }

  void Assign(std::uint32_t row, std::uint32_t column) {
    is_assigned_[column] = is_used_[row] = 1;
    out_.assignments.push_back({RowId(row), ColumnId(column)});
    for (const std::uint32_t other : columns_[column]) {
      if (other == row) continue;
      std::vector<std::uint32_t> merged;
      std::ranges::set_union(rows_[row], rows_[other], std::back_inserter(merged));
      std::erase(merged, column);
      for (const std::uint32_t added : rows_[row]) {
        if (added != column && !std::ranges::binary_search(rows_[other], added))
          columns_[added].push_back(other);
      }
      rows_[other] = std::move(merged);
      is_touched_[other] = 1;
    }
    for (const std::uint32_t gone : rows_[row]) std::erase(columns_[gone], row);
    columns_[column].clear();
  }

  const TearingProblem& problem_;
  std::uint32_t n_;
  std::vector<std::vector<std::uint32_t>> rows_,
      columns_;  // as they are after the substitutions so far; rows ascending
  std::vector<char> is_touched_, is_assigned_, is_used_;
  std::vector<char> has_pivot_;  // some equation could be solved for it
  TornBlock out_;
};

}  // namespace

TornBlock TearSparsely(const TearingProblem& problem) {
  return SparseTearing(problem).Tear();
}

}  // namespace daedalus::structure
