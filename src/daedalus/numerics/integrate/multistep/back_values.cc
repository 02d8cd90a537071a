#include "daedalus/numerics/integrate/multistep/back_values.h"

#include <algorithm>
#include <utility>

namespace daedalus::integrate {

BackValues::BackValues(std::vector<std::size_t> unknowns, int capacity)
    : unknowns_(std::move(unknowns)),
      times_(capacity),
      values_(capacity, std::vector<double>(unknowns_.size())) {}

void BackValues::Push(double t, std::span<const double> y) {
  if (unknowns_.empty()) return;
  std::ranges::rotate(times_, times_.end() - 1);
  std::ranges::rotate(values_, values_.end() - 1);
  times_.front() = t;
  for (std::size_t i = 0; i < unknowns_.size(); ++i) values_.front()[i] = y[unknowns_[i]];
  count_ = std::min(count_ + 1, static_cast<int>(times_.size()));
}

// Lagrange's form: value and slope of each basis polynomial, by the product rule.
void BackValues::Interpolate(double t, int degree, std::span<double> y, std::span<double> yp) const {
  const int points = std::min(degree + 1, count_);
  for (const std::size_t unknown : unknowns_) y[unknown] = yp[unknown] = 0;
  for (int j = 0; j < points; ++j) {
    double value = 1;
    double slope = 0;
    for (int m = 0; m < points; ++m) {
      if (m == j) continue;
      const double width = times_[j] - times_[m];
      slope = (slope * (t - times_[m]) + value) / width;
      value *= (t - times_[m]) / width;
    }
    for (std::size_t i = 0; i < unknowns_.size(); ++i) {
      y[unknowns_[i]] += value * values_[j][i];
      yp[unknowns_[i]] += slope * values_[j][i];
    }
  }
}

}  // namespace daedalus::integrate
