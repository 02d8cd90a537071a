// The derivative array (derivative_array.h) by power series: no expression is differentiated more than once.
//
// With the series f(s) of a residual F(t, x, x') along a curve, its j-th total derivative is j! f_j. That
// derivative contains x^(m) through x^(d) as it is in F (d = 0, 1), differentiated r = m - d times, so that
// by the rule of Leibniz
//
//   d F^(j) / d x^(m) = sum over d of C(j, r) (d/dt)^(j-r) dF/dx^(d) = sum over d of j!/r! p_(j-r)     (1)
//
// with the series p(s) of the partial derivative dF/dx^(d) (Griewank and Walther 2008, section 13.2):
// residuals and gradients, which are expressions of the first order, run on one tape.
#pragma once

#include <optional>
#include <span>
#include <vector>

#include "daedalus/numerics/linear/sparse_pattern.h"
#include "daedalus/programs/array/taylor_tape.h"
#include "daedalus/system/system.h"

namespace daedalus::array {

class TaylorArray {
 public:
  // Rows and unknowns as in DerivativeArray; `num_extra` expressions, the last ones, are not differentiated.
  // nullopt if a function is called.
  static std::optional<TaylorArray> Make(System& system, std::span<const ExprId> residuals,
                                         std::size_t num_extra, int order);

  const linear::SparsePattern& pattern() const { return pattern_; }

  void Residual(const TaylorPoint& point, std::span<double> r);
  void Jacobian(const TaylorPoint& point, std::span<double> values);

 private:
  // One term of (1).
  struct Term {
    std::int32_t entry;         // of the pattern
    std::uint32_t partial;      // number on the tape
    std::uint32_t coefficient;  // j - r
    double factor;              // j!/r!
  };

  explicit TaylorArray(TaylorTape tape) : tape_(std::move(tape)) {}

  TaylorTape tape_;
  int order_ = 0;
  std::size_t num_equations_ = 0, num_extra_ = 0;  // of F, and below its derivatives
  linear::SparsePattern pattern_;
  std::vector<Term> terms_;
};

}  // namespace daedalus::array
