// The matrix of the stages of a diagonally implicit method, dF/dy' / (gamma h) + dF/dy: the same one for all
// stages, factored with the opposite sign, which is that of an error. The Jacobian is kept over steps as long
// as the iteration converges fast, and the factors as long as the step size stays.
#pragma once

#include <span>
#include <vector>

#include "daedalus/numerics/integrate/evaluator.h"
#include "daedalus/numerics/integrate/iteration_matrix.h"

namespace daedalus::integrate {

class DiagonalMatrix {
 public:
  DiagonalMatrix(Evaluator& evaluator, linear::LinearSolverKind solver, double gamma)
      : evaluator_(evaluator), gamma_(gamma), matrix_(evaluator, solver) {}

  void Forget() { has_jacobian_ = is_current_ = false, h_factored_ = 0; }
  void ForgetJacobian() { has_jacobian_ = false; }
  // A step was accepted. The Jacobian is that of its start, and is kept or not.
  void Age(bool is_kept) { has_jacobian_ = is_kept, is_current_ = false; }

  bool has_jacobian() const { return has_jacobian_; }
  bool is_current() const { return is_current_; }  // the Jacobian is that of the point at hand
  // For a step of size h. r: a work array.
  EvalOutcome Evaluate(double t, double h, std::span<const double> y, std::span<const double> yp,
                       std::span<double> r);
  bool IsFactoredFor(double h) const { return h == h_factored_; }
  linear::FactorStatus Factor(double h);

  // After the first Evaluate: the derivative of this unknown does not occur.
  bool is_algebraic(std::size_t unknown) const { return is_algebraic_[unknown] != 0; }
  IterationMatrix& matrix() { return matrix_; }

 private:
  void FindAlgebraicUnknowns();

  Evaluator& evaluator_;
  double gamma_;
  IterationMatrix matrix_;
  double h_factored_ = 0;  // 0: there are no factors
  bool has_jacobian_ = false, is_current_ = false;
  std::vector<char> is_algebraic_;
};

}  // namespace daedalus::integrate
