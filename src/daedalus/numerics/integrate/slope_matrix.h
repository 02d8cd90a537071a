// F(t, y, y') = 0 with given y_d, as equations for the slopes y_d' of the differential unknowns and the
// values y_a of the algebraic ones. The matrix has the column dF/dy'_j for a differential unknown j, and the
// column dF/dy_j for an algebraic one. It is regular where the problem is of index 1 and its unknowns are
// rightly classed. Needed for consistent values (consistent.h) and by Adams methods, Cellier & Kofman
// (8.28b).
#pragma once

#include <memory>
#include <span>
#include <vector>

#include "daedalus/numerics/integrate/dae_problem.h"
#include "daedalus/numerics/linear/linear_solver.h"

namespace daedalus::integrate {

class SlopeMatrix {
 public:
  // The pattern of the problem must be explicit (Evaluator::problem()).
  SlopeMatrix(const DaeProblem& problem, linear::LinearSolverKind kind);

  // With dF/dy and dF/dy' in pattern order.
  linear::FactorStatus Factor(std::span<const double> dy, std::span<const double> dyp);
  // Replaces v by the solution of A x = v.
  void Solve(std::span<double> v) { solver_->Solve(v); }
  // Adds factor * x to the unknowns of the system: y_a and y_d'.
  void Add(double factor, std::span<const double> x, std::span<double> y, std::span<double> yp) const;

  bool is_differential(std::size_t j) const { return is_differential_.empty() || is_differential_[j]; }
  std::span<const double> values() const { return values_; }  // what was factored last
  linear::LinearSolver& solver() { return *solver_; }

 private:
  SparsePattern pattern_;
  std::vector<char> is_differential_;
  std::unique_ptr<linear::LinearSolver> solver_;
  std::vector<double> values_;
};

}  // namespace daedalus::integrate
