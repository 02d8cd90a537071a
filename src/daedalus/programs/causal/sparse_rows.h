// A sparse matrix by rows, as structure is asked for its numbers.
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <vector>

namespace daedalus::causal {

// By rows; no entry twice.
struct SparseRows {
  struct Entry {
    std::uint32_t column = 0;
    double value = 0;
  };
  std::vector<std::uint32_t> starts{0};  // size: number of rows + 1
  std::vector<Entry> entries;

  std::size_t num_rows() const { return starts.size() - 1; }
  std::span<Entry> Row(std::size_t r) {
    return std::span(entries).subspan(starts[r], starts[r + 1] - starts[r]);
  }
  std::span<const Entry> Row(std::size_t r) const {
    return std::span(entries).subspan(starts[r], starts[r + 1] - starts[r]);
  }
  // Zero where there is no entry.
  double At(std::size_t r, std::size_t column) const {
    const auto row = Row(r);
    const auto found = std::ranges::find(row, column, &Entry::column);
    return found == row.end() ? 0.0 : found->value;
  }
  void EndRow() { starts.push_back(static_cast<std::uint32_t>(entries.size())); }
  void Clear() {
    starts.resize(1);
    entries.clear();
  }
};

}  // namespace daedalus::causal
