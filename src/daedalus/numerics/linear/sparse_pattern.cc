#include "daedalus/numerics/linear/sparse_pattern.h"

#include <algorithm>
#include <numeric>

#include "daedalus/base/check.h"

namespace daedalus::linear {

std::optional<std::string> FindPatternError(const SparsePattern& pattern) {
  if (pattern.rows < 0 || pattern.cols < 0) return "a negative number of rows or columns";
  if (pattern.column_starts.size() != static_cast<std::size_t>(pattern.cols) + 1) {
    return "column_starts has " + std::to_string(pattern.column_starts.size()) + " elements for " +
           std::to_string(pattern.cols) + " columns";
  }
  if (pattern.column_starts.front() != 0) return "the first column does not start at entry 0";
  if (pattern.column_starts.back() != pattern.num_nonzeros()) {
    return "the last column does not end at the last entry";
  }
  if (!std::ranges::is_sorted(pattern.column_starts)) return "column_starts is not ascending";
  for (std::int32_t j = 0; j < pattern.cols; ++j) {
    std::int32_t previous = -1;
    for (const std::int32_t row : pattern.Column(j)) {
      const std::string where = " of column " + std::to_string(j);
      if (row < 0 || row >= pattern.rows) return "row " + std::to_string(row) + where + " does not exist";
      if (row <= previous) return "the rows" + where + " are not strictly ascending";
      previous = row;
    }
  }
  return std::nullopt;
}

SparsePattern PatternFromEntries(std::int32_t rows, std::int32_t cols, std::span<const Entry> entries) {
  // Two stable counting sorts, by row and then by column, leave every column in ascending order.
  std::vector<std::int32_t> row_starts(rows + 1, 0);
  for (const Entry& entry : entries) {
    DAEDALUS_CHECK(entry.row >= 0 && entry.row < rows && entry.col >= 0 && entry.col < cols,
                   "an entry lies inside its matrix");
    ++row_starts[entry.row + 1];
  }
  std::partial_sum(row_starts.begin(), row_starts.end(), row_starts.begin());
  std::vector<Entry> by_row(entries.size());
  for (const Entry& entry : entries) by_row[row_starts[entry.row]++] = entry;

  std::vector<std::size_t> fill(cols + 1, 0);
  for (const Entry& entry : by_row) ++fill[entry.col + 1];
  std::partial_sum(fill.begin(), fill.end(), fill.begin());
  std::vector<std::int32_t> sorted_rows(entries.size());
  for (const Entry& entry : by_row) sorted_rows[fill[entry.col]++] = entry.row;

  SparsePattern pattern{rows, cols, {0}, {}};
  pattern.column_starts.reserve(cols + 1);
  pattern.row_indices.reserve(entries.size());
  std::size_t k = 0;
  for (std::int32_t j = 0; j < cols; ++j) {
    for (; k < fill[j]; ++k) {
      const bool first = pattern.num_nonzeros() == pattern.column_starts.back();
      if (first || pattern.row_indices.back() != sorted_rows[k])
        pattern.row_indices.push_back(sorted_rows[k]);
    }
    pattern.column_starts.push_back(pattern.num_nonzeros());
  }
  return pattern;
}

SparsePattern DensePattern(std::int32_t rows, std::int32_t cols) {
  SparsePattern pattern{rows, cols, {0}, {}};
  pattern.row_indices.reserve(static_cast<std::size_t>(rows) * cols);
  for (std::int32_t j = 0; j < cols; ++j) {
    for (std::int32_t i = 0; i < rows; ++i) pattern.row_indices.push_back(i);
    pattern.column_starts.push_back(pattern.num_nonzeros());
  }
  return pattern;
}

bool IsDense(const SparsePattern& pattern) {
  return pattern.row_indices.size() == static_cast<std::size_t>(pattern.rows) * pattern.cols;
}

std::vector<std::int32_t> PositionsInDense(const SparsePattern& pattern) {
  std::vector<std::int32_t> positions;
  positions.reserve(pattern.row_indices.size());
  for (std::int32_t j = 0; j < pattern.cols; ++j) {
    for (const std::int32_t i : pattern.Column(j)) positions.push_back(j * pattern.rows + i);
  }
  return positions;
}

Transposed Transpose(const SparsePattern& pattern) {
  Transposed result;
  SparsePattern& transposed = result.pattern;
  transposed.rows = pattern.cols;
  transposed.cols = pattern.rows;
  transposed.column_starts.assign(pattern.rows + 1, 0);
  for (const std::int32_t row : pattern.row_indices) ++transposed.column_starts[row + 1];
  std::partial_sum(transposed.column_starts.begin(), transposed.column_starts.end(),
                   transposed.column_starts.begin());
  transposed.row_indices.resize(pattern.row_indices.size());
  result.source.resize(pattern.row_indices.size());
  std::vector<std::int32_t> next(transposed.column_starts.begin(), transposed.column_starts.end() - 1);
  for (std::int32_t j = 0; j < pattern.cols; ++j) {
    for (std::int32_t k = pattern.column_starts[j]; k < pattern.column_starts[j + 1]; ++k) {
      const std::int32_t place = next[pattern.row_indices[k]]++;
      transposed.row_indices[place] = j;
      result.source[place] = k;
    }
  }
  return result;
}

PatternUnion Unite(const SparsePattern& a, const SparsePattern& b) {
  DAEDALUS_CHECK(a.rows == b.rows && a.cols == b.cols, "only patterns of one shape are united");
  PatternUnion result;
  SparsePattern& both = result.pattern;
  both.rows = a.rows;
  both.cols = a.cols;
  result.first.resize(a.row_indices.size());
  result.second.resize(b.row_indices.size());
  both.column_starts.reserve(a.column_starts.size());
  for (std::int32_t j = 0; j < a.cols; ++j) {
    std::int32_t ka = a.column_starts[j];
    std::int32_t kb = b.column_starts[j];
    const std::int32_t end_a = a.column_starts[j + 1];
    const std::int32_t end_b = b.column_starts[j + 1];
    while (ka < end_a || kb < end_b) {
      const std::int32_t row_a = ka < end_a ? a.row_indices[ka] : a.rows;
      const std::int32_t row_b = kb < end_b ? b.row_indices[kb] : b.rows;
      if (row_a <= row_b) result.first[ka++] = both.num_nonzeros();
      if (row_b <= row_a) result.second[kb++] = both.num_nonzeros();
      both.row_indices.push_back(std::min(row_a, row_b));
    }
    both.column_starts.push_back(both.num_nonzeros());
  }
  both.row_indices.shrink_to_fit();
  return result;
}

}  // namespace daedalus::linear
