#include "daedalus/linear/small_lu.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "daedalus/linear/linear_solver.h"

namespace daedalus::linear {
namespace {

// y -= a x.
void SubtractMultiple(double a, const double* __restrict x, double* __restrict y, std::size_t n) {
  for (std::size_t i = 0; i < n; ++i) y[i] -= a * x[i];
}

}  // namespace

bool SmallLu::Eliminate(std::size_t k) {
  double* column = &factors_[k * size_];
  std::size_t p = k;
  for (std::size_t i = k + 1; i < size_; ++i) {
    if (std::abs(column[i]) > std::abs(column[p])) p = i;
  }
  exchanged_[k] = p;
  if (!(std::abs(column[p]) > kPivotTolerance * column_max_[k])) return false;
  std::swap(column[k], column[p]);
  const double inverse = inverse_pivots_[k] = 1 / column[k];
  for (std::size_t i = k + 1; i < size_; ++i) column[i] *= inverse;
  for (std::size_t j = k + 1; j < size_; ++j) {
    double* other = &factors_[j * size_];
    std::swap(other[k], other[p]);
    if (other[k] != 0) SubtractMultiple(other[k], column + k + 1, other + k + 1, size_ - k - 1);
  }
  return true;
}

bool SmallLu::Factor() {
  for (std::size_t j = 0; j < size_; ++j) {
    double largest = 0;
    for (std::size_t i = 0; i < size_; ++i) largest = std::max(largest, std::abs(factors_[j * size_ + i]));
    column_max_[j] = largest;
  }
  for (std::size_t k = 0; k < size_; ++k) {
    if (!Eliminate(k)) return false;
  }
  return true;
}

void SmallLu::Solve(std::span<double> b) const {
  for (std::size_t k = 0; k < size_; ++k) {
    std::swap(b[k], b[exchanged_[k]]);
    SubtractMultiple(b[k], factors_.data() + k * size_ + k + 1, b.data() + k + 1, size_ - k - 1);
  }
  for (std::size_t k = size_; k-- > 0;) {
    b[k] *= inverse_pivots_[k];
    SubtractMultiple(b[k], factors_.data() + k * size_, b.data(), k);
  }
}

}  // namespace daedalus::linear
