// Which unknowns of a block are known by now, and which equations are ready to give one more: the bookkeeping
// of tearing.
//
// Each row keeps the number of its unknown entries, and the exclusive or of their positions. When a single
// one is left, this is its position, without a search. So a column becomes known at the cost of its entries,
// and unknown again at the same cost, which trials need. The data of a row are adjacent in memory, and so are
// those of an entry of a column: cache misses dominate the cost of trials.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "daedalus/base/check.h"
#include "daedalus/structure/tearing.h"

namespace daedalus::structure {

class TearingState {
 public:
  explicit TearingState(const TearingProblem& problem)
      : problem_(problem),
        rows_(problem.appears.num_rows()),
        column_starts_(problem.appears.num_columns + 1, 0),
        column_entries_(problem.appears.columns.size()),
        known_(problem.appears.num_columns, 0) {
    const Incidence& a = problem.appears;
    DAEDALUS_CHECK(a.num_rows() == a.num_columns, "a block is square");
    DAEDALUS_CHECK(problem.costs.size() == a.columns.size(), "every entry has a pivot cost");
    for (const ColumnId column : a.columns) ++column_starts_[column.index() + 1];
    for (std::uint32_t c = 0; c < a.num_columns; ++c) column_starts_[c + 1] += column_starts_[c];
    std::vector<std::uint32_t> next(column_starts_.begin(), column_starts_.end() - 1);
    for (const RowId row : a.Rows()) {
      for (std::uint32_t k = a.Begin(row); k < a.End(row); ++k) {
        const std::uint32_t is_safe = problem.costs[k] != kUnsafe;
        column_entries_[next[a.columns[k].index()]++] = {row, k, is_safe};
        ++rows_[row].num_unknown;
        rows_[row].unknown_entries ^= k;
        rows_[row].num_safe_unknown += is_safe;
      }
    }
  }

  bool IsKnown(ColumnId column) const { return known_[column]; }
  bool IsUsed(RowId row) const { return rows_[row].is_used; }
  std::uint32_t NumUnknown(RowId row) const { return rows_[row].num_unknown; }
  // Whether the row may still be solved for something, once the rest of it is known.
  bool HasUse(RowId row) const { return !rows_[row].is_used && rows_[row].num_safe_unknown > 0; }
  std::uint32_t Degree(ColumnId column) const {
    return column_starts_[column.index() + 1] - column_starts_[column.index()];
  }

  // The row has one unknown left, and a safe pivot for it.
  bool CanSolve(RowId row) const {
    return !rows_[row].is_used && rows_[row].num_unknown == 1 && rows_[row].num_safe_unknown == 1;
  }
  PivotCost PivotCostOf(RowId row) const { return problem_.costs[rows_[row].unknown_entries]; }
  ColumnId PivotColumnOf(RowId row) const { return problem_.appears.columns[rows_[row].unknown_entries]; }

  void Use(RowId row) { rows_[row].is_used = 1; }
  void Release(RowId row) { rows_[row].is_used = 0; }

  // Calls visit(row) for each row of the column, after the row was updated.
  template <class Visit>
  void MakeKnown(ColumnId column, const Visit& visit) {
    known_[column] = 1;
    for (const ColumnEntry& entry : EntriesOf(column)) {
      RowState& row = rows_[entry.row];
      --row.num_unknown;
      row.unknown_entries ^= entry.entry;
      row.num_safe_unknown -= entry.is_safe;
      visit(entry.row);
    }
  }
  void MakeUnknown(ColumnId column) {
    known_[column] = 0;
    for (const ColumnEntry& entry : EntriesOf(column)) {
      RowState& row = rows_[entry.row];
      ++row.num_unknown;
      row.unknown_entries ^= entry.entry;
      row.num_safe_unknown += entry.is_safe;
    }
  }

  // Calls visit(row, entry) for each entry of the column.
  template <class Visit>
  void ForEachRow(ColumnId column, const Visit& visit) const {
    for (const ColumnEntry& entry : EntriesOf(column)) visit(entry.row, entry.entry);
  }

 private:
  struct RowState {
    std::uint32_t num_unknown = 0;
    std::uint32_t unknown_entries = 0;  // exclusive or of their positions
    std::uint32_t num_safe_unknown = 0;
    std::uint32_t is_used = 0;
  };
  struct ColumnEntry {
    RowId row;
    std::uint32_t entry;  // position in the rows
    std::uint32_t is_safe;
  };

  std::span<const ColumnEntry> EntriesOf(ColumnId column) const {
    return {column_entries_.data() + column_starts_[column.index()], Degree(column)};
  }

  const TearingProblem& problem_;
  PerRow<RowState> rows_;
  std::vector<std::uint32_t> column_starts_;
  std::vector<ColumnEntry> column_entries_;
  PerColumn<char> known_;
};

}  // namespace daedalus::structure
