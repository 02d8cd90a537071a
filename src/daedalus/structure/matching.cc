#include "daedalus/structure/matching.h"

namespace daedalus::structure {
namespace {

constexpr std::uint32_t kNoWayOut = std::numeric_limits<std::uint32_t>::max();

}  // namespace

MatchingExtender::MatchingExtender(const Incidence& incidence)
    : incidence_(incidence), visited_(incidence.num_columns, 0), lookahead_(incidence.row_starts.begin(), incidence.row_starts.end() - 1) {
  matching_.column_of_row.assign(incidence.num_rows(), kUnmatched);
  matching_.row_of_column.assign(incidence.num_columns, kUnmatched);
}

bool MatchingExtender::AugmentRow(std::uint32_t start) {
  if (matching_.column_of_row[start] != kUnmatched) return true;
  ++search_;
  seen_.clear();
  path_.clear();
  path_.push_back({start, incidence_.row_starts[start]});
  while (!path_.empty()) {
    Frame& frame = path_.back();
    const std::uint32_t end = incidence_.row_starts[frame.row + 1];

    // Lookahead: a free column ends the search. A column never becomes free again, so the pointer only moves on.
    std::uint32_t free_column = kUnmatched;
    for (std::uint32_t& at = lookahead_[frame.row]; at < end; ++at) {
      if (matching_.row_of_column[incidence_.columns[at]] == kUnmatched) {
        free_column = incidence_.columns[at];
        break;
      }
    }
    if (free_column != kUnmatched) {
      // Flip the path from its end: each row takes the column that the next one gives up.
      for (std::size_t i = path_.size(); i-- > 0;) {
        const std::uint32_t row = path_[i].row;
        const std::uint32_t given_up = matching_.column_of_row[row];
        matching_.column_of_row[row] = free_column;
        matching_.row_of_column[free_column] = row;
        free_column = given_up;
      }
      ++matching_.size;
      return true;
    }

    bool deeper = false;
    while (frame.next < end) {
      const std::uint32_t column = incidence_.columns[frame.next++];
      if (visited_[column] == search_ || visited_[column] == kNoWayOut) continue;
      visited_[column] = search_;
      seen_.push_back(column);
      const std::uint32_t owner = matching_.row_of_column[column];
      path_.push_back({owner, incidence_.row_starts[owner]});
      deeper = true;
      break;
    }
    if (!deeper) path_.pop_back();
  }
  for (const std::uint32_t column : seen_) visited_[column] = kNoWayOut;
  return false;
}

Matching MaximumMatching(const Incidence& incidence) {
  MatchingExtender extender(incidence);
  for (std::uint32_t row = 0; row < incidence.num_rows(); ++row) extender.AugmentRow(row);
  return extender.matching();
}

}  // namespace daedalus::structure
