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
  explicit HopcroftKarp(const Incidence& incidence)
      : a_(incidence),
        matching_(KarpSipserMatching(incidence)),
        level_(incidence.num_rows(), kNoLevel),
        next_(incidence.num_rows(), 0) {}

  Matching Run() {
    for (std::uint32_t row = 0; row < a_.num_rows(); ++row) {
      if (matching_.column_of_row[row] == kUnmatched) free_.push_back(row);
    }
    while (FindLevels()) {
      std::erase_if(free_, [&](std::uint32_t row) { return Augment(row); });
    }
    return std::move(matching_);
  }

 private:
  void Match(std::uint32_t row, std::uint32_t column) {
    matching_.column_of_row[row] = column;
    matching_.row_of_column[column] = row;
  }

  // The length of the shortest alternating paths from free rows, up to that of the shortest one to a free
  // column.
  bool FindLevels() {
    for (const std::uint32_t row : queue_) level_[row] = kNoLevel;
    queue_ = free_;
    for (const std::uint32_t row : free_) SetLevel(row, 0);
    std::uint32_t last = kNoLevel;
    for (std::size_t at = 0; at < queue_.size() && level_[queue_[at]] <= last; ++at) {
      const std::uint32_t row = queue_[at];
      for (const std::uint32_t column : a_.Row(row)) {
        const std::uint32_t owner = matching_.row_of_column[column];
        if (owner == kUnmatched) {
          last = level_[row];
        } else if (level_[owner] == kNoLevel && last == kNoLevel) {
          SetLevel(owner, level_[row] + 1);
          queue_.push_back(owner);
        }
      }
    }
    return last != kNoLevel;
  }

  void SetLevel(std::uint32_t row, std::uint32_t level) {
    level_[row] = level;
    next_[row] = a_.row_starts[row];
  }

  // Depth first along the levels; the paths of one phase have no row in common.
  bool Augment(std::uint32_t start) {
    path_.assign(1, start);
    while (!path_.empty()) {
      const std::uint32_t row = path_.back();
      if (next_[row] == a_.row_starts[row + 1]) {
        level_[row] = kNoLevel;
        path_.pop_back();
        continue;
      }
      const std::uint32_t column = a_.columns[next_[row]++];
      const std::uint32_t owner = matching_.row_of_column[column];
      if (owner == kUnmatched) {
        Flip(column);
        return true;
      }
      if (level_[owner] != kNoLevel && level_[owner] == level_[row] + 1) path_.push_back(owner);
    }
    return false;
  }

  void Flip(std::uint32_t column) {
    for (std::size_t i = path_.size(); i-- > 0;) {
      const std::uint32_t given_up = matching_.column_of_row[path_[i]];
      Match(path_[i], column);
      level_[path_[i]] = kNoLevel;
      column = given_up;
    }
    ++matching_.size;
  }

  const Incidence& a_;
  Matching matching_;
  std::vector<std::uint32_t> free_;  // rows
  std::vector<std::uint32_t> level_, next_;
  std::vector<std::uint32_t> queue_, path_;
};

}  // namespace

MatchingExtender::MatchingExtender(const Incidence& incidence)
    : MatchingExtender(incidence, {std::vector<std::uint32_t>(incidence.num_rows(), kUnmatched),
                                   std::vector<std::uint32_t>(incidence.num_columns, kUnmatched), 0}) {}

MatchingExtender::MatchingExtender(const Incidence& incidence, Matching matching)
    : incidence_(incidence),
      matching_(std::move(matching)),
      visited_(incidence.num_columns, 0),
      reached_from_(incidence.num_columns, kUnmatched),
      lookahead_(incidence.row_starts.begin(), incidence.row_starts.end() - 1) {}

bool MatchingExtender::AugmentRow(std::uint32_t start) {
  if (matching_.column_of_row[start] != kUnmatched) return true;
  ++search_;
  rows_.assign(1, start);
  for (std::size_t at = 0; at < rows_.size(); ++at) {
    const std::uint32_t row = rows_[at];
    const std::uint32_t free_column = FreeColumn(row);
    if (free_column != kUnmatched) {
      Flip(start, row, free_column);
      return true;
    }
    for (const std::uint32_t column : incidence_.Row(row)) {
      if (visited_[column] == search_ || visited_[column] == kNoWayOut) continue;
      visited_[column] = search_;
      reached_from_[column] = row;
      rows_.push_back(matching_.row_of_column[column]);
    }
  }
  for (std::size_t at = 1; at < rows_.size(); ++at) visited_[matching_.column_of_row[rows_[at]]] = kNoWayOut;
  return false;
}

std::uint32_t MatchingExtender::FreeColumn(std::uint32_t row) {
  const std::uint32_t end = incidence_.row_starts[row + 1];
  std::uint32_t& at = lookahead_[row];
  while (at < end && matching_.row_of_column[incidence_.columns[at]] != kUnmatched) ++at;
  return at < end ? incidence_.columns[at] : kUnmatched;
}

void MatchingExtender::Flip(std::uint32_t start, std::uint32_t row, std::uint32_t free_column) {
  // From the end: each row takes the column that the row after it gives up.
  for (std::uint32_t column = free_column;;) {
    const std::uint32_t given_up = matching_.column_of_row[row];
    matching_.column_of_row[row] = column;
    matching_.row_of_column[column] = row;
    if (row == start) break;
    column = given_up;
    row = reached_from_[column];
  }
  ++matching_.size;
}

Matching MaximumMatching(const Incidence& incidence) {
  return HopcroftKarp(incidence).Run();
}

}  // namespace daedalus::structure
