#include "daedalus/numerics/linear/known_pivots.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "daedalus/numerics/linear/linear_solver.h"
#include "daedalus/numerics/linear/substitution.h"

namespace daedalus::linear {
namespace {

constexpr std::int32_t kLarge = 500;

double Size(double value) {
  return std::abs(value);
}
double Size(const std::complex<double>& value) {
  return std::abs(value.real()) + std::abs(value.imag());
}

// The operator of std::complex looks for infinities that have become NaN.
double Product(double a, double b) {
  return a * b;
}
std::complex<double> Product(const std::complex<double>& a, const std::complex<double>& b) {
  return {a.real() * b.real() - a.imag() * b.imag(), a.real() * b.imag() + a.imag() * b.real()};
}

double Inverse(double value) {
  return 1 / value;
}
// By R. L. Smith, Comm. ACM 5 (1962) 435: the square of a small number may vanish.
std::complex<double> Inverse(const std::complex<double>& value) {
  const double a = value.real();
  const double b = value.imag();
  if (std::abs(a) >= std::abs(b)) {
    const double ratio = b / a;
    const double inverse = 1 / (a + b * ratio);
    return {inverse, -ratio * inverse};
  }
  const double ratio = a / b;
  const double inverse = 1 / (b + a * ratio);
  return {ratio * inverse, -inverse};
}

// x_i -= a x_j for entries a in row i and column j.
template <class Entries, class Value>
inline void SubtractEntry(const Entries& entries, std::int32_t k, Value* x) {
  const Value* value = &entries.values[k];
  SubtractProducts<1>(&value, 0, &x[entries.columns[k]], x[entries.rows[k]]);
}

// Does this for all entries of column j, which is skipped if x_j is negligible.
template <class Entries, class Value>
inline void SubtractColumn(const Entries& entries, std::int32_t j, Value* x) {
  constexpr double kNothing = std::numeric_limits<double>::min() / std::numeric_limits<double>::epsilon();
  const Value u = x[j];
  if (Size(u) < kNothing) {
    x[j] = 0;
    return;
  }
  const Value* values = entries.values.data();
  for (std::int32_t k = entries.starts[j]; k < entries.starts[j + 1]; ++k) {
    SubtractProducts<1>(&values, k, &u, x[entries.rows[k]]);
  }
}

}  // namespace

template <class Value>
void KnownPivots<Value>::Entries::Reserve(std::size_t num_columns, std::size_t count) {
  starts.reserve(num_columns + 1);
  rows.reserve(count);
  columns.reserve(count);
  values.reserve(count);
}

template <class Value>
void KnownPivots<Value>::Entries::Clear() {
  starts.assign(1, 0);
  rows.clear();
  columns.clear();
  values.clear();
}

template <class Value>
void KnownPivots<Value>::Entries::Add(std::int32_t row, std::int32_t column) {
  rows.push_back(row);
  columns.push_back(column);
  values.push_back(0);
}

template <class Value>
void KnownPivots<Value>::Entries::EndColumn() {
  starts.push_back(static_cast<std::int32_t>(rows.size()));
}

template <class Value>
KnownPivots<Value>::KnownPivots(const SparsePattern& pattern, const FactorCounts& counts)
    : size_(pattern.cols),
      rows_(size_),
      columns_(size_),
      pivot_of_entry_(pattern.row_indices.size()),
      inverse_pivots_(size_),
      scale_(size_),
      sizes_(size_),
      x_(size_),
      work_(size_) {
  blocks_.reserve(counts.blocks);
  inside_starts_.reserve(size_ + 1);
  inside_rows_.reserve(pattern.row_indices.size() - counts.outside);
  inside_source_.reserve(pattern.row_indices.size() - counts.outside);
  outside_source_.reserve(counts.outside);
  outside_.Reserve(size_, counts.outside);
  lower_.Reserve(size_, counts.lower);
  upper_.Reserve(size_, counts.upper);
}

template <class Value>
void KnownPivots<Value>::SetPivots(const SparsePattern& pattern, PivotOrder& order) {
  std::ranges::copy(order.rows, rows_.begin());
  std::ranges::copy(order.columns, columns_.begin());
  MakeBlocks(order);
  ArrangeMatrix(pattern, order);
  ArrangeFactors(order);
}

template <class Value>
void KnownPivots<Value>::MakeBlocks(const PivotOrder& order) {
  constexpr double kNearlyFull = 0.7;
  constexpr std::int32_t kSmallest = 6;
  std::vector<std::int32_t>& entries = work_;  // in column k of L and in row k of U
  for (std::int32_t k = 0; k < size_; ++k) entries[k] = order.lower.starts[k + 1] - order.lower.starts[k];
  for (const std::int32_t k : order.upper.rows) ++entries[k];
  std::size_t offset = 0;
  blocks_.clear();
  for (std::size_t b = 0; b + 1 < order.block_starts.size(); ++b) {
    Block block{
        .begin = order.block_starts[b], .full = 0, .end = order.block_starts[b + 1], .offset = offset};
    block.full = block.end;
    double count = 0;
    for (std::int32_t k = block.end; k-- > block.begin;) {
      count += entries[k];
      const double n = block.end - k;
      if (n >= kSmallest && count >= kNearlyFull * n * (n - 1)) block.full = k;
    }
    offset += static_cast<std::size_t>(block.full_size()) * block.full_size();
    blocks_.push_back(block);
  }
  full_.resize(offset);
}

template <class Value>
void KnownPivots<Value>::ArrangeMatrix(const SparsePattern& pattern, const PivotOrder& order) {
  std::vector<std::int32_t>& pivot_of_row = work_;
  for (std::int32_t k = 0; k < size_; ++k) pivot_of_row[order.rows[k]] = k;
  for (std::size_t k = 0; k < pivot_of_entry_.size(); ++k) {
    pivot_of_entry_[k] = pivot_of_row[pattern.row_indices[k]];
  }
  inside_starts_.assign(1, 0);
  inside_rows_.clear();
  inside_source_.clear();
  outside_source_.clear();
  outside_.Clear();
  for (const Block& block : blocks_) {
    for (std::int32_t j = block.begin; j < block.end; ++j) {
      const std::int32_t column = order.columns[j];
      for (std::int32_t k = pattern.column_starts[column]; k < pattern.column_starts[column + 1]; ++k) {
        const std::int32_t row = pivot_of_entry_[k];
        const bool is_inside = row >= block.begin;
        (is_inside ? inside_source_ : outside_source_).push_back(k);
        if (is_inside) inside_rows_.push_back(row);
        if (!is_inside) outside_.Add(row, j);
      }
      inside_starts_.push_back(static_cast<std::int32_t>(inside_rows_.size()));
      outside_.EndColumn();
    }
  }
}

template <class Value>
void KnownPivots<Value>::ArrangeFactors(PivotOrder& order) {
  const auto column_of = [](TrianglePattern& triangle, std::int32_t j) {
    return std::span(triangle.rows).subspan(triangle.starts[j], triangle.starts[j + 1] - triangle.starts[j]);
  };
  lower_.Clear();
  upper_.Clear();
  for (const Block& block : blocks_) {
    for (std::int32_t j = block.begin; j < block.end; ++j) {
      const std::span<std::int32_t> upper = column_of(order.upper, j);
      std::ranges::sort(upper);  // ascending is an order in which (1) can be done
      for (const std::int32_t row : upper) {
        if (row < block.full) upper_.Add(row, j);
      }
      upper_.EndColumn();
      if (j < block.full) {
        const std::span<std::int32_t> lower = column_of(order.lower, j);
        std::ranges::sort(lower);
        for (const std::int32_t row : lower) lower_.Add(row, j);
      }
      lower_.EndColumn();
    }
  }
}

template <class Value>
void KnownPivots<Value>::ScaleRows(std::span<const Value> values) {
  std::ranges::fill(scale_, 0.0);
  for (std::size_t k = 0; k < values.size(); ++k) {
    double& largest = scale_[pivot_of_entry_[k]];
    largest = std::max(largest, Size(values[k]));
  }
  for (double& scale : scale_) scale = 1 / (scale > 0 ? scale : 1);
}

// The largest entry.
template <class Value>
double KnownPivots<Value>::Scatter(std::int32_t j, std::span<const Value> values) {
  double largest = 0;
  for (std::int32_t k = inside_starts_[j]; k < inside_starts_[j + 1]; ++k) {
    const std::int32_t row = inside_rows_[k];
    const Value value = values[inside_source_[k]] * scale_[row];
    x_[row] = value;
    largest = std::max(largest, Size(value));
  }
  return largest;
}

template <class Value>
double KnownPivots<Value>::ScatterOutside(std::int32_t j, std::span<const Value> values) {
  double largest = 0;
  for (std::int32_t k = outside_.starts[j]; k < outside_.starts[j + 1]; ++k) {
    const Value value = values[outside_source_[k]] * scale_[outside_.rows[k]];
    outside_.values[k] = value;
    largest = std::max(largest, Size(value));
  }
  return largest;
}

// (1) for all k before the full part. The largest entry of U there.
template <class Value>
double KnownPivots<Value>::EliminateSparse(std::int32_t j) {
  double largest = 0;
  Value* __restrict x = x_.data();
  for (std::int32_t t = upper_.starts[j]; t < upper_.starts[j + 1]; ++t) {
    const std::int32_t k = upper_.rows[t];
    const Value u = x[k];
    upper_.values[t] = u;
    x[k] = 0;
    largest = std::max(largest, Size(u));
    const Value* column = lower_.values.data();
    for (std::int32_t i = lower_.starts[k]; i < lower_.starts[k + 1]; ++i) {
      SubtractProducts<1>(&column, i, &u, x[lower_.rows[i]]);
    }
  }
  return largest;
}

template <class Value>
double KnownPivots<Value>::EliminateFull(const Block& block, std::int32_t j) {
  SolveLower(full_.data() + block.offset, block.full_size(), j - block.full, x_.data() + block.full);
  double largest = 0;
  for (std::int32_t k = block.full; k < j; ++k) largest = std::max(largest, Size(x_[k]));
  return largest;
}

// False where the pivot vanishes. What is left in x becomes column j of L, and what stands above the pivot is
// divided by it.
template <class Value>
bool KnownPivots<Value>::TakePivot(const Block& block, std::int32_t j) {
  const Value inverse = inverse_pivots_[j] = Inverse(x_[j]);
  for (std::int32_t k = upper_.starts[j]; k < upper_.starts[j + 1]; ++k) {
    upper_.values[k] = Product(upper_.values[k], inverse);
  }
  for (std::int32_t k = outside_.starts[j]; k < outside_.starts[j + 1]; ++k) {
    outside_.values[k] = Product(outside_.values[k], inverse);
  }
  if (j < block.full) {
    x_[j] = 0;
    for (std::int32_t k = lower_.starts[j]; k < lower_.starts[j + 1]; ++k) {
      lower_.values[k] = Product(std::exchange(x_[lower_.rows[k]], Value(0)), inverse);
    }
  } else {
    const std::int32_t n = block.full_size();
    Value* __restrict column = full_.data() + block.offset + static_cast<std::ptrdiff_t>(j - block.full) * n;
    Value* __restrict x = x_.data() + block.full;
    for (std::int32_t i = 0; i < n; ++i) column[i] = Product(x[i], inverse);
    std::fill_n(x, n, Value(0));
  }
  return std::isfinite(Size(inverse));
}

template <class Value>
bool KnownPivots<Value>::Factor(std::span<const Value> values) {
  std::ranges::fill(x_, Value(0));
  ScaleRows(values);
  for (const Block& block : blocks_) {
    for (std::int32_t j = block.begin; j < block.end; ++j) {
      const double inside = Scatter(j, values);
      const double outside = ScatterOutside(j, values);
      double above = EliminateSparse(j);
      if (j > block.full) above = std::max(above, EliminateFull(block, j));
      const double pivot = Size(x_[j]);
      sizes_[j] = {inside, std::max(inside, outside), std::max(above, pivot), pivot};
      if (TakePivot(block, j)) continue;
      sizes_[j].pivot = 0;
      return false;
    }
  }
  return true;
}

template <class Value>
bool KnownPivots<Value>::IsAtLeast(const PivotQuality& limit) const {
  return std::ranges::all_of(sizes_, [&](const ColumnSizes& sizes) {
    return sizes.inside >= limit.growth * sizes.eliminated && sizes.pivot > limit.weakest * sizes.all;
  });
}

template <class Value>
PivotQuality KnownPivots<Value>::Quality() const {
  PivotQuality quality;
  for (std::int32_t j = 0; j < size_; ++j) {
    const ColumnSizes& sizes = sizes_[j];
    const double growth = sizes.inside / sizes.eliminated;
    const double relative = sizes.all > 0 ? sizes.pivot / sizes.all : 0;
    if (!(growth >= quality.growth)) quality.growth = growth;
    if (!(relative >= quality.weakest)) {
      quality.weakest = relative;
      quality.weakest_column = columns_[j];
    }
  }
  return quality;
}

template <class Value>
int KnownPivots<Value>::Pivots(std::span<double> sizes) const
  requires std::same_as<Value, double>
{
  int sign = SignOfPermutation(rows_) * SignOfPermutation(columns_);
  for (std::int32_t k = 0; k < size_; ++k) {
    if (inverse_pivots_[k] < 0) sign = -sign;
    sizes[static_cast<std::size_t>(rows_[k])] = 1 / (std::abs(inverse_pivots_[k]) * scale_[k]);
  }
  return sign;
}

template <class Value>
void KnownPivots<Value>::SolveFull(const Block& block) {
  const std::int32_t n = block.full_size();
  if (n == 0) return;
  SolveLower(full_.data() + block.offset, n, n, x_.data() + block.full);
  SolveUpper(full_.data() + block.offset, n, x_.data() + block.full);
}

template <class Value>
void KnownPivots<Value>::SolveByEntries(const Block& block) {
  Value* x = x_.data();
  for (std::int32_t k = lower_.starts[block.begin]; k < lower_.starts[block.end]; ++k) {
    SubtractEntry(lower_, k, x);
  }
  SolveFull(block);
  for (std::int32_t k = upper_.starts[block.end]; k-- > upper_.starts[block.begin];) {
    SubtractEntry(upper_, k, x);
  }
  for (std::int32_t k = outside_.starts[block.begin]; k < outside_.starts[block.end]; ++k) {
    SubtractEntry(outside_, k, x);
  }
}

template <class Value>
void KnownPivots<Value>::SolveByColumns(const Block& block) {
  Value* x = x_.data();
  for (std::int32_t j = block.begin; j < block.full; ++j) SubtractColumn(lower_, j, x);
  SolveFull(block);
  for (std::int32_t j = block.end; j-- > block.begin;) SubtractColumn(upper_, j, x);
  for (std::int32_t j = block.begin; j < block.end; ++j) SubtractColumn(outside_, j, x);
}

template <class Value>
void KnownPivots<Value>::Solve(std::span<Value> b) {
  for (std::int32_t k = 0; k < size_; ++k) x_[k] = b[rows_[k]] * scale_[k];
  for (std::size_t block = blocks_.size(); block-- > 0;) {
    size_ < kLarge ? SolveByEntries(blocks_[block]) : SolveByColumns(blocks_[block]);
  }
  for (std::int32_t k = 0; k < size_; ++k) {
    b[columns_[k]] = Product(x_[k], inverse_pivots_[k]);
  }
}

template class KnownPivots<double>;
template class KnownPivots<std::complex<double>>;

}  // namespace daedalus::linear
