// Solves one algebraic loop of a Program, again and again along a run.
//
// The loop is one set of equations (loop_equations.h), and there are several ways to solve it, tried in this
// order:
//
//   1. Without iteration, if it has a relaxation (loop_relaxation.h).
//   2. Newton's iteration with old factors, if it keeps them (kept_steps.h).
//   3. Newton's iteration with full steps (loop_newton.h).
//   4. A torn loop: the same untorn, from the last values of all unknowns. Substitution may nest exponentials
//      (a bridge of diodes), and then hardly any start is near enough.
//   5. Damped steps (damped_newton.h); for a loop that keeps its branch and has a reference, the loop fails
//      instead (branch_keeper.h).
//   6. On request, with one unknown, the search for a change of sign (loop_search.h).
//   7. At the start of a model, the ladder (loop_ladder.h).
//
// A loop may have several solutions, and lose the one that it had: an amplifier with positive feedback flips.
// The integrator rejects the step in which that happens, and shorter ones follow that end before. So the loop
// remembers its solution from before it was hard to solve, and returns to it at earlier times. It flips where
// its solution ends, not where a step that was too long has looked.
//
// A copy shares the code of the original, and nothing else.
#pragma once

#include <optional>
#include <span>
#include <vector>

#include "daedalus/base/copied.h"
#include "daedalus/numerics/nonlinear/block_solver.h"
#include "daedalus/programs/causal/program.h"
#include "daedalus/programs/causal/square_problem.h"
#include "daedalus/programs/codegen/kernel.h"
#include "daedalus/programs/execute/damped_newton.h"
#include "daedalus/programs/execute/determinant.h"
#include "daedalus/programs/execute/loop_failure.h"
#include "daedalus/programs/execute/loop_ladder.h"
#include "daedalus/programs/execute/loop_newton.h"
#include "daedalus/programs/execute/loop_relaxation.h"
#include "daedalus/programs/execute/remembered_jumps.h"
#include "daedalus/programs/execute/watched_determinant.h"
#include "daedalus/programs/execute/workspace.h"

namespace daedalus::execute {

class LoopSolver {
 public:
  // `equations` is the list of the problem that the Program solves. Expressions are built in the graph of the
  // system. `nominal` per variable.
  LoopSolver(System& system, const causal::EquationList& equations, const causal::Program& program,
             const causal::Block& block, std::span<const double> nominal);

  // Writes the unknowns of the block; a failure leaves them unchanged.
  std::optional<LoopFailure> Solve(Workspace& workspace);

  // For real time: at most this many Newton iterations, and no other attempts.
  void BoundIterations(int most) { newton_.limits.most_iterations = most; }

  // The required accuracy of a loop that keeps its factors, in units of its unknowns.
  void AskFor(double accuracy) { newton_.limits.accuracy = accuracy; }
  bool keeps_factors() const { return newton_.kept.has_value(); }
  // The parameter that is the step size, for a loop that keeps its factors.
  void FollowStepSize(ParameterId h) {
    if (newton_.kept) newton_.kept->FollowStepSize(h);
  }
  // True if its factors may serve for another step size. Then a start near the solution pays, even for a
  // linear loop.
  bool outlives_steps() const { return keeps_factors() && newton_.kept->outlive_steps(); }

  // Searches another solution after the last one has ended.
  void AllowSearch(bool is_allowed) { may_search_ = is_allowed; }

  // For the start: searches solutions far from the guess, within these bounds, per variable of the system. Of
  // several it takes the one nearest to the guess, over the unknowns with given start values
  // (nonlinear/nearest_solution.h).
  void AllowLadder(std::span<const double> min, std::span<const double> max, std::span<const char> is_said);
  nonlinear::Rung rung() const { return rung_; }  // of the ladder, by which it was solved last
  const std::optional<OtherSolution>& other_solution() const { return other_; }  // likewise

  // For a loop that keeps its branch: forgets the root; or makes the last pivots the reference.
  bool keeps_branch() const { return newton_.branch.has_value(); }
  void ForgetBranch() {
    if (newton_.branch) newton_.branch->Forget();
  }
  // Time starts again: forgets earlier solutions.
  void ForgetJumps() { jumps_.Clear(); }
  void ConfirmBranch() {
    if (newton_.branch) newton_.branch->Confirm(newton_.equations);
  }
  // True if its solution may cross another one. Then its guesses must lead it to the right one behind the
  // crossing (ode_model.h).
  void PassFolds(bool may_pass) { newton_.limits.may_pass_folds = may_pass; }
  // The determinant of a nonlinear loop at its solution (branch_watch.h); nullopt if it is singular, or the
  // loop is linear.
  std::optional<Determinant> FindDeterminant(const Workspace& workspace);
  bool is_linear() const { return newton_.equations.is_linear(); }
  std::size_t size() const { return newton_.equations.size(); }  // the unknowns of the iteration

  const LoopStatistics& statistics() const { return newton_.statistics; }
  // The first time when it kept values, if ever.
  const std::optional<Undetermined>& undetermined() const { return undetermined_; }
  // True if its last solution kept values.
  bool is_undetermined() const { return is_undetermined_; }
  // For the change to machine code.
  std::vector<codegen::Kernel*> kernels();

 private:
  // Where Newton's iteration with full steps has failed.
  struct Hard {
    std::optional<LoopFailure> failure = {};
    bool is_complete = false;  // all unknowns are known, the inner ones too
  };
  Hard SolveHard(Workspace& workspace);
  bool SolveUntorn(Workspace& workspace);
  std::optional<LoopFailure> DampedSteps(Workspace& workspace);
  // Whether a solution that was hard to find is one of many.
  void CheckDetermined(Workspace& workspace);
  void TakeBackJumps(Workspace& workspace);
  void WatchJump(const Workspace& workspace, bool is_hard);

  LoopNewton newton_;
  std::optional<LoopRelaxation> relaxation_;
  DampedNewton damped_;
  std::optional<LoopLadder> ladder_;  // where it is allowed
  Copied<LoopSolver> untorn_;         // the same block in all unknowns; empty if this one is untorn
  bool may_search_ = false;
  std::vector<double> start_;  // the unknowns, before the loop was solved last
  RememberedJumps jumps_;
  std::optional<WatchedDeterminant> watched_;
  std::optional<Undetermined> undetermined_;
  bool is_undetermined_ = false;
  nonlinear::Rung rung_ = nonlinear::Rung::kNone;
  std::optional<OtherSolution> other_;
};

}  // namespace daedalus::execute
