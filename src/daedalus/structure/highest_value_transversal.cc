#include "daedalus/structure/highest_value_transversal.h"

#include <algorithm>
#include <functional>
#include <limits>
#include <queue>
#include <utility>

#include "daedalus/base/check.h"
#include "daedalus/structure/matching.h"

namespace daedalus::structure {
namespace {

constexpr std::int64_t kFar = std::numeric_limits<std::int64_t>::max();

class Assignment {
 public:
  Assignment(const Incidence& incidence, std::span<const std::int32_t> values)
      : a_(incidence),
        values_(values),
        columns_(incidence.num_columns),
        from_(incidence.num_columns),
        through_(incidence.num_columns, 0),
        distance_(incidence.num_columns, kFar),
        done_(incidence.num_columns, 0) {
    result_.entry_of_row.resize(a_.num_rows(), 0);
    result_.column_of_row.resize(a_.num_rows());
    result_.u.resize(a_.num_rows(), 0);
  }

  std::optional<Transversal> Run() {
    StartDuals();
    for (;;) {
      std::erase_if(free_, [&](RowId row) { return Augment(row); });
      if (free_.empty()) break;
      if (!RaiseDuals()) return std::nullopt;
    }
    for (const std::uint32_t entry : result_.entry_of_row) result_.value += values_[entry];
    for (const Column& column : columns_) result_.v.Add(column.v);
    return std::move(result_);
  }

 private:
  // All data of a column that a search reads, together: in a large random graph each access is a cache miss.
  struct Column {
    std::int64_t v = std::numeric_limits<std::int32_t>::min();  // the dual
    RowId row;
    bool visited = false;
  };

  std::int64_t Slack(RowId row, std::uint32_t entry) const {
    return columns_[a_.columns[entry]].v - result_.u[row] - values_[entry];
  }

  // (1) Reads only the values and one bit a column, which stay in the cache.
  void StartDuals() {
    const PerColumn<std::int32_t> highest = HighestValues(a_, values_);
    for (const ColumnId column : a_.Columns()) columns_[column].v = highest[column];
    std::vector<bool> taken(a_.num_columns, false);
    for (const RowId row : a_.Rows()) {
      const auto slack = [&](std::uint32_t k) { return std::int64_t{highest[a_.columns[k]]} - values_[k]; };
      const std::uint32_t begin = a_.Begin(row), end = a_.End(row);
      std::int64_t least = kFar;
      for (std::uint32_t k = begin; k < end; ++k) least = std::min(least, slack(k));
      if (least != kFar) result_.u[row] = least;
      std::uint32_t k = begin;
      while (k < end && (slack(k) != least || taken[a_.columns[k].index()])) ++k;
      if (k < end) {
        taken[a_.columns[k].index()] = true;
        Match(row, k);
      } else {
        free_.push_back(row);
      }
    }
  }

  void Match(RowId row, std::uint32_t entry) {
    result_.column_of_row[row] = a_.columns[entry];
    result_.entry_of_row[row] = entry;
    columns_[a_.columns[entry]].row = row;
  }

  // (2) Columns of a failed search stay marked until the duals change: no other search needs them.
  bool Augment(RowId start) {
    rows_.assign(1, start);
    for (std::size_t at = 0; at < rows_.size(); ++at) {
      const RowId row = rows_[at];
      for (std::uint32_t k = a_.Begin(row); k < a_.End(row); ++k) {
        const ColumnId id = a_.columns[k];
        Column& column = columns_[id];
        if (column.visited || Slack(row, k) != 0) continue;
        from_[id] = row;
        through_[id] = k;
        if (!column.row.IsValid()) {
          for (std::size_t i = 1; i < rows_.size(); ++i)
            columns_[result_.column_of_row[rows_[i]]].visited = false;
          Flip(start, id);
          return true;
        }
        column.visited = true;
        rows_.push_back(column.row);
      }
    }
    return false;
  }

  void Flip(RowId start, ColumnId column) {
    for (;;) {
      const RowId row = from_[column];
      const ColumnId given_up = result_.column_of_row[row];
      Match(row, through_[column]);
      if (row == start) return;
      column = given_up;
    }
  }

  // (3) Returns true if it reached a free column.
  bool RaiseDuals() {
    for (const RowId row : free_) Relax(row, 0);
    std::int64_t nearest = kFar;
    while (!heap_.empty() && nearest == kFar) {
      const auto [distance, column] = heap_.top();
      heap_.pop();
      if (done_[column]) continue;
      done_[column] = 1;
      if (!columns_[column].row.IsValid()) {
        nearest = distance;
      } else {
        Relax(columns_[column].row, distance);
      }
    }
    if (nearest == kFar) return false;
    for (const RowId row : free_) result_.u[row] += nearest;
    for (const ColumnId column : touched_) {
      const std::int64_t by = nearest - distance_[column];
      if (done_[column] && by > 0) {
        columns_[column].v += by;
        result_.u[columns_[column].row] += by;
      }
      distance_[column] = kFar;
      done_[column] = 0;
    }
    touched_.clear();
    heap_ = {};
    for (Column& column : columns_) column.visited = false;
    return true;
  }

  // `row` was reached at `distance`: its columns are at most that and their slack away.
  void Relax(RowId row, std::int64_t distance) {
    for (std::uint32_t k = a_.Begin(row); k < a_.End(row); ++k) {
      const ColumnId column = a_.columns[k];
      const std::int64_t candidate = distance + Slack(row, k);
      if (done_[column] || candidate >= distance_[column]) continue;
      if (distance_[column] == kFar) touched_.push_back(column);
      distance_[column] = candidate;
      heap_.push({candidate, column});
    }
  }

  using Reached = std::pair<std::int64_t, ColumnId>;  // distance, column: ties go to the lower column

  const Incidence& a_;
  std::span<const std::int32_t> values_;
  Transversal result_;
  PerColumn<Column> columns_;
  std::vector<RowId> free_;
  PerColumn<RowId> from_;             // the row by which (2) came to a column,
  PerColumn<std::uint32_t> through_;  // and the entry
  std::vector<RowId> rows_;           // of one search of (2), in the order of discovery
  PerColumn<std::int64_t> distance_;
  PerColumn<char> done_;
  std::vector<ColumnId> touched_;  // with a distance
  std::priority_queue<Reached, std::vector<Reached>, std::greater<>> heap_;
};

}  // namespace

PerColumn<std::int32_t> HighestValues(const Incidence& incidence, std::span<const std::int32_t> values) {
  PerColumn<std::int32_t> highest(incidence.num_columns, std::numeric_limits<std::int32_t>::min());
  for (std::size_t k = 0; k < values.size(); ++k) {
    std::int32_t& of_column = highest[incidence.columns[k]];
    of_column = std::max(of_column, values[k]);
  }
  return highest;
}

std::optional<Transversal> HighestValueTransversal(const Incidence& incidence,
                                                   std::span<const std::int32_t> values) {
  DAEDALUS_CHECK(values.size() == incidence.columns.size(), "every entry has a value");
  if (incidence.num_rows() != incidence.num_columns) return std::nullopt;
  return Assignment(incidence, values).Run();
}

}  // namespace daedalus::structure
