// Consistent initial values of an index-1 problem, given its differential unknowns: keeps y_d, finds y_d' and
// the algebraic y_a with F(t0, y, y') = 0 by a damped Newton iteration.
//
// With A = dF/d(y_d', y_a) (slope_matrix.h) and the Newton step d = A^-1 F, the point moves by -lambda d,
// lambda = 1, 1/2, 1/4, ... until the simplified step that would follow, A^-1 F(new point), is shorter than
// d: the natural monotonicity test ([Deu04] sec. 3.3), which no choice of units for the equations affects.
// Steps are measured in the tolerances of y_a, and in those of y_d over the time t1 - t0 for y_d'. A guess of
// y_a other than zero is not left by more than twice its own size in one step.
//
// A step that is small against the tolerance ends the search. As a slope must be better than that, the
// iteration then goes on with the last matrix for as long as that halves the residual.
//
// y and yp hold guesses on entry. Unknowns with is_differential = 0 are y_a. After a failure y and yp are
// unchanged.
//
// [Deu04] Deuflhard, Newton Methods for Nonlinear Problems, 2004.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "daedalus/numerics/integrate/dae_problem.h"

namespace daedalus::integrate {

enum class ConsistentStatus {
  kConsistent,
  kNotConverged,      // `row` has the largest residual
  kSingularJacobian,  // `row` and `unknown` are without a pivot: not of index 1 there, or an unknown is
                      // wrongly classed
  kResidualFailed,    // `row` is not finite at the start, or no nearer point was found that is
  kBadInput,
  kFatal,
};
std::string_view StatusName(ConsistentStatus status);

struct ConsistentOutcome {
  ConsistentStatus status = ConsistentStatus::kConsistent;
  std::optional<std::int32_t> row = {};
  std::optional<std::int32_t> unknown = {};
  std::int64_t newton_iterations = 0;
  std::int64_t residual_evaluations = 0;
  double residual_norm = 0;  // largest |F_i|, each in units of its row of A times the tolerance
  std::string reason = {};

  bool ok() const { return status == ConsistentStatus::kConsistent; }
};

// t1 > t0 is the first output point. It only defines which slopes are small; no step is made.
ConsistentOutcome CalculateConsistent(const DaeProblem& problem, const Tolerances& tolerances, double t0,
                                      double t1, std::span<double> y, std::span<double> yp);

}  // namespace daedalus::integrate
