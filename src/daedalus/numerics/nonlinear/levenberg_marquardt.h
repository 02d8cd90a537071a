// Levenberg-Marquardt within bounds, for block_solver.h and least_squares.h. There may be more equations than
// unknowns. Sparse for many unknowns (scaled_jacobian.h); then it does not look for null vectors.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "daedalus/numerics/linear/decompositions.h"
#include "daedalus/numerics/nonlinear/block_solver.h"
#include "daedalus/numerics/nonlinear/scaled_jacobian.h"

namespace daedalus::nonlinear {

class LevenbergMarquardt {
 public:
  LevenbergMarquardt(const NonlinearProblem& problem, const Bounds& bounds);

  // Goes from x to a solution of F(x) = shift. Returns false if it finds none; x is then the point of the
  // smallest residual.
  bool Solve(Eigen::VectorXd& x, const Eigen::VectorXd& shift);
  bool Residual(const Eigen::VectorXd& x, Eigen::VectorXd& r);  // false where it is not finite
  void Clamp(Eigen::VectorXd& x) const;
  double Unit(const Eigen::VectorXd& x, Eigen::Index j) const;
  // If the iteration stagnates at x with a nonzero residual: the residuals in units of their rows.
  std::optional<Eigen::VectorXd> FindStandstill(const Eigen::VectorXd& x);
  // The largest component of the null vector, if the equilibrated Jacobian is singular.
  std::optional<std::int32_t> FindUndetermined(const Eigen::VectorXd& x);
  std::int64_t iterations() const { return iterations_; }
  // True if the last solution was one of two, on either side of a standstill.
  bool had_two_sides() const { return had_two_sides_; }

 private:
  bool Jacobian(const Eigen::VectorXd& x);
  Eigen::VectorXd Weights() const;  // of the rows
  bool IsSolved(const Eigen::VectorXd& x) const;
  bool IsAtRounding(const Eigen::VectorXd& x);
  bool Descend(Eigen::VectorXd& x, const Eigen::VectorXd& shift);
  void Sharpen(Eigen::VectorXd& x, const Eigen::VectorXd& shift);
  bool LeaveStandstill(Eigen::VectorXd& x, const Eigen::VectorXd& shift);

  const NonlinearProblem& problem_;
  const Bounds& bounds_;
  Eigen::Index n_, m_;         // unknowns, equations
  Eigen::VectorXd residual_;   // minus the shift
  ScaledJacobian jacobian_;    // at the same point
  Eigen::VectorXd row_units_;  // the largest that a row's entries have been in this solution
  Eigen::VectorXd row_sizes_;  // the largest entry of each row, there
  std::vector<double> entries_;
  std::int64_t iterations_ = 0;
  bool had_two_sides_ = false;
};

}  // namespace daedalus::nonlinear
