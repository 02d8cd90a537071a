#include "daedalus/structure/karp_sipser.h"

#include <utility>
#include <vector>

namespace daedalus::structure {
namespace {

class KarpSipser {
 public:
  KarpSipser(const Incidence& by_row, const Incidence& by_column)
      : by_row_(by_row),
        by_column_(by_column),
        row_degree_(Degrees(by_row)),
        column_degree_(Degrees(by_column)) {
    matching_.column_of_row.assign(by_row.num_rows(), kUnmatched);
    matching_.row_of_column.assign(by_row.num_columns, kUnmatched);
  }

  Matching Run() {
    for (std::uint32_t row = 0; row < row_degree_.size(); ++row) {
      if (row_degree_[row] == 1) single_.push_back({row, kUnmatched});
      MatchSingles();
    }
    for (std::uint32_t column = 0; column < column_degree_.size(); ++column) {
      if (column_degree_[column] == 1) single_.push_back({kUnmatched, column});
      MatchSingles();
    }
    for (std::uint32_t row = 0; row < row_degree_.size(); ++row) {
      if (!RowFree(row) || row_degree_[row] == 0) continue;
      Match(row, RarestColumn(row));  // (2)
      MatchSingles();
    }
    return std::move(matching_);
  }

 private:
  static std::vector<std::uint32_t> Degrees(const Incidence& a) {
    std::vector<std::uint32_t> degrees;
    degrees.reserve(a.num_rows());
    for (std::uint32_t i = 0; i < a.num_rows(); ++i) degrees.push_back(a.row_starts[i + 1] - a.row_starts[i]);
    return degrees;
  }

  bool RowFree(std::uint32_t row) const { return matching_.column_of_row[row] == kUnmatched; }
  bool ColumnFree(std::uint32_t column) const { return matching_.row_of_column[column] == kUnmatched; }

  // (1)
  void MatchSingles() {
    while (!single_.empty()) {
      const Entry at = single_.back();
      single_.pop_back();
      if (at.column == kUnmatched) {
        if (RowFree(at.row) && row_degree_[at.row] == 1) Match(at.row, RarestColumn(at.row));
      } else if (ColumnFree(at.column) && column_degree_[at.column] == 1) {
        Match(FreeRowOf(at.column), at.column);
      }
    }
  }

  std::uint32_t RarestColumn(std::uint32_t row) const {
    std::uint32_t best = kUnmatched;
    for (const std::uint32_t column : by_row_.Row(row)) {
      if (!ColumnFree(column)) continue;
      if (best == kUnmatched || column_degree_[column] < column_degree_[best]) best = column;
    }
    return best;
  }

  std::uint32_t FreeRowOf(std::uint32_t column) const {
    for (const std::uint32_t row : by_column_.Row(column)) {
      if (RowFree(row)) return row;
    }
    return kUnmatched;
  }

  void Match(std::uint32_t row, std::uint32_t column) {
    matching_.column_of_row[row] = column;
    matching_.row_of_column[column] = row;
    ++matching_.size;
    for (const std::uint32_t c : by_row_.Row(row)) {
      if (--column_degree_[c] == 1) single_.push_back({kUnmatched, c});
    }
    for (const std::uint32_t r : by_column_.Row(column)) {
      if (--row_degree_[r] == 1) single_.push_back({r, kUnmatched});
    }
  }

  const Incidence& by_row_;
  const Incidence& by_column_;
  std::vector<std::uint32_t> row_degree_, column_degree_;  // free neighbours
  std::vector<Entry> single_;  // a row or a column with one free neighbour; the other is kUnmatched
  Matching matching_;
};

}  // namespace

Matching KarpSipserMatching(const Incidence& incidence) {
  const Incidence by_column = Transpose(incidence);
  return KarpSipser(incidence, by_column).Run();
}

}  // namespace daedalus::structure
