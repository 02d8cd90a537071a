// Newton's iteration on a loop, plainly: the equations, their factored matrix, and full steps. The other ways
// to solve the loop (kept_steps.h, damped_newton.h, loop_search.h) are made of the same pieces.
//
// Newton starts from the last solution, which along a run is near, and takes full steps as long as each is at
// most half the one before. Steps are measured by nominal values; if the unknowns are much smaller than
// these, the iteration continues further. Points where the equations have no finite value are rejected. A
// linear loop A x + b = 0 is solved for x itself, from b and A, with the last factors if A is unchanged
// (factored_matrix.h). b is much shorter than the rows.
#pragma once

#include <optional>
#include <span>
#include <vector>

#include "daedalus/programs/execute/branch_keeper.h"
#include "daedalus/programs/execute/kept_factors.h"
#include "daedalus/programs/execute/loop_equations.h"
#include "daedalus/programs/execute/loop_failure.h"
#include "daedalus/programs/execute/loop_limits.h"
#include "daedalus/programs/execute/loop_matrix.h"

namespace daedalus::execute {

class LoopNewton {
 public:
  LoopNewton(LoopEquations loop, bool keeps_branch);

  // From the point at the workspace to a solution there; false where that fails.
  bool FullSteps(Workspace& workspace);
  // A current of microamperes is iterated in units of amperes, unless its nominal value is given; an
  // amplifier may follow it. So an iteration that has converged in these units continues as long as the steps
  // shrink, which rounding ends, or until they are small for the unknowns themselves.
  void Sharpen(Workspace& workspace, double last_size, int most);
  // True if the step is small for the unknowns themselves, or the next one will be: each has the square of
  // the ratio that this one has to the one before.
  bool IsSharp(const Workspace& workspace, std::span<const double> step, double ratio) const;

  // Evaluates and factors; uses the residuals at the workspace, and the absolute terms of a linear loop.
  bool RenewMatrix(const Workspace& workspace);
  linear::FactorStatus Factor();  // what was evaluated last
  void SolveLinear(std::span<double> b) { matrix_.Solve(b); }

  LoopFailure NotFinite() const;
  LoopFailure Singular() const;
  // Why the iterations that are allowed were not enough.
  LoopFailure NotInTime(const Workspace& workspace);

  LoopEquations equations;
  LoopLimits limits;
  LoopStatistics statistics;
  std::optional<KeptFactors> kept;     // none: every solution makes a matrix
  std::optional<BranchKeeper> branch;  // none: any solution is as good as another
  bool has_factors() const { return matrix_.has_factors(); }

 private:
  bool IsOnBranch(const Workspace& workspace) const {
    return !branch || limits.may_pass_folds || branch->IsOnBranch(workspace.is_only_read);
  }

  LoopMatrix matrix_;
};

// Steps beyond one that is small for the nominal values, where it is not small for the unknowns themselves.
constexpr int kMostSharpening = 4;

}  // namespace daedalus::execute
