#include "daedalus/structure/matching.h"

#include <algorithm>
#include <limits>
#include <utility>

#include "daedalus/structure/karp_sipser.h"

namespace daedalus::structure {
namespace {

constexpr std::uint32_t kNoWayOut = std::numeric_limits<std::uint32_t>::max();
constexpr std::uint32_t kNoLevel = std::numeric_limits<std::uint32_t>::max();

// [HK73]
class HopcroftKarp {
 public:
  HopcroftKarp(const Incidence& by_row, const TransposedIncidence& by_column, Matching start)
      : by_row_(by_row), by_column_(by_column), matching_(std::move(start)) {
    columns_.reserve(by_row.num_columns);
    for (const RowId row : matching_.row_of_column) columns_.Add({row, kNoLevel});
    for (const RowId row : by_row_.Rows()) {
      if (!matching_.column_of_row[row].IsValid()) free_.push_back(row);
    }
  }

  Matching Run() {
    while (FindLevels()) {
      for (const ColumnId column : ends_) Augment(column);
      std::erase_if(free_, [&](RowId row) { return matching_.column_of_row[row].IsValid(); });
    }
    for (const ColumnId c : by_row_.Columns()) matching_.row_of_column[c] = columns_[c].row;
    return std::move(matching_);
  }

 private:
  // All data of a column together: in a large random graph each access is a cache miss.
  struct Column {
    RowId row;
    std::uint32_t level;  // of that row: the length of the shortest alternating path to it from a free one
  };
  struct Step {
    ColumnId column;
    std::uint32_t next;  // entry of the column
  };

  // Computes levels up to the first rows with a free column, and the columns where such paths end.
  bool FindLevels() {
    for (const ColumnId column : queue_) columns_[column].level = kNoLevel;
    queue_.clear();
    ends_.clear();
    last_level_ = kNoLevel;
    for (const RowId row : free_) LookAround(row, 0);
    for (std::size_t at = 0; at < queue_.size(); ++at) {
      const Column column = columns_[queue_[at]];
      if (column.level > last_level_) break;
      LookAround(column.row, column.level);
    }
    return !ends_.empty();
  }

  void LookAround(RowId row, std::uint32_t level) {
    for (const ColumnId id : by_row_.Row(row)) {
      Column& column = columns_[id];
      if (!column.row.IsValid()) {
        last_level_ = level;
        ends_.push_back(id);
      } else if (column.level == kNoLevel && last_level_ == kNoLevel) {
        column.level = level + 1;
        queue_.push_back(id);
      }
    }
  }

  // Depth first from a free column down the levels to a free row. The paths of one phase have no row in
  // common, and a row that leads to none is not tried again: it loses its level.
  void Augment(ColumnId free_column) {
    if (columns_[free_column].row.IsValid()) return;  // two rows ended there
    path_.assign(1, {free_column, by_column_.Begin(free_column)});
    while (!path_.empty()) {
      Step& step = path_.back();
      if (step.next == by_column_.End(step.column)) {
        path_.pop_back();
        continue;
      }
      const RowId row = by_column_.columns[step.next++];
      const std::uint32_t level = last_level_ + 1 - static_cast<std::uint32_t>(path_.size());
      const ColumnId given_up = matching_.column_of_row[row];
      if (!given_up.IsValid()) {
        if (level == 0) return Flip();
      } else if (level > 0 && columns_[given_up].level == level) {
        columns_[given_up].level = kNoLevel;
        path_.push_back({given_up, by_column_.Begin(given_up)});
      }
    }
  }

  // Every column of the path goes to the row by which it was left.
  void Flip() {
    for (const Step& step : path_) {
      const RowId row = by_column_.columns[step.next - 1];
      matching_.column_of_row[row] = step.column;
      columns_[step.column].row = row;
    }
    ++matching_.size;
  }

  const Incidence& by_row_;
  const TransposedIncidence& by_column_;
  Matching matching_;  // without row_of_column, which is in columns_
  PerColumn<Column> columns_;
  std::vector<RowId> free_;
  std::vector<ColumnId> queue_, ends_;
  std::uint32_t last_level_ = kNoLevel;  // the rows there have free columns
  std::vector<Step> path_;
};

}  // namespace

MatchingExtender::MatchingExtender(const Incidence& incidence)
    : MatchingExtender(
          incidence, {PerRow<ColumnId>(incidence.num_rows()), PerColumn<RowId>(incidence.num_columns), 0}) {}

MatchingExtender::MatchingExtender(const Incidence& incidence, Matching matching)
    : incidence_(incidence), column_of_row_(std::move(matching.column_of_row)), size_(matching.size) {
  lookahead_.reserve(incidence.num_rows());
  for (const RowId row : incidence.Rows()) lookahead_.Add(incidence.Begin(row));
  columns_.reserve(incidence.num_columns);
  for (const RowId row : matching.row_of_column) columns_.Add({.row = row});
}

Matching MatchingExtender::matching() const {
  Matching out{column_of_row_, {}, size_};
  out.row_of_column.reserve(columns_.size());
  for (const Column& column : columns_) out.row_of_column.Add(column.row);
  return out;
}

bool MatchingExtender::AugmentRow(RowId start) {
  if (column_of_row_[start].IsValid()) return true;
  ++search_;
  rows_.assign(1, start);
  for (std::size_t at = 0; at < rows_.size(); ++at) {
    const RowId row = rows_[at];
    const ColumnId free_column = FreeColumn(row);
    if (free_column.IsValid()) {
      Flip(start, row, free_column);
      return true;
    }
    for (const ColumnId id : incidence_.Row(row)) {
      Column& column = columns_[id];
      if (column.visited == search_ || column.visited == kNoWayOut) continue;
      column.visited = search_;
      column.reached_from = row;
      rows_.push_back(column.row);
    }
  }
  for (std::size_t at = 1; at < rows_.size(); ++at) columns_[column_of_row_[rows_[at]]].visited = kNoWayOut;
  return false;
}

ColumnId MatchingExtender::FreeColumn(RowId row) {
  const std::uint32_t end = incidence_.End(row);
  std::uint32_t& at = lookahead_[row];
  while (at < end && columns_[incidence_.columns[at]].row.IsValid()) ++at;
  return at < end ? incidence_.columns[at] : ColumnId();
}

void MatchingExtender::Flip(RowId start, RowId row, ColumnId free_column) {
  // Goes back from the end: each row takes the column that the row after it gives up.
  for (ColumnId column = free_column;;) {
    const ColumnId given_up = column_of_row_[row];
    column_of_row_[row] = column;
    columns_[column].row = row;
    if (row == start) break;
    column = given_up;
    row = columns_[column].reached_from;
  }
  ++size_;
}

Matching MaximumMatching(const Incidence& incidence) {
  const TransposedIncidence by_column = Transpose(incidence);
  Matching start = KarpSipserMatching(incidence, by_column);
  if (start.size == std::min(incidence.num_rows(), incidence.num_columns)) return start;
  return HopcroftKarp(incidence, by_column, std::move(start)).Run();
}

}  // namespace daedalus::structure
