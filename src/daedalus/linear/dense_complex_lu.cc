#include "daedalus/linear/dense_complex_lu.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <utility>

#include "daedalus/base/check.h"
#include "daedalus/linear/evaluation.h"
#include "daedalus/linear/unrolled.h"

namespace daedalus::linear {
namespace {

// Cheaper than the modulus and within a factor sqrt(2) of it, which is all that pivoting asks for.
double Size(double real, double imaginary) {
  return std::abs(real) + std::abs(imaginary);
}

// y -= a x for complex vectors of length n.
inline void SubtractMultiple(double a_real, double a_imaginary, const double* __restrict x_real,
                             const double* __restrict x_imaginary, double* __restrict y_real,
                             double* __restrict y_imaginary, std::size_t n) {
  for (std::size_t i = 0; i < n; ++i) {
    y_real[i] -= a_real * x_real[i] - a_imaginary * x_imaginary[i];
    y_imaginary[i] -= a_real * x_imaginary[i] + a_imaginary * x_real[i];
  }
}

}  // namespace

// kSize = 0: any size.
template <std::size_t kSize>
struct DenseComplexLu::Kernel {
  // The matrix into the arrays, each row divided by its largest entry.
  static void ScaleAndScatter(DenseComplexLu& lu, const double* real, const double* imaginary) {
    const std::size_t n = kSize > 0 ? kSize : lu.size_;
    double* re = lu.real_.data();
    double* im = lu.imaginary_.data();
    double* scale = lu.inverse_scale_.data();
    if (lu.is_full_) {
      std::copy_n(real, n * n, re);
      std::copy_n(imaginary, n * n, im);
    } else {
      std::fill_n(re, n * n, 0.0);
      std::fill_n(im, n * n, 0.0);
      for (std::size_t k = 0; k < lu.position_.size(); ++k) {
        re[lu.position_[k]] = real[k];
        im[lu.position_[k]] = imaginary[k];
      }
    }
    std::fill_n(scale, n, 0.0);
    for (std::size_t at = 0; at < n * n; at += n) {
      for (std::size_t i = 0; i < n; ++i) {
        const double size = Size(re[at + i], im[at + i]);
        scale[i] = size > scale[i] ? size : scale[i];
      }
    }
    for (std::size_t i = 0; i < n; ++i) scale[i] = 1 / (scale[i] > 0 ? scale[i] : 1);
    for (std::size_t at = 0; at < n * n; at += n) {
      for (std::size_t i = 0; i < n; ++i) {
        re[at + i] *= scale[i];
        im[at + i] *= scale[i];
      }
    }
  }

  static std::size_t FindPivot(const double* re, const double* im, std::size_t k, std::size_t n) {
    std::size_t best = k;
    double largest = Size(re[k], im[k]);
    for (std::size_t i = k + 1; i < n; ++i) {
      const double size = Size(re[i], im[i]);
      best = size > largest ? i : best;
      largest = size > largest ? size : largest;
    }
    return best;
  }

  static void ExchangeRows(DenseComplexLu& lu, std::size_t i, std::size_t p, std::size_t n) {
    std::swap(lu.rows_[i], lu.rows_[p]);
    for (std::size_t column = 0; column < n * n; column += n) {
      std::swap(lu.real_[column + i], lu.real_[column + p]);
      std::swap(lu.imaginary_[column + i], lu.imaginary_[column + p]);
    }
  }

  // Step k, with the pivot in its place.
  static void Eliminate(DenseComplexLu& lu, std::size_t k, std::size_t n) {
    double* re = lu.real_.data() + k * n;
    double* im = lu.imaginary_.data() + k * n;
    const double inverse_size = 1 / Size(re[k], im[k]);  // first: the square may not be representable
    const double unit_re = re[k] * inverse_size;
    const double unit_im = im[k] * inverse_size;
    const double factor = inverse_size / (unit_re * unit_re + unit_im * unit_im);
    const double inverse_re = lu.inverse_real_[k] = unit_re * factor;
    const double inverse_im = lu.inverse_imaginary_[k] = -unit_im * factor;
    for (std::size_t i = k + 1; i < n; ++i) {
      const double x = re[i];
      re[i] = x * inverse_re - im[i] * inverse_im;
      im[i] = x * inverse_im + im[i] * inverse_re;
    }
    for (std::size_t j = k + 1; j < n; ++j) {
      double* to_re = lu.real_.data() + j * n;
      double* to_im = lu.imaginary_.data() + j * n;
      if (to_re[k] == 0 && to_im[k] == 0) continue;
      SubtractMultiple(to_re[k], to_im[k], re + k + 1, im + k + 1, to_re + k + 1, to_im + k + 1, n - k - 1);
    }
  }

  // False without a pivot; `real` and `imaginary` are the values of the pattern.
  static bool EliminateAll(DenseComplexLu& lu, const double* real, const double* imaginary) {
    const std::size_t n = kSize > 0 ? kSize : lu.size_;
    ScaleAndScatter(lu, real, imaginary);
    std::iota(lu.rows_.begin(), lu.rows_.end(), 0);
    bool ok = true;
    ForEach<kSize>(n, [&](auto k) {
      if (!ok) return;
      const double* re = lu.real_.data() + k * n;
      const double* im = lu.imaginary_.data() + k * n;
      const std::size_t p = FindPivot(re, im, k, n);
      ok = lu.IsPivot(Size(re[p], im[p]), k, real, imaginary);
      if (p != k) ExchangeRows(lu, k, p, n);
      if (ok) Eliminate(lu, k, n);
    });
    return ok;
  }

  // By rows, so that x stays in registers (small_lu.cc).
  static void Solve(DenseComplexLu& lu, double* b_re, double* b_im) {
    const double* re = lu.real_.data();
    const double* im = lu.imaginary_.data();
    double x_re[kSize], x_im[kSize];
    for (std::size_t i = 0; i < kSize; ++i) {
      x_re[i] = lu.row_scale_[i] * b_re[lu.rows_[i]];
      x_im[i] = lu.row_scale_[i] * b_im[lu.rows_[i]];
    }
    const auto subtract = [&](std::size_t i, std::size_t k) {
      const std::size_t at = k * kSize + i;
      x_re[i] -= x_re[k] * re[at] - x_im[k] * im[at];
      x_im[i] -= x_re[k] * im[at] + x_im[k] * re[at];
    };
    ForEach<kSize>(kSize, [&](auto i) {
      for (std::size_t k = 0; k < i; ++k) subtract(i, k);
    });
    ForEach<kSize>(kSize, [&](auto step) {
      constexpr std::size_t i = kSize - 1 - step;
      for (std::size_t k = kSize - 1; k > i; --k) subtract(i, k);
      const double x = x_re[i];
      x_re[i] = x * lu.inverse_real_[i] - x_im[i] * lu.inverse_imaginary_[i];
      x_im[i] = x * lu.inverse_imaginary_[i] + x_im[i] * lu.inverse_real_[i];
    });
    StoreInPairs(x_re, b_re);
    StoreInPairs(x_im, b_im);
  }
};

template <>
void DenseComplexLu::Kernel<0>::Solve(DenseComplexLu& lu, double* b_re, double* b_im) {
  const std::size_t n = lu.size_;
  const double* re = lu.real_.data();
  const double* im = lu.imaginary_.data();
  double* x_re = lu.x_real_.data();
  double* x_im = lu.x_imaginary_.data();
  for (std::size_t i = 0; i < n; ++i) {
    x_re[i] = lu.row_scale_[i] * b_re[lu.rows_[i]];
    x_im[i] = lu.row_scale_[i] * b_im[lu.rows_[i]];
  }
  for (std::size_t k = 0; k < n; ++k) {
    const std::size_t below = k * n + k + 1;
    SubtractMultiple(x_re[k], x_im[k], re + below, im + below, x_re + k + 1, x_im + k + 1, n - k - 1);
  }
  for (std::size_t k = n; k-- > 0;) {
    const double x = x_re[k];
    x_re[k] = x * lu.inverse_real_[k] - x_im[k] * lu.inverse_imaginary_[k];
    x_im[k] = x * lu.inverse_imaginary_[k] + x_im[k] * lu.inverse_real_[k];
    SubtractMultiple(x_re[k], x_im[k], re + k * n, im + k * n, x_re, x_im, k);
  }
  std::copy_n(x_re, n, b_re);
  std::copy_n(x_im, n, b_im);
}

DenseComplexLu::DenseComplexLu(const SparsePattern& pattern)
    : pattern_(pattern),
      size_(pattern.cols),
      is_full_(pattern.row_indices.size() == size_ * size_),
      real_(size_ * size_),
      imaginary_(size_ * size_),
      inverse_scale_(size_),
      rows_(size_),
      row_scale_(size_),
      inverse_real_(size_),
      inverse_imaginary_(size_),
      x_real_(size_),
      x_imaginary_(size_) {
  DAEDALUS_CHECK(pattern.rows == pattern.cols, "only square matrices are factored");
  for (std::size_t j = 0; j < size_; ++j) {
    for (std::int32_t k = pattern.column_starts[j]; k < pattern.column_starts[j + 1]; ++k) {
      position_.push_back(static_cast<std::int32_t>(j * size_) + pattern.row_indices[k]);
    }
  }
  WithKnownSize(size_, [this]<std::size_t kSize>() {
    eliminate_ = Kernel<kSize>::EliminateAll;
    solve_ = Kernel<kSize>::Solve;
  });
}

// (1) of linear_solver.h for column k. The scaled entries are at most 1, so the column itself is looked at
// for small pivots only.
bool DenseComplexLu::IsPivot(double size, std::size_t k, const double* real, const double* imaginary) const {
  if (size > 2 * kPivotTolerance && size <= std::numeric_limits<double>::max()) return true;
  double largest = 0;
  for (std::int32_t m = pattern_.column_starts[k]; m < pattern_.column_starts[k + 1]; ++m) {
    const double scale = inverse_scale_[pattern_.row_indices[m]];
    largest = std::max(largest, Size(real[m] * scale, imaginary[m] * scale));
  }
  return size > kPivotTolerance * largest;
}

FactorStatus DenseComplexLu::Factor(std::span<const double> real, std::span<const double> imaginary) {
  DAEDALUS_CHECK(real.size() == pattern_.row_indices.size() && real.size() == imaginary.size(),
                 "there is one value for each entry");
  if (!AreFinite(real) || !AreFinite(imaginary)) return FactorStatus::kNotFinite;
  if (!eliminate_(*this, real.data(), imaginary.data())) return FactorStatus::kSingular;
  for (std::size_t i = 0; i < size_; ++i) row_scale_[i] = inverse_scale_[rows_[i]];
  return FactorStatus::kOk;
}

void DenseComplexLu::Solve(std::span<double> real, std::span<double> imaginary) {
  solve_(*this, real.data(), imaginary.data());
}

}  // namespace daedalus::linear
