// Values to go on with after an event or a kink: two tiny backward Euler steps.
//
// If the equations change at an instant, the differential unknowns are continuous, but y' and the algebraic
// unknowns jump. In a problem of index 2, F(t, y, y') = 0 alone does not determine the algebraic unknowns;
// its derivative is needed too. Backward Euler finds them without differentiating anything [BCP96 sec. 5.4]:
//
//   F(t + h, y1, (y1 - y0) / h) = 0,   F(t + 2h, y2, (y2 - y1) / h) = 0. (1)
//
// The first step uses of y0 only what y' multiplies, so wrong algebraic values do no harm, and y1 obeys all
// algebraic equations. In index 2, let y0 violate the constraints by an error of size d, from the integrator
// or from the location of the event. It appears in the algebraic unknowns of index 2 as d / h. The second
// step starts on the constraints, so there the error is that of a difference quotient: O(h), and roundoff
// divided by h.
//
// The values belong to t + 2h, not to t: they are right limits, and F is never evaluated at t itself, where
// it may still be on the old side. Between t and t + 2h the differential unknowns move correctly up to
// O(h^2), or up to h times the jump of y' if the kink is inside. A good h is 1e-6 to 1e-4 of the next step.
//
// Differential unknowns that violate the constraints by more than an integration error are not repaired.
// Index 3 is not supported, since its second derivatives would be differenced. Both give wrong values at the
// end of (1). The caller can detect this: the differential unknowns have moved.
//
// [BCP96] Brenan, Campbell & Petzold, Numerical Solution of Initial-Value Problems in DAEs, SIAM 1996.
#pragma once

#include <span>
#include <vector>

#include "daedalus/numerics/integrate/dae_problem.h"
#include "daedalus/numerics/integrate/error_norm.h"
#include "daedalus/numerics/integrate/evaluator.h"
#include "daedalus/numerics/integrate/integrator.h"
#include "daedalus/numerics/integrate/iteration_matrix.h"

namespace daedalus::integrate {

inline constexpr int kTinySteps = 2;

class TinySteps {
 public:
  // Both must have passed FindInputError.
  TinySteps(DaeProblem problem, const Tolerances& tolerances);

  // y holds the values at t. On success y and yp hold values at the returned time, outcome.t = t + 2 h, and
  // the status is kStepped. After a failure they are unchanged.
  StepOutcome Run(double t, double h, std::span<double> y, std::span<double> yp);
  // The largest row of dF/dy' (to - from) over the last Run(), in units of the tolerances at `from`. Only
  // this is continuous over a kink; unknowns whose derivatives occur in sums only may jump singly.
  double Movement(std::span<const double> from, std::span<const double> to);

  std::int64_t residual_evaluations() const { return evaluator_.residual_evaluations(); }
  std::int64_t jacobian_evaluations() const { return evaluator_.jacobian_evaluations(); }

 private:
  StepOutcome Solve(double t, double h);

  Evaluator evaluator_;
  IterationMatrix matrix_;
  ErrorNorm norm_;
  std::vector<double> y_, yp_, begin_, residual_, correction_;
};

// Once, for callers that restart rarely.
StepOutcome FindRestartValues(const DaeProblem& problem, const Tolerances& tolerances, double t, double h,
                              std::span<double> y, std::span<double> yp);

}  // namespace daedalus::integrate
