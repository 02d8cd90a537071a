// When the factors of a loop's matrix may serve again, and how well.
//
// A loop of a step of an integration method (causal::Program::keeps_factors) is solved thousands of times
// with nearly the same numbers. It iterates with the old factors. A linear loop whose entries consist of
// parameters keeps them while these stay. A nonlinear one keeps them while each step is at most a fixed part
// of the one before (kept_steps.h). A rate of contraction that was measured earlier is trusted less with
// every solution, and in proportion to the step. If the iterations cost more than a new matrix, the next
// solution makes one.
//
// Another step size h makes another matrix, A + h B in place of A + h0 B. With the old factors and r = h/h0,
// steps that are multiplied by 2/(1 + r) contract by
//
//   rho = |1 - r| / (1 + r)                                                                     (1)
//
// where the equations do not grow by themselves ([BCP96] sec. 5.2.2, with c_j = 1/h: the eigenvalues of (A +
// h0 B)^-1 (A + h B) lie in the disc over [1, r]). To the full accuracy that takes an iteration or two more
// in every solution, as long as the step size stays, where a new factorization is made once: so it pays only
// in large loops with many entries to a column, and stops paying when the iterations come to what they save.
// In a band, which is factored in the time of two or three solutions, a new matrix is factored at once.
//
// [BCP96] Brenan, Campbell & Petzold, Numerical Solution of Initial-Value Problems in Differential-Algebraic
// Equations.
#pragma once

#include <optional>
#include <vector>

#include "daedalus/numerics/linear/sparse_pattern.h"
#include "daedalus/programs/execute/workspace.h"
#include "daedalus/system/expr/graph.h"

namespace daedalus::execute {

class KeptFactors {
 public:
  // `matrix_parameters`: what the matrix of a linear loop consists of, in order; nullopt if it contains
  // anything else, and for a nonlinear loop.
  KeptFactors(const linear::SparsePattern& pattern, bool is_linear,
              std::optional<std::vector<ParameterId>> matrix_parameters);

  // The parameter that is the h of (1).
  void FollowStepSize(ParameterId h) { step_size_ = h; }
  // True if factors may serve for another step size.
  bool outlive_steps() const { return worth_ > 0; }

  // The matrix was factored at the workspace.
  void Note(const Workspace& workspace);
  // A matrix was factored: nothing is known of how its factors serve.
  void ForgetRate() { rate_ = 1; }

  // How the factors at hand serve: which part of a step is taken, and the rate that is expected of it.
  struct Use {
    double share = 1, rate = 0;
  };
  // At the workspace, for this accuracy in units of the unknowns; nullopt if they cannot serve.
  std::optional<Use> UseAt(const Workspace& workspace, double accuracy) const;

  // The rate to expect where the first step of an iteration has this size.
  double ExpectRate(double first_size);
  // The rate was measured in an iteration that began with a step of this size, and costs another solution.
  void Measure(double rate, double first_size);

 private:
  bool IsMatrixKnown(const Workspace& workspace) const;

  bool is_linear_;
  std::optional<std::vector<ParameterId>> matrix_parameters_;
  std::vector<double> known_parameters_;  // their values when the matrix was factored
  std::optional<ParameterId> step_size_;
  double factored_step_ = 0;  // the step size of the factors
  double worth_ = 0;          // how many iterations a factorization is worth; 0: no other step size
  double extra_ = 0;          // iterations that old factors have cost so far
  bool must_renew_ = false;   // a new matrix pays
  double rate_ = 1;           // of the last kept steps; 1: not known
  double measured_at_ = 0;    // the size of the first step then
};

}  // namespace daedalus::execute
