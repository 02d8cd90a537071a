// The problem as integrators call it: callbacks that cannot throw, never deliver a NaN unnoticed, and are
// counted. What went wrong last is remembered with its row and time, for the message that the user gets in
// the end.
#pragma once

#include <cstdint>
#include <optional>
#include <span>

#include "daedalus/numerics/integrate/dae_problem.h"
#include "daedalus/numerics/integrate/finite_differences.h"
#include "daedalus/numerics/linear/evaluation.h"

namespace daedalus::integrate {

class Evaluator {
 public:
  // Both must have passed FindInputError.
  Evaluator(DaeProblem problem, const Tolerances& tolerances);
  Evaluator(const Evaluator&) = delete;  // counted_residual_ points here
  Evaluator& operator=(const Evaluator&) = delete;

  // r is passed by reference. As the last span of a function that every iteration calls, it has no register
  // left. Clang would write it to the stack in halves and read it back whole, which stalls processors for
  // some ten cycles.
  EvalOutcome Residual(double t, std::span<const double> y, std::span<const double> yp,
                       const std::span<double>& r);
  // dF/dy and dF/dy' by the problem's own callback, or by finite differences (which need r = F(t, y, y'), and
  // 1/|c| as the time over which the solution moves). If the callback has no finite value, as for sqrt(x^2 +
  // y^2) at rest, those of a nearby point are used (NearbyJacobianParts). A Newton iteration needs a
  // direction, not the exact derivative.
  EvalOutcome JacobianParts(double t, double c, std::span<const double> y, std::span<const double> yp,
                            std::span<const double> r, std::span<double> dy, std::span<double> dyp);
  // The parts by the callback at a nearby point: each unknown is moved by about the square root of the
  // rounding error, each by a different part of its size. There a matrix exists, and has pivots, that does
  // not or has not at the point itself because some unknowns are zero. Only for problems with a callback.
  EvalOutcome NearbyJacobianParts(double t, std::span<const double> y, std::span<const double> yp,
                                  std::span<double> dy, std::span<double> dyp);
  bool has_own_jacobian() const { return !differences_; }
  // dF/dy + c dF/dy'.
  EvalOutcome Jacobian(double t, double c, std::span<const double> y, std::span<const double> yp,
                       std::span<const double> r, std::span<double> values);
  // dF/dt by the problem's own callback, or by differences between t and t + h (which need r = F(t, y, y')).
  EvalOutcome TimeDerivative(double t, double h, std::span<const double> y, std::span<const double> yp,
                             std::span<const double> r, std::span<double> dt);

  const DaeProblem& problem() const { return problem_; }  // its pattern is always explicit here
  std::int64_t residual_evaluations() const { return residual_evaluations_; }
  std::int64_t jacobian_evaluations() const { return jacobian_evaluations_; }

  // Empty as long as all evaluations since ForgetFailure() were kOk.
  const std::optional<linear::EvalFailure>& failure() const { return failure_; }
  double failure_time() const { return failure_time_; }
  void ForgetFailure() { failure_.reset(); }

 private:
  // The mistake in a residual, if there is one.
  EvalOutcome NoteResidual(EvalOutcome outcome, double t, std::span<const double> r);
  EvalOutcome Remember(linear::EvalFailure failure, double t);

  DaeProblem problem_;
  std::vector<double> dyp_;    // of Jacobian()
  std::vector<double> later_;  // of TimeDerivative()
  std::vector<double> scale_;  // of the unknowns
  std::vector<double> beside_;
  std::optional<FiniteDifferences> differences_;
  ResidualFunction counted_residual_;  // Residual() as the finite differences call it
  std::int64_t residual_evaluations_ = 0;
  std::int64_t jacobian_evaluations_ = 0;
  linear::EvalFailure failure_now_;  // of the call at hand; a member so that its text is allocated only once
  std::optional<linear::EvalFailure> failure_;
  double failure_time_ = 0;
};

}  // namespace daedalus::integrate
