// Constraints within the iteration of a fully implicit Runge-Kutta step (integrate/least_squares_step.h).
//
// The formula of the last stage, which is the end of the step, yields: Z = h (A (x) I) K + e_s (x) delta, so
// K = A^-1 (Z - e_s delta) / h. With the matrix S of the stages, (1) of stage_system.h, equations that hold
// while delta changes require
//
//   dZ = S^-1 (1/h A^-1 e_s (x) M) d(delta),   and B is its last row.                                     (1)
//
// The transposed of B is found in the same transformed stages: S^-T = (T^-T (x) I) (I (x) J + L/h (x) M)^-T
// (T^T (x) I), where the transposed block of a pair of eigenvalues is the matrix of the conjugate one.
#pragma once

#include <memory>
#include <span>
#include <vector>

#include "daedalus/numerics/integrate/least_squares_step.h"
#include "daedalus/numerics/integrate/runge_kutta/stage_arrays.h"
#include "daedalus/numerics/integrate/runge_kutta/stage_system.h"

namespace daedalus::integrate {

class StageConstraints final : public YieldingEnd {
 public:
  struct StepAtHand {
    double t = 0;  // at its end
    double h = 0;
    const StageTableau* tableau = nullptr;
    std::span<const double> start;    // y_n
    std::span<const double> weights;  // of the tolerance
    StageArrays stages{};
  };
  // Both outlive this object.
  StageConstraints(StageSystem& system, const WeightedConstraints& constraints, int max_stages,
                   linear::LinearSolverKind kind);

  // J and M have changed.
  void Forget() { factored_ = nullptr; }
  // False where a matrix is singular when it is transposed.
  bool Begin(const StepAtHand& step);
  // K of stages that know nothing of delta.
  void Shift() const;
  LeastSquaresStep::Correction Correct() { return step_.Correct(*this); }
  bool Finish() { return step_.Finish(*this); }

  double time() const override { return at_.t; }
  std::span<const double> y() const override;
  void Pull(std::span<double> v) override;
  double Push(std::span<const double> change) override;

 private:
  bool Factor();
  // Column s of A^-1 / h.
  double Share(int stage) const {
    const int s = at_.tableau->stages;
    return at_.tableau->a_inverse[static_cast<std::size_t>(stage * s + s - 1)] / at_.h;
  }

  StageSystem& system_;
  LeastSquaresStep step_;
  StepAtHand at_;
  linear::Transposed transposed_;
  std::unique_ptr<linear::LinearSolver> real_;                         // all transposed
  std::vector<std::unique_ptr<linear::ComplexLinearSolver>> complex_;  // conjugate too
  const StageTableau* factored_ = nullptr;
  double factored_h_ = 0;
  std::vector<double> entries_, imaginary_entries_, real_part_, imaginary_part_, sum_, f_;
};

}  // namespace daedalus::integrate
