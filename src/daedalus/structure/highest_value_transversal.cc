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
        row_of_column_(incidence.num_columns, kUnmatched),
        distance_(incidence.num_columns, kFar),
        done_(incidence.num_columns, 0),
        through_(incidence.num_columns, kUnmatched),
        from_(incidence.num_columns, kUnmatched) {
    result_.entry_of_row.assign(a_.num_rows(), kUnmatched);
    result_.column_of_row.assign(a_.num_rows(), kUnmatched);
    result_.u.assign(a_.num_rows(), 0);
    result_.v.assign(a_.num_columns, 0);
  }

  std::optional<Transversal> Run() {
    StartDuals();
    MatchTightEntries();
    for (std::uint32_t row = 0; row < a_.num_rows(); ++row) {
      if (result_.column_of_row[row] == kUnmatched && !Augment(row)) return std::nullopt;
    }
    for (const std::uint32_t entry : result_.entry_of_row) result_.value += values_[entry];
    return std::move(result_);
  }

 private:
  std::int64_t Slack(std::uint32_t row, std::uint32_t entry) const {
    return result_.v[a_.columns[entry]] - result_.u[row] - values_[entry];
  }

  // (1)
  void StartDuals() {
    std::fill(result_.v.begin(), result_.v.end(), std::numeric_limits<std::int32_t>::min());
    for (std::size_t k = 0; k < a_.columns.size(); ++k) {
      std::int64_t& v = result_.v[a_.columns[k]];
      v = std::max<std::int64_t>(v, values_[k]);
    }
    for (std::uint32_t row = 0; row < a_.num_rows(); ++row) {
      std::int64_t least = kFar;
      for (std::uint32_t k = a_.row_starts[row]; k < a_.row_starts[row + 1]; ++k) least = std::min(least, Slack(row, k));
      if (least != kFar) result_.u[row] = least;
    }
  }

  // (2)
  void MatchTightEntries() {
    Incidence tight;
    tight.num_columns = a_.num_columns;
    std::vector<std::uint32_t> columns;
    for (std::uint32_t row = 0; row < a_.num_rows(); ++row) {
      columns.clear();
      for (std::uint32_t k = a_.row_starts[row]; k < a_.row_starts[row + 1]; ++k) {
        if (Slack(row, k) == 0) columns.push_back(a_.columns[k]);
      }
      tight.AddRow(columns);
    }
    const Matching matching = MaximumMatching(tight);
    for (std::uint32_t row = 0; row < a_.num_rows(); ++row) {
      if (matching.column_of_row[row] == kUnmatched) continue;
      for (std::uint32_t k = a_.row_starts[row]; k < a_.row_starts[row + 1]; ++k) {
        if (a_.columns[k] == matching.column_of_row[row]) Match(row, k);
      }
    }
  }

  void Match(std::uint32_t row, std::uint32_t entry) {
    result_.column_of_row[row] = a_.columns[entry];
    result_.entry_of_row[row] = entry;
    row_of_column_[a_.columns[entry]] = row;
  }

  // (3)
  bool Augment(std::uint32_t start) {
    Relax(start, 0);
    std::uint32_t free_column = kUnmatched;
    while (!heap_.empty() && free_column == kUnmatched) {
      const auto [distance, column] = heap_.top();
      heap_.pop();
      if (done_[column]) continue;
      done_[column] = 1;
      if (row_of_column_[column] == kUnmatched) {
        free_column = column;
      } else {
        Relax(row_of_column_[column], distance);
      }
    }
    if (free_column != kUnmatched) {
      RaiseDuals(start, distance_[free_column]);
      Flip(start, free_column);
    }
    for (const std::uint32_t column : touched_) {
      distance_[column] = kFar;
      done_[column] = 0;
    }
    touched_.clear();
    heap_ = {};
    return free_column != kUnmatched;
  }

  // `row` was reached at `distance`: its columns are at most that and their slack away.
  void Relax(std::uint32_t row, std::int64_t distance) {
    for (std::uint32_t k = a_.row_starts[row]; k < a_.row_starts[row + 1]; ++k) {
      const std::uint32_t column = a_.columns[k];
      const std::int64_t candidate = distance + Slack(row, k);
      if (done_[column] || candidate >= distance_[column]) continue;
      if (distance_[column] == kFar) touched_.push_back(column);
      distance_[column] = candidate;
      through_[column] = k;
      from_[column] = row;
      heap_.push({candidate, column});
    }
  }

  void RaiseDuals(std::uint32_t start, std::int64_t nearest) {
    result_.u[start] += nearest;
    for (const std::uint32_t column : touched_) {
      if (!done_[column] || row_of_column_[column] == kUnmatched) continue;
      const std::int64_t by = nearest - distance_[column];
      result_.v[column] += by;
      result_.u[row_of_column_[column]] += by;
    }
  }

  void Flip(std::uint32_t start, std::uint32_t column) {
    for (;;) {
      const std::uint32_t row = from_[column];
      const std::uint32_t given_up = result_.column_of_row[row];
      Match(row, through_[column]);
      if (row == start) return;
      column = given_up;
    }
  }

  using Reached = std::pair<std::int64_t, std::uint32_t>;  // distance, column: ties go to the lower column

  const Incidence& a_;
  std::span<const std::int32_t> values_;
  Transversal result_;
  std::vector<std::uint32_t> row_of_column_;
  std::vector<std::int64_t> distance_;
  std::vector<char> done_;
  std::vector<std::uint32_t> through_, from_;  // the entry, and the row, by which a column was reached
  std::vector<std::uint32_t> touched_;
  std::priority_queue<Reached, std::vector<Reached>, std::greater<>> heap_;
};

}  // namespace

std::optional<Transversal> HighestValueTransversal(const Incidence& incidence, std::span<const std::int32_t> values) {
  DAEDALUS_CHECK(values.size() == incidence.columns.size(), "every entry has a value");
  if (incidence.num_rows() != incidence.num_columns) return std::nullopt;
  return Assignment(incidence, values).Run();
}

}  // namespace daedalus::structure
