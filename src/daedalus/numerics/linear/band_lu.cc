#include "daedalus/numerics/linear/band_lu.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <utility>

#include "daedalus/base/check.h"
#include "daedalus/numerics/linear/band_pivots.h"
#include "daedalus/numerics/linear/evaluation.h"
#include "daedalus/numerics/linear/singularity.h"

namespace daedalus::linear {
namespace {

// A diagonal entry is a good pivot if it is at least this part of the largest entry in its column.
constexpr double kGoodPivot = 0.1;
// Products of larger numbers are still normal numbers.
constexpr double kNextToNothing = std::numeric_limits<double>::min() / std::numeric_limits<double>::epsilon();
// After this many rejected pivots the general factorization takes over.
constexpr int kMostRefused = 3;
// Factorizations until both ends are tried again, where the pivots from below were refused: what a mechanism
// passes through it leaves again.
constexpr int kFromAboveAlone = 100;
// Rows from one look for such numbers to the next.
constexpr std::int32_t kRowsBetweenLooks = 16;

// The unknowns found last, the newest first, in registers. (As a loop the compiler would take Push for a move
// of memory, which the next product would have to wait for.)
template <int kCount>
struct Newest {
  double values[kCount] = {};

  void Push(double value) {
    [&]<int... kPlace>(std::integer_sequence<int, kPlace...>) {
      ((values[kCount - 1 - kPlace] = values[kCount - 2 - kPlace]), ...);
    }(std::make_integer_sequence<int, kCount - 1>());
    values[0] = value;
  }
  // Makes zero what is next to nothing.
  void ClearNothings() {
    for (double& value : values) value = std::abs(value) < kNextToNothing ? 0 : value;
  }
};

}  // namespace

BandLu::BandLu(const SparsePattern& pattern) : BandLu(pattern, FindBandOrder(pattern)) {}

BandLu::BandLu(const SparsePattern& pattern, BandOrder order)
    : pattern_(pattern),
      size_(pattern.cols),
      scale_(static_cast<std::size_t>(size_)),
      inverse_pivots_(static_cast<std::size_t>(size_)),
      values_(pattern.row_indices.size() + 1) {
  Arrange(std::move(order));
}

void BandLu::Arrange(BandOrder order) {
  order_ = std::move(order);
  is_natural_ = std::ranges::is_sorted(order_.rows) && std::ranges::is_sorted(order_.columns);
  width_ = static_cast<std::size_t>(order_.lower + order_.upper + 1);
  unrolled_ = UnrolledFor(order_.lower, order_.upper);
  band_.assign(width_ * static_cast<std::size_t>(size_), 0.0);
  x_.assign(width_ + static_cast<std::size_t>(size_), 0.0);
  most_pairs_ = unrolled_.has_two_ends ? std::max(0, (size_ - order_.lower - order_.upper) / 2) : 0;
  num_from_above_ = 0;
  sources_.assign(static_cast<std::size_t>(size_) * width_, pattern_.num_nonzeros());
  const std::vector<std::int32_t> row_places = PlacesOf(order_.rows),
                                  column_places = PlacesOf(order_.columns);
  for (std::int32_t j = 0; j < size_; ++j) {
    for (std::int32_t e = pattern_.column_starts[j]; e < pattern_.column_starts[j + 1]; ++e) {
      const std::int32_t row = row_places[pattern_.row_indices[e]];
      sources_[PlaceOf(row, column_places[j])] = e;
    }
  }
}

// The scaled matrix.
template <int kLower, int kUpper>
void BandLu::ScatterRows(BandLu& lu) {
  const auto width = static_cast<std::int32_t>(kLower > 0 ? kLower + kUpper + 1 : lu.width_);
  const double* __restrict values = lu.values_.data();
  const std::int32_t* source = lu.sources_.data();
  double* __restrict row = lu.band_.data();
  for (std::int32_t k = 0; k < lu.size_; ++k, row += width, source += width) {
    double largest = 0;
    for (std::int32_t d = 0; d < width; ++d)
      largest = std::max(largest, std::abs(row[d] = values[source[d]]));
    const double scale = lu.scale_[k] = 1 / (largest > 0 ? largest : 1);
    for (std::int32_t d = 0; d < width; ++d) row[d] *= scale;
  }
}

// The largest entry of a column of the scaled matrix.
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

FactorStatus BandLu::Factor(std::span<const double> values) {
  DAEDALUS_CHECK(values.size() + 1 == values_.size(), "there is one value for each entry");
  if (!AreFinite(values)) return FactorStatus::kNotFinite;
  std::ranges::copy(values, values_.begin());
  is_general_ = !FactorBand();
  if (!is_general_) return FactorStatus::kOk;
  if (!general_) general_.emplace(pattern_);
  return general_->Factor(values);
}

// False where pivots are not good enough.
bool BandLu::FactorBand() {
  if (num_refused_ == kMostRefused) return false;
  if (FactorInOrder()) return true;
  ++num_refused_;
  const BandOrder refused = order_;
  for (const auto find_order : {OrderFromBothEnds, OrderByPivots}) {
    auto other = find_order(pattern_, refused, values());
    if (!other || !IsUnrolled(other->lower, other->upper)) continue;
    Arrange(*std::move(other));
    if (FactorInOrder()) return true;
  }
  return false;
}

// From both ends where that is possible, else from above.
bool BandLu::FactorInOrder() {
  num_pairs_ = num_from_above_ > 0 ? 0 : most_pairs_;
  num_from_above_ = std::max(0, num_from_above_ - 1);
  unrolled_.scatter(*this);
  if (unrolled_.factor(*this)) return true;
  if (std::exchange(num_pairs_, 0) == 0) return false;
  num_from_above_ = kFromAboveAlone;
  unrolled_.scatter(*this);
  return unrolled_.factor(*this);
}

// (1), from the diagonal entry of row k on, for `below` rows and `beyond` columns; or with the direction -1
// the same upside down, (2). False where the pivot is not good enough.
template <int kDirection>
[[gnu::always_inline]] inline bool BandLu::TakeRow(double* diagonal, std::ptrdiff_t width, std::int32_t below,
                                                   std::int32_t beyond, double inverse) {
  const double most = std::abs(*diagonal) / kGoodPivot;
  for (std::int32_t i = 1; i <= below; ++i) {
    double* other = diagonal + kDirection * i * (width - 1);  // in the column of the pivot
    if (!(std::abs(*other) <= most)) return false;
    const double multiple = *other *= inverse;
    for (std::int32_t d = 1; d <= beyond; ++d) other[kDirection * d] -= multiple * diagonal[kDirection * d];
  }
  for (std::int32_t d = 1; d <= beyond; ++d) diagonal[kDirection * d] *= inverse;
  return true;
}

// With so many rows left.
bool BandLu::TakeLastRow(double* diagonal, std::ptrdiff_t width, std::int32_t lower, std::int32_t upper,
                         std::int32_t left, double inverse) {
  return TakeRow<1>(diagonal, width, std::min(lower, left), std::min(upper, left), inverse);
}

// False where a pivot is not good enough.
template <int kLower, int kUpper>
bool BandLu::FactorInPlace(BandLu& lu) {
  const std::int32_t lower = kLower > 0 ? kLower : lu.order_.lower,
                     upper = kUpper > 0 ? kUpper : lu.order_.upper;
  const auto width = static_cast<std::ptrdiff_t>(kLower > 0 ? kLower + kUpper + 1 : lu.width_);
  double* from_above = lu.band_.data() + lower;
  double* from_below = from_above + (lu.size_ - 1) * width;
  const std::int32_t num_pairs = kLower > 0 ? lu.num_pairs_ : 0, end = lu.size_ - num_pairs;
  for (std::int32_t k = 0; k < num_pairs; ++k, from_above += width, from_below -= width) {
    const std::int32_t r = lu.size_ - 1 - k;
    const double above = lu.inverse_pivots_[k] = 1 / *from_above,
                 below = lu.inverse_pivots_[r] = 1 / *from_below;
    if (lu.IsSingularAt(k, *from_above) || lu.IsSingularAt(r, *from_below)) return false;
    const bool is_good = TakeRow<1>(from_above, width, lower, upper, above);
    if (!TakeRow<-1>(from_below, width, upper, lower, below) || !is_good) return false;
  }
  for (std::int32_t k = num_pairs; k < end; ++k, from_above += width) {
    const double inverse = lu.inverse_pivots_[k] = 1 / *from_above;
    const std::int32_t left = end - 1 - k;
    if (lu.IsSingularAt(k, *from_above)) return false;
    const bool is_inside = left >= std::max(lower, upper);
    if (!(is_inside ? TakeRow<1>(from_above, width, lower, upper, inverse)
                    : TakeLastRow(from_above, width, lower, upper, left, inverse)))
      return false;
  }
  return true;
}

// Towards the middle, through it, and back to the ends. What was found last stays in registers: read from
// memory in pairs it would have to wait until it is stored.
template <int kLower, int kUpper>
void BandLu::SolveInPlace(const BandLu& lu) {
  constexpr std::ptrdiff_t kWidth = kLower + kUpper + 1;
  const std::int32_t num_pairs = lu.num_pairs_;
  double* __restrict x = lu.x_.data() + kLower;
  double* __restrict y = x + lu.size_ - 1;  // from below
  const double* __restrict row = lu.band_.data() + kLower;
  const double* __restrict other = row + (lu.size_ - 1) * kWidth;
  Newest<kLower> above;
  Newest<kUpper> below;
  for (std::int32_t begin = 0; begin < num_pairs; begin += kRowsBetweenLooks) {
    const std::int32_t end = std::min(num_pairs, begin + kRowsBetweenLooks);
    for (std::int32_t i = begin; i < end; ++i, row += kWidth, other -= kWidth) {
      double value = x[i], value_below = y[-i];
      for (int d = kLower; d > 0; --d) value -= row[-d] * above.values[d - 1];
      for (int d = kUpper; d > 0; --d) value_below -= other[d] * below.values[d - 1];
      above.Push(x[i] = value);
      below.Push(y[-i] = value_below);
    }
    above.ClearNothings();
    below.ClearNothings();
  }
  SolveMiddle<kLower, kUpper>(lu);
  const double* __restrict inverse = lu.inverse_pivots_.data();
  const double* __restrict inverse_below = inverse + lu.size_ - 1;
  Newest<kUpper> next;
  Newest<kLower> next_below;
  for (int d = 0; d < kUpper; ++d) next.values[d] = x[num_pairs + d];
  for (int d = 0; d < kLower; ++d) next_below.values[d] = y[-num_pairs - d];
  for (std::int32_t end = num_pairs; end > 0; end -= kRowsBetweenLooks) {
    const std::int32_t begin = std::max(0, end - kRowsBetweenLooks);
    for (std::int32_t i = end; i-- > begin;) {
      row -= kWidth;
      other += kWidth;
      double value = x[i] * inverse[i], value_below = y[-i] * inverse_below[-i];
      for (int d = kUpper; d > 0; --d) value -= row[d] * next.values[d - 1];
      for (int d = kLower; d > 0; --d) value_below -= other[-d] * next_below.values[d - 1];
      next.Push(x[i] = value);
      next_below.Push(y[-i] = value_below);
    }
    next.ClearNothings();
    next_below.ClearNothings();
  }
}

// The rows that the front from above takes alone: down, with what came from below, and up.
template <int kLower, int kUpper>
void BandLu::SolveMiddle(const BandLu& lu) {
  const std::int32_t lower = kLower > 0 ? kLower : lu.order_.lower,
                     upper = kUpper > 0 ? kUpper : lu.order_.upper;
  const auto width = static_cast<std::ptrdiff_t>(kLower > 0 ? kLower + kUpper + 1 : lu.width_);
  const std::int32_t begin = lu.num_pairs_, end = lu.size_ - begin;
  double* __restrict x = lu.x_.data() + lower;
  const double* __restrict row = lu.band_.data() + begin * width + lower;
  for (std::int32_t i = begin; i < end; ++i, row += width) {
    double value = x[i];
    if (begin > 0) {
      for (std::int32_t d = std::max(1, end - i); d <= upper; ++d) value -= row[d] * x[i + d];
    }
    for (std::int32_t d = lower; d > 0; --d) value -= row[-d] * x[i - d];
    x[i] = std::abs(value) < kNextToNothing ? 0 : value;
  }
  for (std::int32_t i = end; i-- > begin;) {
    row -= width;
    double value = x[i] * lu.inverse_pivots_[i];
    if (i + upper < end) {
      for (std::int32_t d = upper; d > 0; --d) value -= row[d] * x[i + d];
    } else {
      for (std::int32_t d = end - 1 - i; d > 0; --d) value -= row[d] * x[i + d];
    }
    x[i] = std::abs(value) < kNextToNothing ? 0 : value;
  }
}

BandLu::Unrolled BandLu::UnrolledFor(std::int32_t lower, std::int32_t upper) {
  static constexpr auto kAll = []<std::size_t... kIndex>(std::index_sequence<kIndex...>) {
    return std::array<Unrolled, sizeof...(kIndex)>{
        Unrolled{&ScatterRows<kIndex / kMostUnrolled + 1, kIndex % kMostUnrolled + 1>,
                 &FactorInPlace<kIndex / kMostUnrolled + 1, kIndex % kMostUnrolled + 1>,
                 &SolveInPlace<kIndex / kMostUnrolled + 1, kIndex % kMostUnrolled + 1>, true}...};
  }(std::make_index_sequence<kMostUnrolled * kMostUnrolled>());
  if (!IsUnrolled(lower, upper)) return {&ScatterRows<0, 0>, &FactorInPlace<0, 0>, &SolveMiddle<0, 0>, false};
  return kAll[static_cast<std::size_t>((lower - 1) * kMostUnrolled + upper - 1)];
}

void BandLu::Solve(std::span<double> b) {
  if (is_general_) return general_->Solve(b);
  double* __restrict x = x_.data() + order_.lower;
  if (is_natural_) {
    for (std::int32_t k = 0; k < size_; ++k) x[k] = b[k] * scale_[k];
  } else {
    for (std::int32_t k = 0; k < size_; ++k) x[k] = b[order_.rows[k]] * scale_[k];
  }
  unrolled_.solve(*this);
  if (is_natural_) {
    std::copy_n(x, size_, b.data());
  } else {
    for (std::int32_t k = 0; k < size_; ++k) b[order_.columns[k]] = x[k];
  }
}

double BandLu::ReciprocalCondition() {
  if (!general_) general_.emplace(pattern_);
  return general_->Factor(values()) == FactorStatus::kOk ? general_->ReciprocalCondition() : 0;
}

int BandLu::Pivots(std::span<double> sizes) const {
  if (is_general_) return general_->Pivots(sizes);
  int sign = SignOfPermutation(order_.rows) * SignOfPermutation(order_.columns);
  for (std::int32_t k = 0; k < size_; ++k) {
    if (inverse_pivots_[k] < 0) sign = -sign;
    sizes[static_cast<std::size_t>(order_.rows[k])] = 1 / (std::abs(inverse_pivots_[k]) * scale_[k]);
  }
  return sign;
}

Singularity BandLu::ExplainSingularity() {
  return linear::ExplainSingularity(pattern_, values());
}

}  // namespace daedalus::linear
