#include "daedalus/structure/matching.h"

#include <algorithm>
#include <utility>

#include "daedalus/structure/karp_sipser.h"

namespace daedalus::structure {
namespace {

constexpr std::uint32_t kNoWayOut = std::numeric_limits<std::uint32_t>::max();
constexpr std::uint32_t kNoLevel = std::numeric_limits<std::uint32_t>::max();

// [HK73]
class HopcroftKarp {
 public:
  HopcroftKarp(const Incidence& by_row, const Incidence& by_column, Matching start)
      : by_row_(by_row), by_column_(by_column), matching_(std::move(start)) {
    columns_.reserve(by_row.num_columns);
    for (const std::uint32_t row : matching_.row_of_column) columns_.push_back({row, kNoLevel});
    for (std::uint32_t row = 0; row < by_row_.num_rows(); ++row) {
      if (matching_.column_of_row[row] == kUnmatched) free_.push_back(row);
    }
  }

  Matching Run() {
    while (FindLevels()) {
      for (const std::uint32_t column : ends_) Augment(column);
      std::erase_if(free_, [&](std::uint32_t row) { return matching_.column_of_row[row] != kUnmatched; });
    }
    for (std::uint32_t c = 0; c < columns_.size(); ++c) matching_.row_of_column[c] = columns_[c].row;
    return std::move(matching_);
  }

 private:
  // In a large random graph every look at a column is a cache miss, so what is asked for together lies
  // together.
  struct Column {
    std::uint32_t row;
    std::uint32_t level;  // of that row: the length of the shortest alternating path to it from a free one
  };
  struct Step {
    std::uint32_t column;
    std::uint32_t next;  // entry of the column
  };

  // Levels up to that of the first rows with a free column, and the columns where such paths end.
  bool FindLevels() {
    for (const std::uint32_t column : queue_) columns_[column].level = kNoLevel;
    queue_.clear();
    ends_.clear();
    last_level_ = kNoLevel;
    for (const std::uint32_t row : free_) LookAround(row, 0);
    for (std::size_t at = 0; at < queue_.size(); ++at) {
      const Column column = columns_[queue_[at]];
      if (column.level > last_level_) break;
      LookAround(column.row, column.level);
    }
    return !ends_.empty();
  }

  void LookAround(std::uint32_t row, std::uint32_t level) {
    for (const std::uint32_t id : by_row_.Row(row)) {
      Column& column = columns_[id];
      if (column.row == kUnmatched) {
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
  void Augment(std::uint32_t free_column) {
    if (columns_[free_column].row != kUnmatched) return;  // two rows ended there
    path_.assign(1, {free_column, by_column_.row_starts[free_column]});
    while (!path_.empty()) {
      Step& step = path_.back();
      if (step.next == by_column_.row_starts[step.column + 1]) {
        path_.pop_back();
        continue;
      }
      const std::uint32_t row = by_column_.columns[step.next++];
      const std::uint32_t level = last_level_ + 1 - static_cast<std::uint32_t>(path_.size());
      const std::uint32_t given_up = matching_.column_of_row[row];
      if (given_up == kUnmatched) {
        if (level == 0) return Flip();
      } else if (level > 0 && columns_[given_up].level == level) {
        columns_[given_up].level = kNoLevel;
        path_.push_back({given_up, by_column_.row_starts[given_up]});
      }
    }
  }

  // Every column of the path goes to the row by which it was left.
  void Flip() {
    for (const Step& step : path_) {
      const std::uint32_t row = by_column_.columns[step.next - 1];
      matching_.column_of_row[row] = step.column;
      columns_[step.column].row = row;
    }
    ++matching_.size;
  }

  const Incidence &by_row_, &by_column_;
  Matching matching_;  // without row_of_column, which is in columns_
  std::vector<Column> columns_;
  std::vector<std::uint32_t> free_;          // rows
  std::vector<std::uint32_t> queue_, ends_;  // columns
  std::uint32_t last_level_ = kNoLevel;      // the rows there have free columns
  std::vector<Step> path_;
};

}  // namespace

MatchingExtender::MatchingExtender(const Incidence& incidence)
    : MatchingExtender(incidence, {std::vector<std::uint32_t>(incidence.num_rows(), kUnmatched),
                                   std::vector<std::uint32_t>(incidence.num_columns, kUnmatched), 0}) {}

MatchingExtender::MatchingExtender(const Incidence& incidence, Matching matching)
    : incidence_(incidence),
      column_of_row_(std::move(matching.column_of_row)),
      size_(matching.size),
      lookahead_(incidence.row_starts.begin(), incidence.row_starts.end() - 1) {
  columns_.reserve(incidence.num_columns);
  for (const std::uint32_t row : matching.row_of_column) columns_.push_back({.row = row});
}

Matching MatchingExtender::matching() const {
  Matching out{column_of_row_, {}, size_};
  out.row_of_column.reserve(columns_.size());
  for (const Column& column : columns_) out.row_of_column.push_back(column.row);
  return out;
}

bool MatchingExtender::AugmentRow(std::uint32_t start) {
  if (column_of_row_[start] != kUnmatched) return true;
  ++search_;
  rows_.assign(1, start);
  for (std::size_t at = 0; at < rows_.size(); ++at) {
    const std::uint32_t row = rows_[at];
    const std::uint32_t free_column = FreeColumn(row);
    if (free_column != kUnmatched) {
      Flip(start, row, free_column);
      return true;
    }
    for (const std::uint32_t id : incidence_.Row(row)) {
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

std::uint32_t MatchingExtender::FreeColumn(std::uint32_t row) {
  const std::uint32_t end = incidence_.row_starts[row + 1];
  std::uint32_t& at = lookahead_[row];
  while (at < end && columns_[incidence_.columns[at]].row != kUnmatched) ++at;
  return at < end ? incidence_.columns[at] : kUnmatched;
}

void MatchingExtender::Flip(std::uint32_t start, std::uint32_t row, std::uint32_t free_column) {
  // From the end: each row takes the column that the row after it gives up.
  for (std::uint32_t column = free_column;;) {
    const std::uint32_t given_up = column_of_row_[row];
    column_of_row_[row] = column;
    columns_[column].row = row;
    if (row == start) break;
    column = given_up;
    row = columns_[column].reached_from;
  }
  ++size_;
}

Matching MaximumMatching(const Incidence& incidence) {
  const Incidence by_column = Transpose(incidence);
  Matching start = KarpSipserMatching(incidence, by_column);
  if (start.size == std::min(incidence.num_rows(), incidence.num_columns)) return start;
  return HopcroftKarp(incidence, by_column, std::move(start)).Run();
}

}  // namespace daedalus::structure
