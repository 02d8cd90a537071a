// The error of dense output in algebraic unknowns, at the middle of a step.
//
// A stiffly accurate method solves the algebraic equations at the end of the step, so its error estimate sees
// nothing of what algebraic unknowns do on the way, and a jump of one would pass unseen. Therefore F is
// evaluated with the dense output y, y' at the middle (residual control, as in [Ste24]), and a Newton
// increment, with residuals of zero in the equations with derivatives, is the error there. Only algebraic
// unknowns are looked at, and problems without any cost nothing.
//
// [Ste24] Steinebach, Rosenbrock methods within OrdinaryDiffEq.jl - overview, recent developments and
// applications, Proc. JuliaCon Conf. 6 (2024).
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "daedalus/integrate/error_norm.h"
#include "daedalus/integrate/evaluator.h"
#include "daedalus/integrate/iteration_matrix.h"

namespace daedalus::integrate {

class InsideError {
 public:
  // Dense output may have this many times the error of a step.
  static constexpr double kAllowance = 10;

  explicit InsideError(std::int32_t size) : y_(size), yp_(size), error_(size) {}

  // Learns from dF/dy' which unknowns and equations are algebraic.
  void Learn(const IterationMatrix& matrix, bool suppress_algebraic);
  bool is_algebraic(std::size_t i) const { return algebraic_[i]; }
  bool applies() const { return applies_; }

  // Where the dense output at the middle of the step is to be put.
  std::span<double> y() { return y_; }
  std::span<double> yp() { return yp_; }
  // In units of the tolerance, with the allowance. The matrix must have been factored for this step; its sign
  // does not matter.
  EvalOutcome Measure(double t_middle, double h, Evaluator& evaluator, IterationMatrix& matrix,
                      const ErrorNorm& norm, double& size);
  std::span<const double> vector() const { return error_; }

 private:
  std::vector<char> algebraic_;      // unknowns
  std::vector<char> algebraic_row_;  // equations
  bool applies_ = false;
  std::vector<double> y_, yp_, error_;
};

}  // namespace daedalus::integrate
