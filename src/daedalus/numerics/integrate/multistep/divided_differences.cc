#include "daedalus/numerics/integrate/multistep/divided_differences.h"

#include <algorithm>

#include "daedalus/base/wide_registers.h"
#include "daedalus/numerics/integrate/multistep/block_sums.h"

namespace daedalus::integrate {
namespace {

// With the order known to the compiler all that is done to an unknown stays in registers.
template <class Use>
[[gnu::always_inline]] inline auto WithOrder(int order, const Use& use) {
  switch (order) {
    case 1:
      return use.template operator()<1>();
    case 2:
      return use.template operator()<2>();
    case 3:
      return use.template operator()<3>();
    case 4:
      return use.template operator()<4>();
    case 5:
      return use.template operator()<5>();
    default:
      return use.template operator()<6>();  // of the polynomial that ends in the newest point
  }
}

template <int kDegree>
[[gnu::always_inline]] inline void Evaluate(const BdfCoefficients& c, const double* __restrict columns,
                                            std::size_t size, const double* now, double* y, double* yp) {
  for (std::size_t i = 0; i < size; ++i) {
    double value = now[i];
    double slope = 0;
    for (int j = 1; j <= kDegree; ++j) {
      const double phi = columns[(j - 1) * size + i];
      value += c.value[j] * phi;
      slope += c.slope[j] * phi;
    }
    y[i] = value;
    yp[i] = slope;
  }
}

// (1) for kLanes unknowns; `columns` starts at the first of them. The sums are of phi_{k-1} .. phi_{k+2}.
template <int kOrder, std::size_t kLanes>
[[gnu::always_inline]] inline void AppendLanes(const BdfCoefficients& c, const double* __restrict e,
                                               const double* __restrict w, double* __restrict columns,
                                               std::size_t size, SumOfSquares (&sums)[4]) {
  double carry[kLanes];
  double* newest = columns + kOrder * size;
  for (std::size_t i = 0; i < kLanes; ++i) carry[i] = e[i] - c.value[kOrder + 1] * newest[i];
  sums[3].Add(carry, w, kLanes);
  for (std::size_t i = 0; i < kLanes; ++i) newest[i] = carry[i] = e[i];
  sums[2].Add(carry, w, kLanes);
  for (int j = kOrder; j >= 1; --j) {
    double* column = columns + (j - 1) * size;
    for (std::size_t i = 0; i < kLanes; ++i) column[i] = carry[i] += c.value[j] * column[i];
    if (j >= kOrder - 1) sums[j - kOrder + 1].Add(carry, w, kLanes);
  }
}

}  // namespace

DividedDifferences::DividedDifferences(std::int32_t size)
    : size_(size), columns_(size_ * (kNumDifferences - 1)) {}

void DividedDifferences::Start(std::span<const double> slope, double span) {
  std::ranges::fill(columns_, 0.0);
  for (std::size_t i = 0; i < size_; ++i) columns_[i] = span * slope[i];
  for (std::size_t j = 0; j < spans_.size(); ++j) spans_[j] = static_cast<double>(j) * span;
}

void DividedDifferences::StartOnParabola(std::span<const double> slope, std::span<const double> correction,
                                         double h, double span) {
  Start(slope, span);
  const double curvature = (span / h) * (span / h);
  for (std::size_t i = 0; i < size_; ++i) {
    columns_[size_ + i] = curvature * correction[i];
    columns_[i] -= columns_[size_ + i] / 2;
  }
}

void DividedDifferences::Predict(const BdfCoefficients& c, std::span<const double> now, std::span<double> y,
                                 const std::span<double>& yp) const {
  InWideRegisters([&]() __attribute__((always_inline)) {
    WithOrder(c.order, [&]<int kDegree>() __attribute__((always_inline)) {
      Evaluate<kDegree>(c, columns_.data(), size_, now.data(), y.data(), yp.data());
    });
  });
}

DifferenceNorms DividedDifferences::Append(const BdfCoefficients& c, std::span<const double> correction,
                                           const std::span<const double>& weights) {
  SumOfSquares sums[4];
  InWideRegisters([&]() __attribute__((always_inline)) {
    WithOrder(c.order, [&]<int kOrder>() __attribute__((always_inline)) {
      constexpr std::size_t kLanes = SumOfSquares::kLanes;
      const double* e = correction.data();
      const double* w = weights.data();
      SumOfSquares here[4];  // in registers
      std::size_t i = 0;
      for (; i + kLanes <= size_; i += kLanes) {
        AppendLanes<kOrder, kLanes>(c, e + i, w + i, columns_.data() + i, size_, here);
      }
      for (; i < size_; ++i) AppendLanes<kOrder, 1>(c, e + i, w + i, columns_.data() + i, size_, here);
      std::ranges::copy(here, sums);
    });
  });
  ExtendSpans(spans_, c.h);
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
