#include "daedalus/structure/tearing_sparse.h"

#include <algorithm>
#include <iterator>
#include <optional>

namespace daedalus::structure {
namespace {

constexpr std::size_t kLongest = 50;

class SparseTearing {
 public:
  explicit SparseTearing(const TearingProblem& problem) : problem_(problem), n_(problem.appears.num_columns) {
    rows_.resize(n_);
    columns_.resize(n_);
    is_touched_.assign(n_, 0);
    is_assigned_.assign(n_, 0);
    is_used_.assign(n_, 0);
    for (std::uint32_t r = 0; r < n_; ++r) {
      for (const ColumnId column : problem.appears.Row(RowId(r))) {
        rows_[r].push_back(column.value);
        columns_[column.value].push_back(r);
      }
      std::ranges::sort(rows_[r]);
    }
  }

  TornBlock Tear() && {
    for (const std::size_t most : {std::size_t{2}, kLongest}) {
      for (std::uint32_t column = n_; column-- > 0;) {
        if (!is_assigned_[column] && columns_[column].size() <= most) TryToAssign(column);
      }
    }
    std::ranges::reverse(out_.assignments);
    for (std::uint32_t i = 0; i < n_; ++i) {
      if (!is_assigned_[i]) out_.tearing.emplace_back(i);
      if (!is_used_[i]) out_.residuals.emplace_back(i);
    }
    return std::move(out_);
  }

 private:
  void TryToAssign(std::uint32_t column) {
    if (const auto row = BestRow(column)) Assign(*row, column);
  }

  // Of those that are as they were, and obey (1).
  std::optional<std::uint32_t> BestRow(std::uint32_t column) const {
    const std::size_t c = columns_[column].size();
    std::optional<std::uint32_t> best;
    PivotCost least = kUnsafe;
    for (const std::uint32_t row : columns_[column]) {
      const std::size_t r = rows_[row].size();
      if (r > kLongest) return std::nullopt;
      if (is_touched_[row] || (r - 1) * (c - 1) > r + c - 1) continue;
      const PivotCost cost = CostOf(row, column);
      if (cost >= least) continue;
      best = row;
      least = cost;
    }
    return best;
  }

  PivotCost CostOf(std::uint32_t row, std::uint32_t column) const {
    for (auto k = problem_.appears.row_starts[row]; k < problem_.appears.row_starts[row + 1]; ++k) {
      if (problem_.appears.columns[k].value == column) return problem_.costs[k];
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
  TornBlock out_;
};

}  // namespace

TornBlock TearSparsely(const TearingProblem& problem) {
  return SparseTearing(problem).Tear();
}

}  // namespace daedalus::structure
