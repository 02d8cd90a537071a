// Which unknowns of a block are known by now, and which equations are ready to give one more: the bookkeeping
// of tearing.
//
// Each row keeps the number of its unknown entries, and the exclusive or of their positions: when a single
// one is left, that is its position, with no search. So a column becomes known at the cost of its entries,
// and unknown again likewise, which is what trials need.
#pragma once

#include <cstdint>
#include <vector>

#include "daedalus/base/check.h"
#include "daedalus/structure/tearing.h"

namespace daedalus::structure {

class TearingState {
 public:
  explicit TearingState(const TearingProblem& problem)
      : problem_(problem),
        row_of_entry_(problem.appears.columns.size()),
        column_starts_(problem.appears.num_columns + 1, 0),
        entries_by_column_(problem.appears.columns.size()),
        num_unknown_(problem.appears.num_rows(), 0),
        unknown_entries_(problem.appears.num_rows(), 0),
        num_safe_unknown_(problem.appears.num_rows(), 0),
        used_(problem.appears.num_rows(), 0),
        known_(problem.appears.num_columns, 0) {
    const Incidence& a = problem.appears;
    DAEDALUS_CHECK(a.num_rows() == a.num_columns, "a block is square");
    DAEDALUS_CHECK(problem.costs.size() == a.columns.size(), "every entry has a pivot cost");
    for (std::uint32_t row = 0; row < a.num_rows(); ++row) {
      for (std::uint32_t k = a.row_starts[row]; k < a.row_starts[row + 1]; ++k) {
        row_of_entry_[k] = row;
        ++column_starts_[a.columns[k] + 1];
        ++num_unknown_[row];
        unknown_entries_[row] ^= k;
        num_safe_unknown_[row] += problem.costs[k] != kUnsafe;
      }
    }
    for (std::uint32_t c = 0; c < a.num_columns; ++c) column_starts_[c + 1] += column_starts_[c];
    std::vector<std::uint32_t> next(column_starts_.begin(), column_starts_.end() - 1);
    for (std::uint32_t k = 0; k < a.columns.size(); ++k) entries_by_column_[next[a.columns[k]]++] = k;
  }

  bool IsKnown(std::uint32_t column) const { return known_[column]; }
  bool IsUsed(std::uint32_t row) const { return used_[row]; }
  std::uint32_t NumUnknown(std::uint32_t row) const { return num_unknown_[row]; }
  // Whether the row may still be solved for something, once the rest of it is known.
  bool HasUse(std::uint32_t row) const { return !used_[row] && num_safe_unknown_[row] > 0; }
  std::uint32_t Degree(std::uint32_t column) const {
    return column_starts_[column + 1] - column_starts_[column];
  }

  // The row has one unknown left, and a safe pivot for it.
  bool CanSolve(std::uint32_t row) const {
    return !used_[row] && num_unknown_[row] == 1 && PivotCostOf(row) != kUnsafe;
  }
  PivotCost PivotCostOf(std::uint32_t row) const { return problem_.costs[unknown_entries_[row]]; }
  std::uint32_t PivotColumnOf(std::uint32_t row) const {
    return problem_.appears.columns[unknown_entries_[row]];
  }

  void Use(std::uint32_t row) { used_[row] = 1; }
  void Release(std::uint32_t row) { used_[row] = 0; }

  // Calls visit(row) for each row of the column, after the row has been told.
  template <class Visit>
  void MakeKnown(std::uint32_t column, const Visit& visit) {
    known_[column] = 1;
    ForEachRow(column, [&](std::uint32_t row, std::uint32_t entry) {
      --num_unknown_[row];
      unknown_entries_[row] ^= entry;
      num_safe_unknown_[row] -= problem_.costs[entry] != kUnsafe;
      visit(row);
    });
  }
  void MakeUnknown(std::uint32_t column) {
    known_[column] = 0;
    ForEachRow(column, [&](std::uint32_t row, std::uint32_t entry) {
      ++num_unknown_[row];
      unknown_entries_[row] ^= entry;
      num_safe_unknown_[row] += problem_.costs[entry] != kUnsafe;
    });
  }

  // Calls visit(row, entry) for each entry of the column.
  template <class Visit>
  void ForEachRow(std::uint32_t column, const Visit& visit) const {
    for (std::uint32_t at = column_starts_[column]; at < column_starts_[column + 1]; ++at) {
      visit(row_of_entry_[entries_by_column_[at]], entries_by_column_[at]);
    }
  }

 private:
  const TearingProblem& problem_;
  std::vector<std::uint32_t> row_of_entry_;
  std::vector<std::uint32_t> column_starts_, entries_by_column_;
  std::vector<std::uint32_t> num_unknown_, unknown_entries_, num_safe_unknown_;
  std::vector<char> used_, known_;
};

}  // namespace daedalus::structure
