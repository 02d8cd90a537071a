// Pieces shared by the problems whose Jacobian is written by hand.
#pragma once

#include <algorithm>
#include <cstdint>
#include <initializer_list>
#include <span>

#include "problems/ivp_problem.h"

namespace daedalus::problems {

// A small full matrix by columns, as the values of a dense pattern stand. Zero to begin with.
class FullMatrix {
 public:
  FullMatrix(std::span<double> values, std::int32_t n) : values_(values), n_(n) {
    std::ranges::fill(values_, 0.0);
  }
  double& operator()(std::int32_t row, std::int32_t column) { return values_[column * n_ + row]; }
  void SetDiagonal(std::initializer_list<double> entries) {
    std::int32_t i = 0;
    for (const double entry : entries) {
      (*this)(i, i) = entry;
      ++i;
    }
  }

 private:
  std::span<double> values_;
  std::int32_t n_;
};

// The time derivative of an autonomous residual.
inline EvalOutcome NoTimeDerivative(double, std::span<const double>, std::span<const double>,
                                    std::span<double> r) {
  std::ranges::fill(r, 0.0);
  return EvalOutcome::kOk;
}

}  // namespace daedalus::problems
