// The corrector of a Nordsieck step: one Newton iteration for differential and algebraic unknowns alike,
// Gear's iteration (24) [Gea70]. With e = y - prediction and y' = prediction' + c e, c = l_1 / (l_0 h), it
// solves
//
//   F(t, y, y') = 0   by   (1/c dF/dy + dF/dy') (e_{m+1} - e_m) = -F(t, y_m, y_m') / c, (1)
//
// which is (24) divided by l_1/h and so stays bounded for small steps. An algebraic unknown has no column in
// dF/dy', so the same matrix serves it whatever its own l.
//
// As in section V of [Gea70], up to three corrections are made with the Jacobian at hand; if they are not
// small by then it is evaluated at the prediction and the iteration repeated. What the caller then does
// (divide the step by 4) is its own business. The matrix is factored whenever c or the Jacobian has changed,
// so linear unknowns are right after one correction.
//
// Where the paper is silent, after [Hin83]: corrections are small when min(1, 1.5 rho) |e_{m+1} - e_m| is,
// with rho the rate of convergence seen last; and a Jacobian is used for at most 20 steps. Without that
// limit, an old matrix that is far too steep in one direction gives corrections that are too small there, as
// in the transistor amplifier. The matrix is also evaluated again if the first correction is the last one and
// proves nothing (outdated_matrix.h).
//
// [Gea70] Gear, SLAC-PUB-723 (1970). [Hin83] Hindmarsh, ODEPACK, in Scientific Computing, 1983.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "daedalus/numerics/integrate/error_norm.h"
#include "daedalus/numerics/integrate/evaluator.h"
#include "daedalus/numerics/integrate/integrator_base.h"
#include "daedalus/numerics/integrate/iteration_matrix.h"
#include "daedalus/numerics/integrate/outdated_matrix.h"

namespace daedalus::integrate {

// When corrections are small: their norm over the tested unknowns, for a step of size h, is below the limit.
struct CorrectorGoal {
  const ErrorNorm& norm;
  double h;
  double limit;
  PointOfStep from;  // where the step begins
};

class Corrector {
 public:
  // Counters are in `statistics`.
  Corrector(Evaluator& evaluator, linear::LinearSolverKind kind, Statistics& statistics);

  // The past is of no use any more: the next Solve() evaluates the Jacobian.
  void Forget();
  // y and yp: the prediction on entry, the solution of (1) when kSucceeded.
  Attempt Solve(double t, double c, const CorrectorGoal& goal, std::span<double> y, std::span<double> yp);

  // The largest residual of a point, relative to the change of the equation by errors of size 1/w, with the
  // Jacobian of that point. Infinite if there is no Jacobian. The next Solve() begins with this Jacobian.
  double LargestResidual(double t, double c, std::span<const double> y, std::span<const double> yp,
                         std::span<const double> weights);

  // After a failure of Solve().
  Blame BlameFailure(Attempt attempt, const ErrorNorm& norm);

  IterationMatrix& matrix() { return matrix_; }
  // How often the Jacobian was evaluated: callers compare it to detect a new one.
  std::int64_t num_evaluated() const { return num_evaluated_; }

 private:
  EvalOutcome EvaluateMatrix(double t, double c, std::span<const double> y, std::span<const double> yp);
  Attempt Prepare(double t, double c, std::span<const double> y, std::span<const double> yp);
  Attempt Iterate(double t, double c, const CorrectorGoal& goal, std::span<double> y, std::span<double> yp);

  Evaluator& evaluator_;
  Statistics& statistics_;
  IterationMatrix matrix_;
  OutdatedMatrix outdated_;
  bool has_jacobian_ = false;
  bool is_fresh_ = false;  // evaluated in this Solve()
  double factored_c_ = 0;  // 0: not factored
  int age_ = 0;            // of the Jacobian, in calls of Solve()
  double rate_ = 1;        // of the last iteration that had two corrections
  std::int64_t num_evaluated_ = 0;
  std::vector<double> r_, step_, predicted_y_, predicted_yp_;
};

}  // namespace daedalus::integrate
