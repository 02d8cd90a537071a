#include "daedalus/integrate/multistep/divided_differences.h"

#include <algorithm>

#include "daedalus/integrate/multistep/block_sums.h"

namespace daedalus::integrate {

DividedDifferences::DividedDifferences(std::int32_t size)
    : size_(size), columns_(size_ * (kNumDifferences - 1)) {}

void DividedDifferences::Start(std::span<const double> slope, double span) {
  std::ranges::fill(columns_, 0.0);
  for (std::size_t i = 0; i < size_; ++i) columns_[i] = span * slope[i];
  for (std::size_t j = 0; j < spans_.size(); ++j) spans_[j] = static_cast<double>(j) * span;
}

void DividedDifferences::Predict(const BdfCoefficients& c, std::span<const double> now, std::span<double> y,
                                 std::span<double> yp) const {
  for (std::size_t begin = 0; begin < size_; begin += kBlock) {
    const std::size_t n = std::min(kBlock, size_ - begin);
    double* value = y.data() + begin;
    double* slope = yp.data() + begin;
    const double* first = Column(1) + begin;
    for (std::size_t i = 0; i < n; ++i) {
      value[i] = now[begin + i] + c.value[1] * first[i];
      slope[i] = c.slope[1] * first[i];
    }
    for (int j = 2; j <= c.order; ++j) {
      const double* column = Column(j) + begin;
      for (std::size_t i = 0; i < n; ++i) {
        value[i] += c.value[j] * column[i];
        slope[i] += c.slope[j] * column[i];
      }
    }
  }
}

DifferenceNorms DividedDifferences::Append(const BdfCoefficients& c, std::span<const double> correction,
                                           std::span<const double> weights) {
  const int k = c.order;
  SumOfSquares sums[4];  // of phi_{k-1} .. phi_{k+2}
  double carry[kBlock];
  for (std::size_t begin = 0; begin < size_; begin += kBlock) {
    const std::size_t n = std::min(kBlock, size_ - begin);
    const double* e = correction.data() + begin;
    const double* w = weights.data() + begin;
    double* newest = Column(k + 1) + begin;
    for (std::size_t i = 0; i < n; ++i) carry[i] = e[i] - c.value[k + 1] * newest[i];
    sums[3].Add(carry, w, n);
    for (std::size_t i = 0; i < n; ++i) newest[i] = carry[i] = e[i];
    sums[2].Add(carry, w, n);
    for (int j = k; j >= 1; --j) {
      double* column = Column(j) + begin;
      for (std::size_t i = 0; i < n; ++i) column[i] = carry[i] += c.value[j] * column[i];
      if (j >= k - 1) sums[j - k + 1].Add(carry, w, n);
    }
  }
  spans_ = ExtendSpans(spans_, c.h);
  return {sums[0].RootMean(size_), sums[1].RootMean(size_), sums[2].RootMean(size_), sums[3].RootMean(size_)};
}

DifferenceNorms DividedDifferences::Norms(const BdfCoefficients& c, std::span<const double> correction,
                                          std::span<const double> weights) const {
  const int k = c.order;
  SumOfSquares sums[3];
  double carry[kBlock];
  for (std::size_t begin = 0; begin < size_; begin += kBlock) {
    const std::size_t n = std::min(kBlock, size_ - begin);
    std::copy_n(correction.data() + begin, n, carry);
    sums[2].Add(carry, weights.data() + begin, n);
    for (int j = k; j >= std::max(k - 1, 1); --j) {
      const double* column = Column(j) + begin;
      for (std::size_t i = 0; i < n; ++i) carry[i] += c.value[j] * column[i];
      sums[j - k + 1].Add(carry, weights.data() + begin, n);
    }
  }
  return {sums[0].RootMean(size_), sums[1].RootMean(size_), sums[2].RootMean(size_), 0};
}

void DividedDifferences::Interpolate(double ago, int degree, std::span<const double> now, std::span<double> y,
                                     std::span<double> yp) const {
  // Newton's formula: the factor of phi_j is prod_{i=1..j} (psi_{i-1} - ago) / psi_i.
  BdfCoefficients c{.order = degree};
  double value = 1;
  double slope = 0;
  for (int j = 1; j <= degree; ++j) {
    const double distance = spans_[j - 1] - ago;
    slope = (slope * distance + value) / spans_[j];
    value *= distance / spans_[j];
    c.value[j] = value;
    c.slope[j] = slope;
  }
  Predict(c, now, y, yp);
}

}  // namespace daedalus::integrate
