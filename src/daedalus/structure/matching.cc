#include "daedalus/structure/matching.h"

namespace daedalus::structure {
namespace {

constexpr std::uint32_t kNoWayOut = std::numeric_limits<std::uint32_t>::max();

}  // namespace

MatchingExtender::MatchingExtender(const Incidence& incidence)
    : incidence_(incidence),
      visited_(incidence.num_columns, 0),
      reached_from_(incidence.num_columns, kUnmatched),
      lookahead_(incidence.row_starts.begin(), incidence.row_starts.end() - 1) {
  matching_.column_of_row.assign(incidence.num_rows(), kUnmatched);
  matching_.row_of_column.assign(incidence.num_columns, kUnmatched);
}

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
  MatchingExtender extender(incidence);
  for (std::uint32_t row = 0; row < incidence.num_rows(); ++row) extender.AugmentRow(row);
  return extender.matching();
}

}  // namespace daedalus::structure
