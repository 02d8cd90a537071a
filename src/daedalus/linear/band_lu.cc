#include "daedalus/linear/band_lu.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <numeric>
#include <utility>

#include "daedalus/base/check.h"
#include "daedalus/linear/evaluation.h"
#include "daedalus/linear/singularity.h"
#include "daedalus/linear/sparse_lu.h"

namespace daedalus::linear {
namespace {

// Of the largest entry in its column: a diagonal entry that is not smaller is a good pivot.
constexpr double kGoodPivot = 0.1;
// Products of what is larger are normal numbers still.
constexpr double kNextToNothing = std::numeric_limits<double>::min() / std::numeric_limits<double>::epsilon();
// Rows from one look for such numbers to the next.
constexpr std::int32_t kRowsBetweenLooks = 16;
constexpr int kMostUnrolled = 4;

// Makes zero what is next to nothing, of the `count` numbers from x on.
inline void ClearNothings(double* x, std::int32_t count) {
  for (std::int32_t i = 0; i < count; ++i) {
    if (std::abs(x[i]) < kNextToNothing) x[i] = 0;
  }
}

}  // namespace

BandLu::BandLu(const SparsePattern& pattern) : BandLu(pattern, FindBandOrder(pattern)) {}

BandLu::BandLu(const SparsePattern& pattern, BandOrder order)
    : pattern_(pattern),
      order_(std::move(order)),
      is_natural_(std::ranges::is_sorted(order_.rows) && std::ranges::is_sorted(order_.columns)),
      size_(pattern.cols),
      width_(static_cast<std::size_t>(2 * order_.lower + order_.upper + 1)),
      unrolled_(UnrolledFor(order_.lower, order_.upper)),
      band_(width_ * static_cast<std::size_t>(size_ + order_.lower)),
      scale_(static_cast<std::size_t>(size_)),
      inverse_pivots_(static_cast<std::size_t>(size_)),
      reach_(static_cast<std::size_t>(size_)),
      exchanged_(static_cast<std::size_t>(size_)),
      pivot_rows_(static_cast<std::size_t>(size_)),
      x_(width_ + static_cast<std::size_t>(size_)),
      values_(pattern.row_indices.size()) {
  const std::vector<std::int32_t> column_places = PlacesOf(order_.columns);
  const Transposed rows = Transpose(pattern);
  entries_.reserve(values_.size());
  row_starts_.push_back(0);
  for (std::int32_t k = 0; k < size_; ++k) {
    const std::int32_t row = order_.rows[k];
    for (std::int32_t e = rows.pattern.column_starts[row]; e < rows.pattern.column_starts[row + 1]; ++e)
      entries_.push_back({rows.source[e], column_places[rows.pattern.row_indices[e]] - k + order_.lower});
    row_starts_.push_back(static_cast<std::int32_t>(entries_.size()));
  }
}

// The scaled matrix.
void BandLu::Scatter(std::span<const double> values) {
  double* row = band_.data();
  for (std::int32_t k = 0; k < size_; ++k, row += width_) {
    const auto entries = std::span(entries_).subspan(row_starts_[k], row_starts_[k + 1] - row_starts_[k]);
    double largest = 0;
    for (const Source& entry : entries) largest = std::max(largest, std::abs(values[entry.entry]));
    const double scale = scale_[k] = 1 / (largest > 0 ? largest : 1);
    std::fill_n(row, width_, 0.0);
    for (const Source& entry : entries) row[entry.place] = values[entry.entry] * scale;
  }
}

// Of the scaled matrix.
double BandLu::LargestInColumn(std::int32_t place) const {
  const std::int32_t j = order_.columns[place];
  std::vector<double> scale(scale_.size());
  for (std::int32_t k = 0; k < size_; ++k) scale[order_.rows[k]] = scale_[k];
  double largest = 0;
  for (std::int32_t k = pattern_.column_starts[j]; k < pattern_.column_starts[j + 1]; ++k)
    largest = std::max(largest, std::abs(values_[k]) * scale[pattern_.row_indices[k]]);
  return largest;
}

// No entry of the scaled matrix is larger than 1.
bool BandLu::IsSingularAt(std::int32_t k, double pivot) const {
  return !(std::abs(pivot) > kPivotTolerance) && !(std::abs(pivot) > kPivotTolerance * LargestInColumn(k));
}

std::int32_t BandLu::FindPivot(std::int32_t k) const {
  const std::int32_t end = std::min(size_, k + order_.lower + 1);
  std::int32_t best = k;
  double largest = std::abs(At(k, k)) / kGoodPivot;
  for (std::int32_t i = k + 1; i < end; ++i) {
    if (const double entry = std::abs(At(i, k)); entry > largest) {
      best = i;
      largest = entry;
    }
  }
  return best;
}

void BandLu::Exchange(std::int32_t k, std::int32_t row) {
  const std::int32_t end = std::max(reach_[k], reach_[row]);
  for (std::int32_t j = k; j <= end; ++j) std::swap(At(k, j), At(row, j));
  std::swap(reach_[k], reach_[row]);
  std::swap(pivot_rows_[k], pivot_rows_[row]);
}

// (1); then row k of U is divided by its pivot.
void BandLu::Eliminate(std::int32_t k) {
  const std::int32_t end = std::min(size_, k + order_.lower + 1), length = reach_[k] - k;
  const double inverse = inverse_pivots_[k];
  double* row = &At(k, k) + 1;
  for (std::int32_t i = k + 1; i < end; ++i) {
    double* other = &At(i, k);
    if (*other == 0) continue;
    const double multiple = *other *= inverse;
    reach_[i] = std::max(reach_[i], reach_[k]);
    for (std::int32_t d = 0; d < length; ++d) other[d + 1] -= multiple * row[d];
  }
  for (std::int32_t d = 0; d < length; ++d) row[d] *= inverse;
}

FactorStatus BandLu::Factor(std::span<const double> values) {
  DAEDALUS_CHECK(values.size() == values_.size(), "there is one value for each entry");
  if (!AreFinite(values)) return FactorStatus::kNotFinite;
  std::ranges::copy(values, values_.begin());
  Scatter(values);
  has_exchanges_ = !unrolled_.factor(*this);
  if (!has_exchanges_) return FactorStatus::kOk;
  Scatter(values);
  return FactorWithExchanges();
}

FactorStatus BandLu::FactorWithExchanges() {
  for (std::int32_t i = 0; i < size_; ++i) reach_[i] = std::min(size_ - 1, i + order_.upper);
  std::iota(pivot_rows_.begin(), pivot_rows_.end(), 0);
  for (std::int32_t k = 0; k < size_; ++k) {
    exchanged_[k] = FindPivot(k);
    if (exchanged_[k] != k) Exchange(k, exchanged_[k]);
    const double pivot = At(k, k);
    if (IsSingularAt(k, pivot)) return FactorStatus::kSingular;
    inverse_pivots_[k] = 1 / pivot;
    Eliminate(k);
  }
  return FactorStatus::kOk;
}

// (1) with numbers for m and p, 0: they are not known to the compiler. False where a pivot is not good enough. Behind the last row are as many rows of
// zeros as may be touched.
template <int kLower, int kUpper>
bool BandLu::FactorInPlace(BandLu& lu) {
  const std::int32_t lower = kLower > 0 ? kLower : lu.order_.lower, upper = kUpper > 0 ? kUpper : lu.order_.upper;
  const auto width = static_cast<std::ptrdiff_t>(kLower > 0 && kUpper > 0 ? 2 * kLower + kUpper + 1 : lu.width_);
  double* pivot_row = lu.band_.data() + lower;  // from its diagonal on
  for (std::int32_t k = 0; k < lu.size_; ++k, pivot_row += width) {
    const double pivot = pivot_row[0], inverse = 1 / pivot;
    if (lu.IsSingularAt(k, pivot)) return false;
    const double most = std::abs(pivot) / kGoodPivot;
    double* row = pivot_row + (width - 1);  // from the column of the pivot on
    for (std::int32_t i = 0; i < lower; ++i, row += width - 1) {
      if (!(std::abs(row[0]) <= most)) return false;
      const double multiple = row[0] *= inverse;
      for (std::int32_t d = 1; d <= upper; ++d) row[d] -= multiple * pivot_row[d];
    }
    for (std::int32_t d = 1; d <= upper; ++d) pivot_row[d] *= inverse;
    lu.inverse_pivots_[k] = inverse;
  }
  return true;
}

// Down and up. What was found last stays in registers: read from memory in pairs it would have to wait until it is stored.
template <int kLower, int kUpper>
void BandLu::SolveInPlace(const BandLu& lu) {
  constexpr std::ptrdiff_t kWidth = 2 * kLower + kUpper + 1;
  const std::int32_t size = lu.size_;
  double* __restrict x = lu.x_.data() + kLower;
  const double* __restrict row = lu.band_.data();
  double last[kLower] = {};
  for (std::int32_t begin = 0; begin < size; begin += kRowsBetweenLooks) {
    const std::int32_t end = std::min(size, begin + kRowsBetweenLooks);
    for (std::int32_t i = begin; i < end; ++i, row += kWidth) {
      double value = x[i];
      for (int d = kLower; d-- > 0;) value -= row[kLower - 1 - d] * last[d];
      for (int d = kLower; --d > 0;) last[d] = last[d - 1];
      x[i] = last[0] = value;
    }
    ClearNothings(last, kLower);
  }
  const double* __restrict inverse = lu.inverse_pivots_.data();
  double next[kUpper] = {};
  row += kLower + 1;
  for (std::int32_t end = size; end > 0; end -= kRowsBetweenLooks) {
    const std::int32_t begin = std::max(0, end - kRowsBetweenLooks);
    for (std::int32_t i = end; i-- > begin;) {
      row -= kWidth;
      double value = x[i] * inverse[i];
      for (int d = kUpper; d-- > 0;) value -= row[d] * next[d];
      for (int d = kUpper; --d > 0;) next[d] = next[d - 1];
      x[i] = next[0] = value;
    }
    ClearNothings(next, kUpper);
  }
}

// The same for rows of any length.
void BandLu::SolveWide(const BandLu& lu) {
  const std::int32_t lower = lu.order_.lower, upper = lu.order_.upper;
  double* __restrict x = lu.x_.data() + lower;
  const double* __restrict row = lu.band_.data();
  for (std::int32_t i = 0; i < lu.size_; ++i, row += lu.width_) {
    double value = x[i];
    for (std::int32_t d = 0; d < lower; ++d) value -= row[d] * x[i - lower + d];
    x[i] = std::abs(value) < kNextToNothing ? 0 : value;
  }
  row += lower + 1;
  for (std::int32_t i = lu.size_; i-- > 0;) {
    row -= lu.width_;
    double value = x[i] * lu.inverse_pivots_[i];
    for (std::int32_t d = upper; d-- > 0;) value -= row[d] * x[i + 1 + d];
    x[i] = std::abs(value) < kNextToNothing ? 0 : value;
  }
}

BandLu::Unrolled BandLu::UnrolledFor(std::int32_t lower, std::int32_t upper) {
  static constexpr auto kAll = []<std::size_t... kIndex>(std::index_sequence<kIndex...>) {
    return std::array<Unrolled, sizeof...(kIndex)>{
        Unrolled{&FactorInPlace<kIndex / kMostUnrolled + 1, kIndex % kMostUnrolled + 1>,
                 &SolveInPlace<kIndex / kMostUnrolled + 1, kIndex % kMostUnrolled + 1>}...};
  }(std::make_index_sequence<kMostUnrolled * kMostUnrolled>());
  if (lower < 1 || upper < 1 || lower > kMostUnrolled || upper > kMostUnrolled) return {&FactorInPlace<0, 0>, &SolveWide};
  return kAll[static_cast<std::size_t>((lower - 1) * kMostUnrolled + upper - 1)];
}

void BandLu::SolveWithExchanges() {
  double* x = x_.data() + order_.lower;
  for (std::int32_t k = 0; k < size_; ++k) {
    std::swap(x[k], x[exchanged_[k]]);
    if (std::abs(x[k]) < kNextToNothing) x[k] = 0;
    const std::int32_t end = std::min(size_, k + order_.lower + 1);
    for (std::int32_t i = k + 1; i < end; ++i) x[i] -= At(i, k) * x[k];
  }
  for (std::int32_t k = size_; k-- > 0;) {
    double value = x[k] * inverse_pivots_[k];
    for (std::int32_t j = k + 1; j <= reach_[k]; ++j) value -= At(k, j) * x[j];
    x[k] = std::abs(value) < kNextToNothing ? 0 : value;
  }
}

void BandLu::Solve(std::span<double> b) {
  double* __restrict x = x_.data() + order_.lower;
  if (is_natural_) {
    for (std::int32_t k = 0; k < size_; ++k) x[k] = b[k] * scale_[k];
  } else {
    for (std::int32_t k = 0; k < size_; ++k) x[k] = b[order_.rows[k]] * scale_[k];
  }
  has_exchanges_ ? SolveWithExchanges() : unrolled_.solve(*this);
  if (is_natural_) {
    std::copy_n(x, size_, b.data());
  } else {
    for (std::int32_t k = 0; k < size_; ++k) b[order_.columns[k]] = x[k];
  }
}

double BandLu::ReciprocalCondition() {
  SparseLu other(pattern_);
  return other.Factor(values_) == FactorStatus::kOk ? other.ReciprocalCondition() : 0;
}

int BandLu::Pivots(std::span<double> sizes) const {
  int sign = SignOfPermutation(order_.rows) * SignOfPermutation(order_.columns);
  for (std::int32_t k = 0; k < size_; ++k) {
    if (has_exchanges_ && exchanged_[k] != k) sign = -sign;
    if (inverse_pivots_[k] < 0) sign = -sign;
    const auto place = static_cast<std::size_t>(has_exchanges_ ? pivot_rows_[k] : k);
    sizes[static_cast<std::size_t>(order_.rows[place])] = 1 / (std::abs(inverse_pivots_[k]) * scale_[place]);
  }
  return sign;
}

Singularity BandLu::ExplainSingularity() {
  return linear::ExplainSingularity(pattern_, values_);
}

}  // namespace daedalus::linear
