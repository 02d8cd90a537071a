#include "daedalus/linear/small_lu.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <utility>

#include "daedalus/linear/linear_solver.h"
#include "daedalus/linear/substitution.h"
#include "daedalus/linear/unrolled.h"

namespace daedalus::linear {
namespace {

// y -= a x.
inline void SubtractMultiple(double a, const double* __restrict x, double* __restrict y, std::size_t n) {
  for (std::size_t i = 0; i < n; ++i) y[i] -= a * x[i];
}

// (1) of linear_solver.h. The entries are at most 1, so the column itself is looked at for small pivots only.
bool IsPivot(double pivot, const double* column, std::size_t n) {
  const double size = std::abs(pivot);
  if (size > 2 * kPivotTolerance && size <= std::numeric_limits<double>::max()) return true;
  double largest = 0;
  for (std::size_t i = 0; i < n; ++i) largest = std::max(largest, std::abs(column[i]));
  return size > kPivotTolerance * largest;
}

}  // namespace

// kSize = 0: any size.
template <std::size_t kSize>
struct SmallLu::Kernel {
  // Step k. False without a pivot.
  static bool Eliminate(SmallLu& lu, std::size_t k, std::size_t n, const double* matrix) {
    double* column = lu.factors_.data() + k * n;
    std::size_t p = k;
    double largest = std::abs(column[k]);
    for (std::size_t i = k + 1; i < n; ++i) {
      const double size = std::abs(column[i]);
      p = size > largest ? i : p;
      largest = size > largest ? size : largest;
    }
    if (!IsPivot(column[p], matrix + k * n, n)) return false;
    if (p != k) {
      std::swap(lu.rows_[k], lu.rows_[p]);
      for (double* other = lu.factors_.data(); other != lu.factors_.data() + n * n; other += n) {
        std::swap(other[k], other[p]);
      }
    }
    const double inverse = lu.inverse_pivots_[k] = 1 / column[k];
    for (std::size_t i = k + 1; i < n; ++i) column[i] *= inverse;
    for (double* other = column + n; other < lu.factors_.data() + n * n; other += n) {
      if (other[k] != 0) SubtractMultiple(other[k], column + k + 1, other + k + 1, n - k - 1);
    }
    return true;
  }

  static bool Factor(SmallLu& lu, const double* matrix) {
    const std::size_t n = kSize > 0 ? kSize : lu.size_;
    std::copy_n(matrix, n * n, lu.factors_.data());
    std::iota(lu.rows_.begin(), lu.rows_.end(), 0);
    bool ok = true;
    ForEach<kSize>(n, [&](auto k) { ok = ok && Eliminate(lu, k, n, matrix); });
    if (kSize == 0) DivideColumns(lu, n);
    return ok;
  }

  // Divides the columns of U by their pivots, as substitution.h wants them.
  static void DivideColumns(SmallLu& lu, std::size_t n) {
    for (std::size_t j = 1; j < n; ++j) {
      double* column = lu.factors_.data() + j * n;
      const double inverse = lu.inverse_pivots_[j];
      for (std::size_t i = 0; i < j; ++i) column[i] *= inverse;
    }
  }

  // By rows, so that x stays in registers. (By columns every sweep would read pairs of x across those that
  // the sweep before it has just stored, for which the processor waits.)
  static void Solve(const SmallLu& lu, double* b) {
    const double* factors = lu.factors_.data();
    double x[kSize];
    for (std::size_t i = 0; i < kSize; ++i) x[i] = lu.scale_[i] * b[lu.rows_[i]];
    ForEach<kSize>(kSize, [&](auto i) {
      for (std::size_t k = 0; k < i; ++k) x[i] -= factors[k * kSize + i] * x[k];
    });
    ForEach<kSize>(kSize, [&](auto step) {
      constexpr std::size_t i = kSize - 1 - step;
      for (std::size_t k = kSize - 1; k > i; --k) x[i] -= factors[k * kSize + i] * x[k];
      x[i] *= lu.inverse_pivots_[i];
    });
    StoreInPairs(x, b);
  }
};

template <>
void SmallLu::Kernel<0>::Solve(const SmallLu& lu, double* b) {
  const auto n = static_cast<std::int32_t>(lu.size_);
  double x[kMaxSize];
  for (std::int32_t i = 0; i < n; ++i) x[i] = lu.scale_[i] * b[lu.rows_[i]];
  SolveLower(lu.factors_.data(), n, n, x);
  SolveUpper(lu.factors_.data(), n, x);
  for (std::int32_t i = 0; i < n; ++i) b[i] = lu.inverse_pivots_[i] * x[i];
}

SmallLu::SmallLu(std::size_t size)
    : size_(size), factors_(size * size), inverse_pivots_(size), rows_(size), scale_(size) {
  WithKnownSize(size, [this]<std::size_t kSize>() {
    factor_ = Kernel<kSize>::Factor;
    solve_ = Kernel<kSize>::Solve;
  });
}

bool SmallLu::Factor(const double* matrix, const double* scale) {
  if (!factor_(*this, matrix)) return false;
  for (std::size_t i = 0; i < size_; ++i) scale_[i] = scale[rows_[i]];
  return true;
}

}  // namespace daedalus::linear
