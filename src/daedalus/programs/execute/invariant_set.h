// The invariants of a System (system.h) as functions of its states alone.
//
//   0 = g(t, x, u)   the invariants
//   0 = A(t, x, u)   the equations of what they need besides the states x: algebraic variables and
//                    derivatives u, as many as u
//
// u follows from x by Newton's iteration, and the gradients are dg/dx - dg/du (dA/du)^-1 dA/dx, by one
// transposed solution for each invariant, however many states there are. It makes no difference whether a run
// is in the causal or the residual form: only the equations of u are looked at.
//
// A copy shares the code of the original, and nothing else.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "daedalus/numerics/linear/linear_solver.h"
#include "daedalus/programs/causal/system_incidence.h"
#include "daedalus/programs/codegen/kernel.h"
#include "daedalus/programs/execute/partials.h"
#include "daedalus/programs/execute/workspace.h"
#include "daedalus/structure/matching.h"

namespace daedalus::execute {

class InvariantSet {
 public:
  // Which u: those that the invariants need, or all there are, so that a point stays consistent where they
  // move.
  enum class Extent { kNeeded, kAll };
  // `matching`: which equation determines each algebraic variable, and each derivative. Expressions are built
  // in the graph of the system.
  InvariantSet(System& system, const causal::SystemIncidence& incidence, const structure::Matching& matching,
               Extent extent);

  std::size_t size() const { return num_invariants_; }
  std::span<const VariableId> states() const { return states_; }

  // g at a point, where u is solved for again; false where that has no solution.
  bool Evaluate(Workspace& workspace, std::span<double> g);
  // Their gradients by states(), at the point of the last Evaluate, row by row; false where u is not
  // determined there.
  bool Gradients(std::span<double> rows);

  std::vector<codegen::Kernel*> kernels() { return {&*kernel_}; }

 private:
  void FindUnknowns(const System& system, const causal::SystemIncidence& incidence,
                    const structure::Matching& matching, Extent extent);
  void Compile(System& system);
  bool SolveUnknowns(Workspace& workspace);
  bool EvaluateKernel(const Workspace& workspace);
  std::span<const double> values() const { return {outputs_.data() + unknowns_.size(), num_invariants_}; }
  std::span<const double> entries() const {
    return std::span<const double>(outputs_).subspan(unknowns_.size() + num_invariants_);
  }

  std::size_t num_invariants_ = 0;
  std::vector<Quantity> unknowns_;         // u
  std::vector<EquationId> equations_;      // A, in the same order
  std::vector<VariableId> states_;         // x, as far as they occur
  std::optional<codegen::Kernel> kernel_;  // A, g, then the entries of the matrix
  linear::SparsePattern pattern_;          // rows: A, g; columns: u, x
  // dA/du, and transposed: which entries of the matrix they consist of.
  SquarePart square_;
  std::vector<double> outputs_, matrix_, step_, adjoint_;
};

}  // namespace daedalus::execute
