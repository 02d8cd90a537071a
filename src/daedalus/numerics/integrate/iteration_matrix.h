// The matrix of every Newton iteration and Rosenbrock stage, a dF/dy + b dF/dy'. Its parts are evaluated when
// they are outdated. The sum is factored when a or b change, which is far more often.
//
// With a = h-bar and b = 1 this is DASSL's scaled iteration matrix, Cellier & Kofman (8.78): it stays bounded
// for small steps. (The rows are scaled again when it is factored, linear/linear_solver.h, so algebraic
// equations do not vanish; and the columns where the index is above 1, index_scaling.h.)
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "daedalus/numerics/integrate/evaluator.h"
#include "daedalus/numerics/integrate/index_scaling.h"
#include "daedalus/numerics/linear/linear_solver.h"

namespace daedalus::integrate {

class IterationMatrix {
 public:
  IterationMatrix(Evaluator& evaluator, linear::LinearSolverKind kind);

  // dF/dy and dF/dy' at a point with residual r; 1/|c| is the time over which the solution moves.
  EvalOutcome Evaluate(double t, double c, std::span<const double> y, std::span<const double> yp,
                       std::span<const double> r);
  // a dF/dy + b dF/dy'. If the matrix is singular, and the problem allows it (keeps_undetermined), as for a
  // flow at rest that carries nothing, we use the matrix of a nearby point (Evaluator::NearbyJacobianParts).
  // If that is singular too, an equation that determines nothing gets a very small coefficient of an
  // undetermined unknown in it. If the equation holds, the unknown keeps its value; otherwise the iteration
  // diverges, as it must.
  linear::FactorStatus Factor(double a, double b);
  // Replaces v by the solution x of (a dF/dy + b dF/dy') x = v.
  void Solve(std::span<double> v) {
    solver_->Solve(v);
    if (scaling_.is_needed()) scaling_.ScaleSolution(v);
  }

  std::span<const double> dy() const { return dy_; }
  std::span<const double> dyp() const { return dyp_; }
  std::span<const double> sum() const { return sum_; }  // of the last Factor
  const SparsePattern& pattern() const { return evaluator_.problem().pattern; }
  std::int64_t factorizations() const { return factorizations_; }
  linear::LinearSolver& solver() { return *solver_; }

 private:
  linear::FactorStatus FactorSum(double a, double b);
  bool MoveBeside();
  bool FillPivots();

  Evaluator& evaluator_;
  std::unique_ptr<linear::LinearSolver> solver_;
  IndexScaling scaling_;
  std::vector<double> dy_, dyp_, sum_;
  double time_ = 0;  // of the parts, and their point
  std::vector<double> y_, yp_;
  std::vector<double> scaled_;  // sum_ as it is factored; empty: as it is
  std::int64_t factorizations_ = 0;
};

// out += factor * A x for values in pattern order.
void AddProduct(const SparsePattern& pattern, std::span<const double> values, double factor,
                std::span<const double> x, std::span<double> out);

// out = A^T x for values in pattern order.
void MultiplyTransposed(const SparsePattern& pattern, std::span<const double> values,
                        std::span<const double> x, std::span<double> out);

struct WorstResidual {
  std::int32_t row = 0;
  double size = 0;
};

// The largest of |r_i| / max_j (|A_ij| / w_j): in units of what the tolerances (weights w) allow.
WorstResidual FindWorstResidual(const SparsePattern& pattern, std::span<const double> matrix,
                                std::span<const double> weights, std::span<const double> r);

}  // namespace daedalus::integrate
