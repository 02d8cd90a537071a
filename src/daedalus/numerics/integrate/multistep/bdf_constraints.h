// Constraints within the corrector iteration of a multistep method (least_squares_step.h).
//
// The formula that yields is y' = y'_0 + c (y - y_0 - delta). With the matrix of the corrector, A = 1/c dF/dy
// + dF/dy', equations F = 0 that hold while delta changes require
//
//   dy = B d(delta),  B = A^-1 dF/dy',   dy' = c (dy - d(delta)).
#pragma once

#include <memory>
#include <span>
#include <vector>

#include "daedalus/numerics/integrate/iteration_matrix.h"
#include "daedalus/numerics/integrate/least_squares_step.h"
#include "daedalus/numerics/integrate/multistep/bdf_corrector.h"

namespace daedalus::integrate {

class BdfConstraints final : public YieldingEnd {
 public:
  // Both outlive this object.
  BdfConstraints(IterationMatrix& matrix, const WeightedConstraints& constraints,
                 linear::LinearSolverKind kind);

  // The matrix has other factors now.
  void Forget() { is_factored_ = false; }
  // False where the matrix is singular when it is transposed.
  bool Begin(const BdfPoint& at, std::span<const double> weights);
  LeastSquaresStep::Correction Correct() { return step_.Correct(*this); }
  bool Finish() { return step_.Finish(*this); }

  double time() const override { return at_.t; }
  std::span<const double> y() const override { return at_.y; }
  void Pull(std::span<double> v) override;
  double Push(std::span<const double> change) override;

 private:
  IterationMatrix& matrix_;
  LeastSquaresStep step_;
  linear::Transposed transposed_;
  std::unique_ptr<linear::LinearSolver> solver_;  // of the transposed matrix
  bool is_factored_ = false;
  BdfPoint at_;
  std::span<const double> weights_;
  std::vector<double> entries_, moved_;
};

}  // namespace daedalus::integrate
