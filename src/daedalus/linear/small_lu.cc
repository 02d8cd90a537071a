#include "daedalus/linear/small_lu.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>
#include <numeric>
#include <utility>

#include "daedalus/linear/linear_solver.h"
#include "daedalus/linear/unrolled.h"

namespace daedalus::linear {
namespace {

// Sizes of which no two are equal.
inline Two MarkedSize(Two size, std::int64_t mask, TwoBits mark) {
  return reinterpret_cast<Two>((reinterpret_cast<TwoBits>(size) & mask) | mark);
}

constexpr std::size_t kMaxKnownSize = 16;
constexpr std::size_t kMaxStraightElimination =
    8;  // beyond, block by block in a loop: the code would be long

// Larger pivots are accepted without a look at their columns, whose scaled entries are at most 1.
constexpr double kSafePivot = 2 * kPivotTolerance;

inline bool IsSafePivot(double size) {
  return size > kSafePivot && size <= std::numeric_limits<double>::max();
}

}  // namespace

// kSize = 0: any size.
template <class Pair>
template <std::size_t kSize>
struct BasicSmallLu<Pair>::Kernel {
  static constexpr bool kInvertsL = Pair::kParts == 1 && kSize > 0 && kSize <= 8;
  static std::size_t Size(const BasicSmallLu& lu) { return kSize > 0 ? kSize : lu.size_; }
  static std::size_t Height(const BasicSmallLu& lu) { return (Size(lu) + 1) / 2; }

  // Takes the rows of the matrix in the order of rows_, each divided by its largest entry.
  static void TakeScaledRows(BasicSmallLu& lu, const Matrix& matrix) {
    const std::size_t n = Size(lu), height = Height(lu);
#pragma GCC unroll 1
    for (std::size_t r = 0; r < height; ++r) {
      const std::size_t i = lu.rows_[2 * r];
      const std::size_t k = lu.rows_[2 * r + 1];
      Pair* row = lu.factors_.data() + r;
      Two largest = {};
      for (std::size_t j = 0; j < n; ++j) {
        const Pair pair = row[j * height] = Pair::Take(matrix, j * n + i, j * n + k);
        largest = Larger(pair.Size(), largest);
      }
      Two scale = 1 / (largest > 0 ? largest : Two{1, 1});
      if (2 * r + 1 == n) scale[1] = 0;
      lu.scale_[r] = scale;
      for (std::size_t j = 0; j < n; ++j) row[j * height] = row[j * height].ScaledBy(scale);
    }
  }

  // Whether the entry of row k is the largest that is left of column k, and safe.
  static bool IsPivotInPlace(const BasicSmallLu& lu, std::size_t k) {
    const std::size_t height = Height(lu), p = k / 2;
    const Pair* column = lu.factors_.data() + k * height;
    const auto size_at = [&](std::size_t r) {
      return MarkedSize(column[r].Size(), lu.size_mask_, lu.marks_[r]);
    };
    const Two sizes = size_at(p);
    const Two pivot = k % 2 == 0 ? RealPair{sizes}.First().value : RealPair{sizes}.Second().value;
    TwoBits larger = k % 2 == 0 ? sizes > pivot : TwoBits{};
    for (std::size_t r = p + 1; r < height; ++r) larger |= size_at(r) > pivot;
    return !AnyLane(larger) && IsSafePivot(pivot[0]);
  }

  static bool PlacePivot(BasicSmallLu& lu, std::size_t k, const Matrix& matrix) {
    return IsPivotInPlace(lu, k) || lu.FindPivot(k, matrix);
  }

  // (1) and G for block p. False without a pivot.
  template <class Index>
  static bool EliminateBlock(BasicSmallLu& lu, Index p, const Matrix& matrix) {
    const std::size_t n = Size(lu), height = Height(lu);
    Pair* first = lu.factors_.data() + 2 * p * height;
    Pair* second = first + height;
    if (!PlacePivot(lu, 2 * p, matrix)) return false;
    const Pair inverse = first[p].First().Inverse();
    if (2 * p + 1 == n) {
      for (std::size_t r = 0; r < p; ++r) first[r] = first[r] * inverse;
      first[p] = inverse;
      return true;
    }
    const Pair right = second[p].First();
    for (std::size_t r = 0; r < height; ++r) {
      first[r] = first[r] * inverse;
      second[r] = second[r] - first[r] * right;
    }
    if (!PlacePivot(lu, 2 * p + 1, matrix)) return false;
    const Pair below = first[p].Second();
    const Pair second_inverse = second[p].Second().Inverse();
    for (std::size_t r = 0; r < height; ++r) second[r] = second[r] * second_inverse;
    first[p] = Pair::Join(inverse, second_inverse);
    second[p] = Pair::Join(right * inverse * second_inverse, below);
#pragma GCC unroll 1
    for (std::size_t j = kInvertsL ? 0 : 2 * p + 2; j < n; ++j) {
      if (kInvertsL && j / 2 == p) continue;
      Pair* column = lu.factors_.data() + j * height;
      if (!AnyLane(column[p].Size() > 0)) continue;
      const Pair a = column[p].First();
      const Pair b = column[p].Second() - below * a;
      column[p] = Pair::Join(a, b);
      for (std::size_t r = p + 1; r < height; ++r) {
        column[r] = column[r] - first[r] * a - second[r] * b;
      }
    }
    for (std::size_t r = p + 1; r < height; ++r) {
      first[r] = first[r] - below * second[r];
      if (kInvertsL) {
        first[r] = first[r].Negative();
        second[r] = second[r].Negative();
      }
    }
    return true;
  }

  static bool Factor(BasicSmallLu& lu, const Matrix& matrix) {
    TakeScaledRows(lu, matrix);
    bool ok = true;
    ForEach<kSize <= kMaxStraightElimination ? (kSize + 1) / 2 : 0>(
        Height(lu), [&](auto p) { ok = ok && EliminateBlock(lu, p, matrix); });
    return ok;
  }

  // (2).
  [[gnu::flatten]] static void Solve(BasicSmallLu& lu, const Vector& b) {
    const std::size_t n = Size(lu), height = Height(lu);
    const Pair* factors = lu.factors_.data();
    Pair local[kSize > 0 ? (kSize + 1) / 2 : 1];
    Pair* x = kSize > 0 ? local : lu.x_.data();
    const auto product = [&](std::size_t p, std::size_t r, Pair v) {
      const Pair* column = factors + 2 * p * height + r;
      return 2 * p + 1 < n ? column[0] * v.First() + column[height] * v.Second() : column[0] * v.First();
    };
    ForEach<(kSize + 1) / 2>(height, [&](auto r) {
      x[r] = Pair::Take(b, lu.rows_[2 * r], lu.rows_[2 * r + 1]).ScaledBy(lu.scale_[r]);
    });
    if (!kInvertsL) {
      ForEach<(kSize + 1) / 2>(height, [&](auto p) {
        for (std::size_t r = p + 1; r < height; ++r) x[r] = x[r] - product(p, r, x[p]);
      });
    }
    ForEach<(kSize + 1) / 2>(height, [&](auto step) {
      const std::size_t p = height - 1 - step;
      const Pair* first = factors + 2 * p * height;
      const bool single = 2 * p + 1 == n;
      if (!single) x[p] = x[p] - x[p].First() * first[height + p].OnlySecond();
      if (kInvertsL) {
        for (std::size_t c = 0; c < p; ++c) x[p] = x[p] + product(c, p, x[c]);
      }
    });
    ForEach<(kSize + 1) / 2>(height, [&](auto step) {
      const std::size_t p = height - 1 - step;
      const Pair* first = factors + 2 * p * height;
      const bool single = 2 * p + 1 == n;
      for (std::size_t r = 0; r < p; ++r) x[r] = x[r] - product(p, r, x[p]);
      x[p] = single ? x[p] * first[p] : x[p] * first[p] - x[p].Second() * first[height + p].OnlyFirst();
    });
    ForEach<(kSize + 1) / 2>(height, [&](auto r) { x[r].Store(b, 2 * r, 2 * r + 1 < n ? 2 : 1); });
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
  Pair* column = factors_.data() + k * height_;
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
  const auto exchange = [i, k](auto* pairs) {
    const auto kept = pairs[i / 2][i % 2];
    pairs[i / 2][i % 2] = pairs[k / 2][k % 2];
    pairs[k / 2][k % 2] = kept;
  };
  for (std::size_t j = 0; j < size_; ++j) {
    Pair* column = factors_.data() + j * height_;
    Pair::ExchangeLanes(column[i / 2], i % 2, column[k / 2], k % 2);
  }
  exchange(marks_.data());
  exchange(scale_.data());
  std::swap(rows_[i], rows_[k]);
}

// Of the scaled matrix.
template <class Pair>
double BasicSmallLu<Pair>::LargestOfColumn(std::size_t k, const Matrix& matrix) const {
  Two largest = {};
  for (std::size_t r = 0; r < height_; ++r) {
    const Pair pair = Pair::Take(matrix, k * size_ + rows_[2 * r], k * size_ + rows_[2 * r + 1]);
    largest = Larger(pair.ScaledBy(scale_[r]).Size(), largest);
  }
  return std::max(largest[0], largest[1]);
}

template class BasicSmallLu<RealPair>;
template class BasicSmallLu<ComplexPair>;

}  // namespace daedalus::linear
