#include "daedalus/linear/dense_complex_lu.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "daedalus/base/check.h"
#include "daedalus/linear/evaluation.h"

namespace daedalus::linear {
namespace {

// Cheaper than the modulus and within a factor sqrt(2) of it, which is all that pivoting asks for.
double Size(double real, double imaginary) {
  return std::abs(real) + std::abs(imaginary);
}

// y -= a x for complex vectors of length n.
void SubtractMultiple(double a_real, double a_imaginary, const double* __restrict x_real,
                      const double* __restrict x_imaginary, double* __restrict y_real,
                      double* __restrict y_imaginary, std::size_t n) {
  for (std::size_t i = 0; i < n; ++i) {
    y_real[i] -= a_real * x_real[i] - a_imaginary * x_imaginary[i];
    y_imaginary[i] -= a_real * x_imaginary[i] + a_imaginary * x_real[i];
  }
}

}  // namespace

DenseComplexLu::DenseComplexLu(const SparsePattern& pattern)
    : pattern_(pattern),
      size_(pattern.cols),
      real_(size_ * size_),
      imaginary_(size_ * size_),
      inverse_scale_(size_),
      column_max_(size_),
      pivot_(size_),
      inverse_real_(size_),
      inverse_imaginary_(size_) {
  DAEDALUS_CHECK(pattern.rows == pattern.cols, "only square matrices are factored");
}

void DenseComplexLu::ScaleAndScatter(std::span<const double> real, std::span<const double> imaginary) {
  std::ranges::fill(inverse_scale_, 0.0);
  for (std::size_t k = 0; k < real.size(); ++k) {
    double& largest = inverse_scale_[pattern_.row_indices[k]];
    largest = std::max(largest, Size(real[k], imaginary[k]));
  }
  for (double& scale : inverse_scale_) scale = scale > 0 ? 1 / scale : 1;
  std::ranges::fill(real_, 0.0);
  std::ranges::fill(imaginary_, 0.0);
  for (std::size_t j = 0; j < size_; ++j) {
    double largest = 0;
    for (std::int32_t k = pattern_.column_starts[j]; k < pattern_.column_starts[j + 1]; ++k) {
      const std::size_t i = pattern_.row_indices[k];
      const double re = real_[j * size_ + i] = real[k] * inverse_scale_[i];
      const double im = imaginary_[j * size_ + i] = imaginary[k] * inverse_scale_[i];
      largest = std::max(largest, Size(re, im));
    }
    column_max_[j] = largest;
  }
}

std::size_t DenseComplexLu::FindPivot(std::size_t k) const {
  const double* re = &real_[k * size_];
  const double* im = &imaginary_[k * size_];
  std::size_t best = k;
  double largest = Size(re[k], im[k]);
  for (std::size_t i = k + 1; i < size_; ++i) {
    const double size = Size(re[i], im[i]);
    if (size > largest) {
      largest = size;
      best = i;
    }
  }
  return best;
}

// Step k; false when it has no pivot in the sense of (1) of linear_solver.h.
bool DenseComplexLu::Eliminate(std::size_t k) {
  double* re = &real_[k * size_];
  double* im = &imaginary_[k * size_];
  const std::size_t p = pivot_[k] = FindPivot(k);
  if (!(Size(re[p], im[p]) > kPivotTolerance * column_max_[k])) return false;
  std::swap(re[k], re[p]);
  std::swap(im[k], im[p]);
  const double size = Size(re[k], im[k]);  // divided out first: its square may not be representable
  const double unit_re = re[k] / size;
  const double unit_im = im[k] / size;
  const double square = unit_re * unit_re + unit_im * unit_im;
  const double inverse_re = inverse_real_[k] = unit_re / square / size;
  const double inverse_im = inverse_imaginary_[k] = -unit_im / square / size;
  for (std::size_t i = k + 1; i < size_; ++i) {
    const double x = re[i];
    re[i] = x * inverse_re - im[i] * inverse_im;
    im[i] = x * inverse_im + im[i] * inverse_re;
  }
  for (std::size_t j = k + 1; j < size_; ++j) {
    double* to_re = &real_[j * size_];
    double* to_im = &imaginary_[j * size_];
    std::swap(to_re[k], to_re[p]);
    std::swap(to_im[k], to_im[p]);
    if (to_re[k] == 0 && to_im[k] == 0) continue;
    SubtractMultiple(to_re[k], to_im[k], re + k + 1, im + k + 1, to_re + k + 1, to_im + k + 1, size_ - k - 1);
  }
  return true;
}

FactorStatus DenseComplexLu::Factor(std::span<const double> real, std::span<const double> imaginary) {
  DAEDALUS_CHECK(real.size() == pattern_.row_indices.size() && real.size() == imaginary.size(),
                 "there is one value for each entry");
  if (FirstNotFinite(real) || FirstNotFinite(imaginary)) return FactorStatus::kNotFinite;
  ScaleAndScatter(real, imaginary);
  for (std::size_t k = 0; k < size_; ++k) {
    if (!Eliminate(k)) return FactorStatus::kSingular;
  }
  return FactorStatus::kOk;
}

void DenseComplexLu::Solve(std::span<double> real, std::span<double> imaginary) {
  for (std::size_t i = 0; i < size_; ++i) {
    real[i] *= inverse_scale_[i];
    imaginary[i] *= inverse_scale_[i];
  }
  for (std::size_t k = 0; k < size_; ++k) {
    std::swap(real[k], real[pivot_[k]]);
    std::swap(imaginary[k], imaginary[pivot_[k]]);
    const std::size_t below = k * size_ + k + 1;
    SubtractMultiple(real[k], imaginary[k], real_.data() + below, imaginary_.data() + below,
                     real.data() + k + 1, imaginary.data() + k + 1, size_ - k - 1);
  }
  for (std::size_t k = size_; k-- > 0;) {
    const double x = real[k];
    real[k] = x * inverse_real_[k] - imaginary[k] * inverse_imaginary_[k];
    imaginary[k] = x * inverse_imaginary_[k] + imaginary[k] * inverse_real_[k];
    SubtractMultiple(real[k], imaginary[k], real_.data() + k * size_, imaginary_.data() + k * size_,
                     real.data(), imaginary.data(), k);
  }
}

}  // namespace daedalus::linear
