#include "daedalus/numerics/linear/small_lu.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>
#include <utility>

#include "daedalus/numerics/linear/linear_solver.h"
#include "daedalus/numerics/linear/unrolled.h"

namespace daedalus::linear {
namespace {

constexpr std::size_t kMaxKnownSize = 16;
constexpr std::size_t kMaxStraightElimination = 8;  // beyond, the code would be long
constexpr std::size_t kMaxInvertedL = 8;            // real; beyond, and complex, it costs more than it saves

// Larger pivots are accepted without a look at their columns, whose scaled entries are at most 1.
constexpr double kSafePivot = 2 * kPivotTolerance;

inline bool IsSafePivot(double size) {
  return size > kSafePivot && size <= std::numeric_limits<double>::max();
}

// Sizes of which no two are equal.
inline Two MarkedSize(Two size, std::int64_t mask, TwoBits mark) {
  return reinterpret_cast<Two>((reinterpret_cast<TwoBits>(size) & mask) | mark);
}

}  // namespace

// kSize = 0: any size. In what follows p counts blocks of columns, r pairs of rows, j and k single columns.
template <class Pair>
template <std::size_t kSize>
struct BasicSmallLu<Pair>::Kernel {
  static constexpr std::size_t kHeight = (kSize + 1) / 2;
  static constexpr bool kInvertsL = Pair::kParts == 1 && kSize > 0 && kSize <= kMaxInvertedL;

  [[gnu::always_inline]] static std::size_t Size(const BasicSmallLu& lu) {
    return kSize > 0 ? kSize : lu.size_;
  }
  [[gnu::always_inline]] static std::size_t Height(const BasicSmallLu& lu) { return (Size(lu) + 1) / 2; }
  // The last block of an odd size has one column.
  [[gnu::always_inline]] static bool IsSingle(const BasicSmallLu& lu, std::size_t p) {
    return 2 * p + 1 == Size(lu);
  }
  [[gnu::always_inline]] static Pair* Column(BasicSmallLu& lu, std::size_t j) {
    return lu.factors_.data() + j * Height(lu);
  }

  // Takes the rows of the matrix in the order of rows_, each divided by its largest entry.
  static void LoadScaledRows(BasicSmallLu& lu, const Matrix& matrix) {
    const std::size_t n = Size(lu), height = Height(lu);
#pragma GCC unroll 1
    for (std::size_t r = 0; r < height; ++r) {
      const std::size_t i = lu.rows_[2 * r];
      const std::size_t k = lu.rows_[2 * r + 1];
      Pair* row = lu.factors_.data() + r;
      Two largest = {};
      for (std::size_t j = 0; j < n; ++j) {
        const Pair pair = row[j * height] = Pair::Load(matrix, j * n + i, j * n + k);
        largest = Larger(pair.Size(), largest);
      }
      Two scale = 1 / (largest > 0 ? largest : Two{1, 1});
      if (IsSingle(lu, r)) scale[1] = 0;  // there is no such row
      lu.scale_[r] = scale;
      for (std::size_t j = 0; j < n; ++j) row[j * height] = row[j * height].ScaledBy(scale);
    }
  }

  // Whether the entry of row k is the largest that is left of column k, and safe.
  [[gnu::always_inline]] static bool IsPivotInPlace(BasicSmallLu& lu, std::size_t k) {
    const std::size_t height = Height(lu);
    const Pair* column = Column(lu, k);
    const auto sizes_at = [&](std::size_t r) {
      return MarkedSize(column[r].Size(), lu.size_mask_, lu.marks_[r]);
    };
    const Two sizes = sizes_at(k / 2);
    const Two pivot = k % 2 == 0 ? First(sizes) : Second(sizes);
    TwoBits larger = k % 2 == 0 ? sizes > pivot : TwoBits{};
    for (std::size_t r = k / 2 + 1; r < height; ++r) larger |= sizes_at(r) > pivot;
    return !AnyLane(larger) && IsSafePivot(pivot[0]);
  }

  [[gnu::always_inline]] static bool PlacePivot(BasicSmallLu& lu, std::size_t k, const Matrix& matrix) {
    return IsPivotInPlace(lu, k) || lu.FindPivot(k, matrix);
  }

  // (1) for all other columns (where L is inverted) or those after block p.
  template <class Index>
  [[gnu::always_inline]] static void UpdateColumns(BasicSmallLu& lu, Index p, Pair l) {
    const std::size_t n = Size(lu), height = Height(lu);
    Pair* factors = lu.factors_.data();
    const Pair* first = factors + 2 * p * height;
    const Pair* second = first + height;
#pragma GCC unroll 1
    for (std::size_t j = kInvertsL ? 0 : 2 * p + 2; j < n; ++j) {
      Pair* column = factors + j * height;
      if (kInvertsL && j / 2 == p) continue;
      if (!AnyLane(column[p].Size() > 0)) continue;
      const Pair a = First(column[p]);
      const Pair b = Second(column[p]) - l * a;
      column[p] = Join(a, b);
      for (std::size_t r = p + 1; r < height; ++r) {
        column[r] = column[r] - first[r] * a - second[r] * b;
      }
    }
  }

  // Eliminates block p. False without a pivot.
  template <class Index>
  [[gnu::always_inline]] static bool EliminateBlock(BasicSmallLu& lu, Index p, const Matrix& matrix) {
    const std::size_t height = Height(lu);
    Pair* first = Column(lu, 2 * p);
    Pair* second = first + height;
    if (!PlacePivot(lu, 2 * p, matrix)) return false;
    const Pair first_inverse = First(first[p]).Inverse();
    if (IsSingle(lu, p)) {
      for (std::size_t r = 0; r < p; ++r) first[r] = first[r] * first_inverse;
      first[p] = first_inverse;
      return true;
    }
    const Pair b = First(second[p]);
    for (std::size_t r = 0; r < height; ++r) {
      first[r] = first[r] * first_inverse;
      second[r] = second[r] - first[r] * b;
    }
    if (!PlacePivot(lu, 2 * p + 1, matrix)) return false;
    const Pair l = Second(first[p]);
    const Pair second_inverse = Second(second[p]).Inverse();
    for (std::size_t r = 0; r < height; ++r) second[r] = second[r] * second_inverse;
    UpdateColumns(lu, p, l);
    first[p] = Join(first_inverse, second_inverse);
    second[p] = Join(b * first_inverse * second_inverse, l);
    for (std::size_t r = p + 1; r < height; ++r) first[r] = first[r] - l * second[r];
    if (kInvertsL) StartInverse(lu, p);
    return true;
  }

  // The columns of -L become those of L^-1 S, as far as they are known with block p.
  template <class Index>
  [[gnu::always_inline]] static void StartInverse(BasicSmallLu& lu, Index p) {
    Pair* first = Column(lu, 2 * p);
    Pair* second = Column(lu, 2 * p + 1);
    const Two first_scale = First(lu.scale_[p]);
    const Two second_scale = Second(lu.scale_[p]);
    second[p] = Join(second[p], second[p].ScaledBy(first_scale));
    for (std::size_t r = p + 1; r < Height(lu); ++r) {
      first[r] = first[r].ScaledBy(-first_scale);
      second[r] = second[r].ScaledBy(-second_scale);
    }
  }

  static bool Factor(BasicSmallLu& lu, const Matrix& matrix) {
    LoadScaledRows(lu, matrix);
    bool ok = true;
    ForEach<kSize <= kMaxStraightElimination ? kHeight : 0>(
        Height(lu), [&](auto p) __attribute__((always_inline)) { ok = ok && EliminateBlock(lu, p, matrix); });
    return ok;
  }

  // The block of rows r and columns p times v.
  [[gnu::always_inline]] static Pair Product(BasicSmallLu& lu, std::size_t r, std::size_t p, Pair v) {
    const Pair product = Column(lu, 2 * p)[r] * First(v);
    return IsSingle(lu, p) ? product : product + Column(lu, 2 * p + 1)[r] * Second(v);
  }

  // (2).
  [[gnu::always_inline]] static void SolveLower(BasicSmallLu& lu, Pair* x) {
    if (!kInvertsL) {
      ForEach<kHeight>(Height(lu), [&](auto p) __attribute__((always_inline)) {
        for (std::size_t r = p + 1; r < Height(lu); ++r) x[r] = x[r] - Product(lu, r, p, x[p]);
      });
    }
    ForEach<kHeight>(Height(lu), [&](auto step) __attribute__((always_inline)) {
      const std::size_t p = Height(lu) - 1 - step;
      const Pair v = x[p];
      if (kInvertsL) x[p] = v.ScaledBy(lu.scale_[p]);
      if (!IsSingle(lu, p)) x[p] = x[p] - First(v) * Join(Pair(), Column(lu, 2 * p + 1)[p]);
      for (std::size_t q = 0; kInvertsL && q < p; ++q) x[p] = x[p] + Product(lu, p, q, x[q]);
    });
  }

  // (3).
  [[gnu::always_inline]] static void SolveUpper(BasicSmallLu& lu, Pair* x) {
    ForEach<kHeight>(Height(lu), [&](auto step) __attribute__((always_inline)) {
      const std::size_t p = Height(lu) - 1 - step;
      for (std::size_t r = 0; r < p; ++r) x[r] = x[r] - Product(lu, r, p, x[p]);
      const Pair t = x[p];
      x[p] = t * Column(lu, 2 * p)[p];
      if (!IsSingle(lu, p)) x[p] = x[p] - Second(t) * Join(Column(lu, 2 * p + 1)[p], Pair());
    });
  }

  [[gnu::flatten]] static void Solve(BasicSmallLu& lu, const Vector& b) {
    Pair local[kSize > 0 ? kHeight : 1];
    Pair* x = kSize > 0 ? local : lu.x_.data();
    ForEach<kHeight>(Height(lu), [&](auto r) __attribute__((always_inline)) {
      x[r] = Pair::Load(b, lu.rows_[2 * r], lu.rows_[2 * r + 1]);
      if (!kInvertsL) x[r] = x[r].ScaledBy(lu.scale_[r]);
    });
    SolveLower(lu, x);
    SolveUpper(lu, x);
    ForEach<kHeight>(Height(lu), [&](auto r) __attribute__((always_inline)) {
      x[r].Store(b, 2 * r, IsSingle(lu, r) ? 1 : 2);
    });
  }
};

template <class Pair>
BasicSmallLu<Pair>::BasicSmallLu(std::size_t size)
    : size_(size),
      height_((size + 1) / 2),
      rows_(2 * height_),
      size_mask_(INT64_MAX - static_cast<std::int64_t>(std::bit_ceil(size + 1)) + 1),
      marks_(height_),
      scale_(height_),
      factors_(size * height_),
      x_(height_) {
  for (std::size_t i = 0; i < size; ++i) {
    rows_[i] = static_cast<std::int32_t>(i);
    marks_[i / 2][i % 2] = static_cast<std::int64_t>(size - i);
  }
  WithKnownSize<kMaxKnownSize>(size, [this]<std::size_t kSize>() {
    factor_ = Kernel<kSize>::Factor;
    solve_ = Kernel<kSize>::Solve;
  });
}

// Brings the largest entry that is left of column k to row k. False when it is no pivot.
template <class Pair>
[[gnu::noinline, gnu::cold]] bool BasicSmallLu<Pair>::FindPivot(std::size_t k, const Matrix& matrix) {
  const Pair* column = factors_.data() + k * height_;
  std::size_t best = k;
  double largest = -1;
  for (std::size_t i = k; i < size_; ++i) {
    const double size = MarkedSize(column[i / 2].Size(), size_mask_, marks_[i / 2])[i % 2];
    if (size > largest) {
      largest = size;
      best = i;
    }
  }
  if (best != k) ExchangeRows(best, k);
  const double size = column[k / 2].Size()[k % 2];
  return IsSafePivot(size) || size > kPivotTolerance * LargestOfColumn(k, matrix);
}

template <class Pair>
void BasicSmallLu<Pair>::ExchangeRows(std::size_t i, std::size_t k) {
  const auto exchange = [i, k](auto* pairs) { ExchangeLanes(pairs[i / 2], i % 2, pairs[k / 2], k % 2); };
  for (std::size_t j = 0; j < size_; ++j) exchange(factors_.data() + j * height_);
  exchange(marks_.data());
  exchange(scale_.data());
  std::swap(rows_[i], rows_[k]);
}

// The largest entry of a column of the scaled matrix.
template <class Pair>
double BasicSmallLu<Pair>::LargestOfColumn(std::size_t k, const Matrix& matrix) const {
  Two largest = {};
  for (std::size_t r = 0; r < height_; ++r) {
    const Pair pair = Pair::Load(matrix, k * size_ + rows_[2 * r], k * size_ + rows_[2 * r + 1]);
    largest = Larger(pair.ScaledBy(scale_[r]).Size(), largest);
  }
  return std::max(largest[0], largest[1]);
}

template <class Pair>
int BasicSmallLu<Pair>::Pivots(std::span<double> sizes) const
  requires(Pair::kParts == 1)
{
  int sign = SignOfPermutation({rows_.data(), size_});
  for (std::size_t k = 0; k < size_; ++k) {
    const std::size_t p = k / 2;
    const double inverse = factors_[2 * p * height_ + p].value[k % 2];
    if (inverse < 0) sign = -sign;
    sizes[static_cast<std::size_t>(rows_[k])] = 1 / (std::abs(inverse) * scale_[p][k % 2]);
  }
  return sign;
}

template class BasicSmallLu<RealPair>;
template class BasicSmallLu<ComplexPair>;

}  // namespace daedalus::linear
