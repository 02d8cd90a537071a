// A loop with more equations than unknowns: the equations F of its unknowns z, and invariants g.
//
// They cannot all be satisfied, so the iteration makes them as small as possible together, Cellier & Kofman
// (8.126)-(8.130). Some equations yield (Program::yielding), the others hold:
//
//   minimize  |D^-1 delta|^2 + |W g(z)|^2   subject to   F(z) = P delta                                   (1)
//
// where P picks the equations that yield, D has the nominal values of their units, and W the weights of the
// invariants. Each step is that of Gauss-Newton: z moves by -d, d = J^-1 F + J^-1 P D e with J = dF/dz and
//
//   e = arg min |e|^2 + |V e - s|^2,   V = W (dg/dz) J^-1 P D,   s = W (g - dg/dz J^-1 F)                 (2)
//
// V has as many rows as there are invariants, one or a few, and takes a transposed solution for each;
// linear/compromise.h solves (2). Large weights come to the nearest point that satisfies the invariants
// exactly; where V vanishes they have no effect.
//
// delta is the error of the method, which the invariants correct, so it is small and the iteration converges
// linearly and fast.
//
// A copy shares the code of the original, and nothing else.
#pragma once

#include <optional>
#include <span>
#include <vector>

#include "daedalus/numerics/linear/linear_solver.h"
#include "daedalus/programs/causal/program.h"
#include "daedalus/programs/causal/square_problem.h"
#include "daedalus/programs/codegen/kernel.h"
#include "daedalus/programs/execute/loop_solver.h"
#include "daedalus/programs/execute/partials.h"

namespace daedalus::execute {

class LeastSquaresLoop {
 public:
  // As LoopSolver, of a block that is not torn; the invariants are over the unknowns of the block and what is
  // known before it.
  LeastSquaresLoop(System& system, const causal::EquationList& equations, const causal::Program& program,
                   const causal::Block& block, std::span<const Invariant> invariants,
                   std::span<const double> nominal);

  // Writes the unknowns of the block; a failure leaves them unchanged.
  std::optional<LoopFailure> Solve(Workspace& workspace);
  void BoundIterations(int most) { most_iterations_ = most; }
  std::size_t size() const { return unknowns_.size(); }
  const LoopStatistics& statistics() const { return statistics_; }
  std::vector<codegen::Kernel*> kernels() { return {&*kernel_}; }

 private:
  bool Evaluate(const Workspace& workspace);
  // d of this iteration; false where J is singular.
  bool FindStep();
  // V^T and s
  bool FindCorrection();
  // (2), and its part of d.
  void Correct();
  void Restore(Workspace& workspace);
  std::span<const double> entries() const {
    return std::span(outputs_).subspan(unknowns_.size() + weights_.size());
  }

  std::vector<Quantity> unknowns_;  // z
  std::vector<EquationId> rows_;    // of F
  std::vector<double> nominal_, weights_;
  struct Yielding {
    std::size_t row;
    double unit;
  };
  std::vector<Yielding> yielding_;  // P D
  linear::SparsePattern pattern_;   // rows: F, then g
  SquarePart square_;
  std::optional<codegen::Kernel> kernel_;  // F, g, then the entries of their Jacobian in pattern order
  std::vector<double> outputs_, matrix_, start_, step_, correction_;
  std::vector<double> gradients_;       // dg/dz J^-1, row by row
  std::vector<double> v_, right_side_;  // V^T, column by column, and s
  std::vector<double> yields_;          // e
  int most_iterations_ = 0;
  LoopStatistics statistics_;
};

}  // namespace daedalus::execute
