// The places of the nonzeros of a matrix, without their values: compressed sparse columns.
//
// Column j owns the entries column_starts[j] .. column_starts[j+1]-1; row_indices holds their rows, strictly
// ascending within a column. "Values in pattern order" means one double per entry in exactly this order.
// Every Jacobian callback, linear solver and finite difference of the numerical folders uses it. 32-bit
// indices are what KLU takes, and 2^31 entries are more than we can factor anyway.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace daedalus::linear {

struct SparsePattern {
  std::int32_t rows = 0;
  std::int32_t cols = 0;
  std::vector<std::int32_t> column_starts = {0};  // cols + 1 of them
  std::vector<std::int32_t> row_indices;

  std::int32_t num_nonzeros() const { return static_cast<std::int32_t>(row_indices.size()); }
  std::span<const std::int32_t> Column(std::int32_t j) const {
    return {row_indices.data() + column_starts[j], row_indices.data() + column_starts[j + 1]};
  }
  friend bool operator==(const SparsePattern&, const SparsePattern&) = default;
};

struct Entry {
  std::int32_t row = 0;
  std::int32_t col = 0;
};

// What is wrong with the pattern as a sentence fragment, or nothing.
std::optional<std::string> FindPatternError(const SparsePattern& pattern);

// The pattern with these entries, in any order, repetitions allowed. Linear in rows + cols + entries.
SparsePattern PatternFromEntries(std::int32_t rows, std::int32_t cols, std::span<const Entry> entries);

// All entries present, so that values in pattern order are a column-major dense matrix.
SparsePattern DensePattern(std::int32_t rows, std::int32_t cols);
// Whether they are.
bool IsDense(const SparsePattern& pattern);
// Where each entry is in a column-major dense matrix.
std::vector<std::int32_t> PositionsInDense(const SparsePattern& pattern);

// The transposed pattern; entry k of it is entry `source[k]` of the original.
struct Transposed {
  SparsePattern pattern;
  std::vector<std::int32_t> source;
};
Transposed Transpose(const SparsePattern& pattern);

// The union of two patterns of the same shape; entry k of the first (second) is entry first[k] (second[k]) of
// it. Adds dF/dy and dF/dy' into one matrix without searching.
struct PatternUnion {
  SparsePattern pattern;
  std::vector<std::int32_t> first;
  std::vector<std::int32_t> second;
};
PatternUnion Unite(const SparsePattern& a, const SparsePattern& b);

}  // namespace daedalus::linear
