// Solves F(x) = 0 of n equations in n unknowns by a damped Newton iteration with an exact sparse Jacobian.
//
// Backed by SUNDIALS KINSOL (line search, [DS96] J. E. Dennis, R. B. Schnabel, Numerical Methods for
// Unconstrained Optimization and Nonlinear Equations, SIAM 1996, ch. 6) on our own linear solvers. What we
// add is the scaling and the verdict. Residual i is measured in units of
//
//   s_i = max_j |J_ij| max(|x_j|, nominal_j),                                                          (1)
//
// so |F_i| / s_i is about the relative change of the unknowns that would mend it, whatever the units of the
// equation. J depends on x. So after KINSOL stops, s is computed again at its answer. If max_i |F_i| / s_i is
// still above the tolerance, KINSOL continues from there with the new scales. So "converged" is our own check
// by (1), never KINSOL's result alone. A trial point where F is not finite counts as infinitely bad, so the
// line search backs off.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "daedalus/numerics/linear/evaluation.h"
#include "daedalus/numerics/linear/linear_solver.h"
#include "daedalus/numerics/linear/sparse_pattern.h"

namespace daedalus::nonlinear {

using linear::EvalOutcome;

struct NonlinearProblem {
  std::int32_t size = 0;
  std::int32_t num_excess = 0;  // equations beyond the unknowns: for least squares (least_squares.h) alone
  // r = F(x).
  std::function<EvalOutcome(std::span<const double> x, std::span<double> r)> residual;
  linear::SparsePattern pattern;  // of dF/dx; without columns: every entry may be nonzero
  // values = dF/dx in pattern order; all must be written.
  std::function<EvalOutcome(std::span<const double> x, std::span<double> values)> jacobian;
  std::vector<double> nominal;  // typical |x_j| > 0; empty: all 1
};

struct NewtonOptions {
  double tolerance = 1e-10;  // on max_i |F_i| / s_i
  int max_iterations = 200;  // in all
  linear::LinearSolverKind linear_solver = linear::LinearSolverKind::kAuto;
};

enum class SolveStatus {
  kConverged,
  kNotConverged,           // line search stuck, or iterations used up; `row` has the worst residual
  kSingularJacobian,       // `row` and `unknown` are without a pivot
  kResidualFailedAtStart,  // `row` is the first that is not finite
  kResidualFailed,         // later, and no nearer point helped
  kBadInput,
  kFatal,  // a callback threw or reported kFatal
};
std::string_view StatusName(SolveStatus status);

struct SolveOutcome {
  SolveStatus status = SolveStatus::kConverged;
  std::int64_t iterations = 0;
  std::int64_t residual_evaluations = 0;
  std::int64_t jacobian_evaluations = 0;
  std::optional<std::int32_t> row = {};      // worst residual by (1), also after success
  std::optional<std::int32_t> unknown = {};  // the one without a pivot
  double residual_norm = 0;                  // max_i |F_i| / s_i at the final x
  std::string reason = {};                   // a sentence fragment for people; empty on success

  bool ok() const { return status == SolveStatus::kConverged; }
};

// x holds the start on entry and the best point found on return (also after a failure).
SolveOutcome SolveNonlinear(const NonlinearProblem& problem, std::span<double> x,
                            const NewtonOptions& options = {});

}  // namespace daedalus::nonlinear
