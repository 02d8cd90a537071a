#include "daedalus/numerics/linear/block_triangular.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "daedalus/base/check.h"
#include "daedalus/numerics/linear/band_order.h"

namespace daedalus::linear {
namespace {

constexpr double kUnknownValue = std::numeric_limits<double>::quiet_NaN();
constexpr std::size_t kNoEntry = static_cast<std::size_t>(-1);

std::size_t At(std::span<const std::int32_t> list, std::int32_t i) {
  return static_cast<std::size_t>(list[static_cast<std::size_t>(i)]);
}

// A factor of zero gives zero, even if x is NaN.
double Times(double factor, double x) {
  return factor == 0 ? 0 : factor * x;
}

}  // namespace

BlockTriangularSolver::BlockTriangularSolver(const SparsePattern& pattern, BlockOrder order)
    : order_(std::move(order)) {
  const std::size_t n = order_.rows.size();
  DAEDALUS_CHECK(static_cast<std::size_t>(pattern.rows) == n && pattern.rows == pattern.cols,
                 "the blocks cover a square matrix");
  const std::vector<std::int32_t> row_place = PlacesOf(order_.rows), column_place = PlacesOf(order_.columns);
  std::vector<std::size_t> block_of(n);
  for (std::size_t b = 0; b < order_.num_blocks(); ++b) {
    for (std::int32_t p = order_.starts[b]; p < order_.starts[b + 1]; ++p)
      block_of[static_cast<std::size_t>(p)] = b;
  }
  pivot_sources_.assign(n, kNoEntry);
  inverse_pivots_.resize(n);
  x_.resize(n);
  // Two passes: entries in each row, and then where they are.
  row_starts_.assign(n + 1, 0);
  const auto for_each_entry = [&](auto visit) {
    for (std::int32_t c = 0; c < pattern.cols; ++c) {
      const std::size_t column = At(column_place, c);
      for (auto k = At(pattern.column_starts, c); k < At(pattern.column_starts, c + 1); ++k)
        visit(At(row_place, pattern.row_indices[k]), column, k);
    }
  };
  for_each_entry([&](std::size_t row, std::size_t column, std::size_t k) {
    DAEDALUS_CHECK(block_of[column] <= block_of[row], "entries lie in a block or left of it");
    if (block_of[column] != block_of[row]) {
      ++row_starts_[row + 1];
    } else if (order_.starts[block_of[row] + 1] - order_.starts[block_of[row]] == 1) {
      pivot_sources_[row] = k;
    }
  });
  for (std::size_t p = 0; p < n; ++p) row_starts_[p + 1] += row_starts_[p];
  sources_.resize(row_starts_.back());
  left_columns_.resize(row_starts_.back());
  left_values_.resize(row_starts_.back());
  std::vector<std::size_t> next(row_starts_.begin(), row_starts_.end() - 1);
  for_each_entry([&](std::size_t row, std::size_t column, std::size_t k) {
    if (block_of[column] == block_of[row]) return;
    sources_[next[row]] = k;
    left_columns_[next[row]++] = static_cast<std::int32_t>(column);
  });
  loop_of_.assign(order_.num_blocks(), -1);
  for (std::size_t b = 0; b < order_.num_blocks(); ++b) {
    if (order_.starts[b + 1] - order_.starts[b] > 1) AddLoop(pattern, b, row_place);
  }
}

void BlockTriangularSolver::AddLoop(const SparsePattern& pattern, std::size_t block,
                                    std::span<const std::int32_t> row_place) {
  const std::int32_t begin = order_.starts[block], size = order_.starts[block + 1] - begin;
  Loop loop;
  SparsePattern own;
  own.rows = own.cols = size;
  std::vector<std::pair<std::int32_t, std::size_t>> column;
  for (std::int32_t p = begin; p < begin + size; ++p) {
    const std::int32_t c = order_.columns[static_cast<std::size_t>(p)];
    column.clear();
    for (auto k = At(pattern.column_starts, c); k < At(pattern.column_starts, c + 1); ++k) {
      const auto row = static_cast<std::int32_t>(At(row_place, pattern.row_indices[k])) - begin;
      if (row >= 0 && row < size) column.emplace_back(row, k);
    }
    std::ranges::sort(column);
    for (const auto& [row, k] : column) {
      own.row_indices.push_back(row);
      loop.entries.push_back(k);
    }
    own.column_starts.push_back(own.num_nonzeros());
  }
  Transposed transposed = Transpose(own);
  for (const std::int32_t source : transposed.source)
    loop.transposed_entries.push_back(loop.entries[static_cast<std::size_t>(source)]);
  loop.forward = CopyableSolver(std::move(own));
  loop.transposed = CopyableSolver(std::move(transposed.pattern));
  loop_of_[block] = static_cast<std::int32_t>(loops_.size());
  loops_.push_back(std::move(loop));
}

bool BlockTriangularSolver::FactorLoop(Loop& loop) {
  loop.has_transposed = false;
  gathered_.clear();
  for (const std::size_t k : loop.entries) gathered_.push_back(values_[k]);
  return loop.forward->Factor(gathered_) == FactorStatus::kOk;
}

bool BlockTriangularSolver::FactorTransposed(Loop& loop) {
  if (loop.has_transposed) return true;
  gathered_.clear();
  for (const std::size_t k : loop.transposed_entries) gathered_.push_back(values_[k]);
  loop.has_transposed = loop.transposed->Factor(gathered_) == FactorStatus::kOk;
  return loop.has_transposed;
}

void BlockTriangularSolver::Factor(std::span<const double> values) {
  values_.assign(values.begin(), values.end());
  for (std::size_t k = 0; k < sources_.size(); ++k) left_values_[k] = values[sources_[k]];
  singular_.clear();
  for (std::size_t b = 0; b < order_.num_blocks(); ++b) {
    const auto p = static_cast<std::size_t>(order_.starts[b]);
    bool is_regular = false;
    if (loop_of_[b] >= 0) {
      inverse_pivots_[p] = 0;
      is_regular = FactorLoop(loops_[static_cast<std::size_t>(loop_of_[b])]);
    } else {
      const double pivot = pivot_sources_[p] == kNoEntry ? 0 : values[pivot_sources_[p]];
      is_regular = std::isfinite(pivot) && pivot != 0;
      inverse_pivots_[p] = 1 / pivot;
    }
    if (is_regular) continue;
    singular_.push_back(b);
    for (std::int32_t i = order_.starts[b]; i < order_.starts[b + 1]; ++i)
      inverse_pivots_[static_cast<std::size_t>(i)] = kUnknownValue;
  }
}

std::span<const double> BlockTriangularSolver::SolveInOrder(std::span<const double> b,
                                                            std::size_t num_blocks) {
  for (std::size_t block = 0; block < num_blocks; ++block) {
    const auto begin = static_cast<std::size_t>(order_.starts[block]),
               end = static_cast<std::size_t>(order_.starts[block + 1]);
    for (std::size_t p = begin; p < end; ++p) {
      double sum = b[static_cast<std::size_t>(order_.rows[p])];
      for (std::size_t k = row_starts_[p]; k < row_starts_[p + 1]; ++k)
        sum -= Times(left_values_[k], x_[static_cast<std::size_t>(left_columns_[k])]);
      x_[p] = sum;
    }
    if (loop_of_[block] < 0) {
      x_[begin] *= inverse_pivots_[begin];
    } else if (std::isnan(inverse_pivots_[begin])) {
      std::fill(x_.begin() + static_cast<std::ptrdiff_t>(begin),
                x_.begin() + static_cast<std::ptrdiff_t>(end), kUnknownValue);
    } else {
      loops_[static_cast<std::size_t>(loop_of_[block])].forward->Solve({x_.data() + begin, end - begin});
    }
  }
  return std::span<const double>(x_).first(static_cast<std::size_t>(order_.starts[num_blocks]));
}

void BlockTriangularSolver::Solve(std::span<double> b, std::size_t num_blocks) {
  const std::span<const double> x = SolveInOrder(b, num_blocks);
  std::ranges::fill(b, 0.0);
  for (std::size_t p = 0; p < x.size(); ++p) b[static_cast<std::size_t>(order_.columns[p])] = x[p];
}

void BlockTriangularSolver::SolveTransposed(std::span<double> b, std::size_t num_blocks) {
  const auto size = static_cast<std::size_t>(order_.starts[num_blocks]);
  for (std::size_t p = 0; p < size; ++p) x_[p] = b[static_cast<std::size_t>(order_.columns[p])];
  for (std::size_t block = num_blocks; block-- > 0;) {
    const auto begin = static_cast<std::size_t>(order_.starts[block]),
               end = static_cast<std::size_t>(order_.starts[block + 1]);
    const std::span<double> own(x_.data() + begin, end - begin);
    if (std::ranges::all_of(own, [](double value) { return value == 0; })) continue;
    if (loop_of_[block] < 0) {
      own[0] *= inverse_pivots_[begin];
    } else if (Loop& loop = loops_[static_cast<std::size_t>(loop_of_[block])];
               !std::isnan(inverse_pivots_[begin]) && FactorTransposed(loop)) {
      loop.transposed->Solve(own);
    } else {
      std::ranges::fill(own, kUnknownValue);
    }
    for (std::size_t p = begin; p < end; ++p) {
      for (std::size_t k = row_starts_[p]; k < row_starts_[p + 1]; ++k)
        x_[static_cast<std::size_t>(left_columns_[k])] -= Times(left_values_[k], x_[p]);
    }
  }
  std::ranges::fill(b, 0.0);
  for (std::size_t p = 0; p < size; ++p) b[static_cast<std::size_t>(order_.rows[p])] = x_[p];
}

}  // namespace daedalus::linear
