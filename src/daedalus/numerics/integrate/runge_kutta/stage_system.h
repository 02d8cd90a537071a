// The linear systems of a fully implicit Runge-Kutta step, of size n instead of s n.
//
// Simplified Newton for F(t_n + c_i h, y_n + Z_i, (A^-1 Z)_i / h) = 0, i = 1..s, with J = dF/dy and
// M = dF/dy' at one point:
//
//   (I (x) J + (1/h) A^-1 (x) M) dZ = -F. (1)
//
// With A^-1 T = T L (stage_tableau.h) and dZ = (T (x) I) dW it falls apart into ([HW96] IV.8)
//
//   (J + gamma/h M) dW_1 = R_1,   (J + (alpha + i beta)/h M) (dW_2 + i dW_3) = R_2 + i R_3, ..., (2)
//
// with R = -(T^-1 (x) I) F: one real and (s-1)/2 complex factorizations serve all iterations of a step. This
// holds for any F; where M depends on y or y' only the convergence suffers, as it does from a changing J.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "daedalus/numerics/integrate/index_scaling.h"
#include "daedalus/numerics/integrate/iteration_matrix.h"
#include "daedalus/numerics/integrate/runge_kutta/stage_arrays.h"
#include "daedalus/numerics/integrate/runge_kutta/stage_tableau.h"
#include "daedalus/numerics/linear/complex_solver.h"

namespace daedalus::integrate {

class StageSystem {
 public:
  StageSystem(Evaluator& evaluator, linear::LinearSolverKind kind, int max_stages);

  // J and M at a point with residual r; 1/|c| is the time over which the solution moves.
  EvalOutcome Evaluate(double t, double c, std::span<const double> y, std::span<const double> yp,
                       std::span<const double> r);
  // The matrices of (2). Nothing is done when they are those of the last call and J and M are too.
  linear::FactorStatus Factor(const StageTableau& tableau, double h);
  // dW of (2) from F.
  void Solve(const StageTableau& tableau, const std::vector<double>& f);
  // In one pass: Z += dZ, K and Y with it, and the weighted root mean square of dZ.
  double Advance(const StageTableau& tableau, double h, std::span<const double> weights,
                 std::span<const double> y, const StageArrays& to) const;
  // Replaces v by (J + gamma/h M)^-1 v, or where there is no real eigenvalue by
  // Re (J + (alpha + i beta)/h M)^-1 v.
  void Filter(const StageTableau& tableau, std::span<double> v);
  // The effect of rounding of F at y on the solution: out = Filter of eps |J| |y|.
  void PropagateRounding(const StageTableau& tableau, std::span<const double> y, std::span<double> out);
  // out = M v.
  void MultiplyMass(std::span<const double> v, std::span<double> out) const;

  std::int64_t factorizations() const { return factorizations_; }
  const SparsePattern& pattern() const { return real_.pattern(); }
  std::span<const double> dy() const { return real_.dy(); }    // J
  std::span<const double> dyp() const { return real_.dyp(); }  // M
  // |J| + |M| c, to judge the size of residuals by.
  std::span<const double> Sizes(double c);
  // The real matrix of this c, factored for the sake of its singularity; see BlameSingularity.
  linear::LinearSolver& FactorReal(double c);

 private:
  linear::FactorStatus FactorPair(const StageTableau& tableau, int pair, double h);
  void SolvePair(int pair, std::span<double> real, std::span<double> imaginary);

  IterationMatrix real_;                                               // owns J and M
  IndexScaling scaling_;                                               // of the complex matrices
  std::vector<std::unique_ptr<linear::ComplexLinearSolver>> complex_;  // one for each pair
  std::vector<double> real_part_, imaginary_part_;
  std::vector<double> imaginary_;  // of Filter
  std::vector<double> dw_;
  const StageTableau* factored_ = nullptr;
  double factored_h_ = 0;
  std::int64_t factorizations_ = 0;
};

}  // namespace daedalus::integrate
