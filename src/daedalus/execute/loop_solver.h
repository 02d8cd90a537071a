// Solves one algebraic loop of a Program, again and again along a run.
//
// The unknowns of the iteration are the tearing variables; the inner assignments are substituted into the
// residual equations, and their derivatives come along by the chain rule (Cellier & Kofman (7.19), (7.31)),
// so that one kernel gives residuals and exact Jacobian together. A loop that is not torn is the same with
// nothing to substitute.
//
// Newton starts from the last solution, which along a run is near, and takes full steps as long as each is at
// most half the one before. Steps are measured by nominal values; if the unknowns are much smaller than
// these, the iteration continues further. If that does not converge, steps are damped from the same start by
// the natural monotonicity test ([Deu04] sec. 3.3): with the step d = J^-1 F the point moves by -lambda d,
// lambda = 1, 1/2, 1/4,
// ... until |J^-1 F(new point)| <= (1 - lambda / 4) |d|, which does not depend on the units of the equations.
// Points where the equations have no finite value are rejected in the same way. A torn loop is first tried
// untorn, from the last values of all unknowns: substitution may nest exponentials (a bridge of diodes), and
// then hardly any start is near enough. All iterations are bounded. A linear loop A x + b = 0 is solved for x
// itself, from b and A, with the last factors if A is unchanged (factored_matrix.h). b is much shorter than
// the rows.
//
// A loop of a step of an integration method (causal::Program::keeps_factors) is solved thousands of times
// with nearly the same numbers. It has a kernel for its residuals alone, and iterates with the old factors. A
// linear loop whose entries consist of parameters keeps them while these stay. A nonlinear one keeps them
// while each step is at most kKeptContraction of the one before, until the remaining error, rho / (1 - rho)
// |d| with the rate rho of the steps d, is below the required accuracy. A rate that was measured earlier is
// trusted less with every solution, and in proportion to the step. If the iterations cost more than a new
// matrix, the next solution makes one. An iteration that does not contract starts again, with a new matrix at
// each step.
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
// One with a relaxation (causal/relaxation.h) is computed without
// iteration, as long as the guards of its pivots hold.
//
// If the matrix is singular and the equations do not contradict each other, the loop takes the solution
// nearest to the last one (linear/least_change.h), and records that.
//
// On request, with one tearing variable left and damped steps stuck at a nonzero minimum of the residual, the
// loop searches a change of its sign on both sides, further and further away, and encloses it
// (integrate/bracket.h). The last steps are Newton steps again. This is a last resort: it finds another
// solution, unrelated to the last one.
//
// A loop may have several solutions, and lose the one that it had: an amplifier with positive feedback flips.
// The integrator rejects the step in which that happens, and shorter ones follow that end before. So the loop
// remembers its solution from before it was hard to solve, and returns to it at earlier times. It flips where
// its solution ends, not where a step that was too long has looked.
//
// A loop that keeps its branch (causal::Block::keeps_branch) never takes damped steps once it has a
// reference. It checks the pivots of every factorization. Another sign of the determinant, or a pivot much
// smaller than at the reference, means that the root is about to meet another one (a fold): the loop fails. A
// shorter step of the integrator helps, and then other states (simulate/state_changes.h).
//
// At the start of a model, where the guess may be worthless, the ladder of nonlinear/block_solver.h comes
// last.
//
// A copy shares the code of the original, and nothing else.
//
// [Deu04] Deuflhard, Newton Methods for Nonlinear Problems, 2004.
// [BCP96] Brenan, Campbell & Petzold, Numerical Solution of Initial-Value Problems in Differential-Algebraic
// Equations.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "daedalus/base/copied.h"
#include "daedalus/causal/program.h"
#include "daedalus/causal/square_problem.h"
#include "daedalus/codegen/kernel.h"
#include "daedalus/execute/determinant.h"
#include "daedalus/execute/factored_matrix.h"
#include "daedalus/execute/remembered_jumps.h"
#include "daedalus/execute/targets.h"
#include "daedalus/execute/workspace.h"
#include "daedalus/linear/linear_solver.h"
#include "daedalus/nonlinear/block_solver.h"
#include "daedalus/nonlinear/nearest_solution.h"

namespace daedalus::execute {

struct LoopFailure {
  std::string reason;                       // a sentence fragment
  std::optional<EquationId> equation = {};  // the residual equation that is worst, or not finite
  std::optional<Quantity> unknown = {};     // the tearing variable without a pivot
  bool is_fold = false;                     // the loop is about to leave its branch
};

// Some unknowns kept their values because nothing determines them.
struct Undetermined {
  LoopFailure what;
  double time = 0;
};

// At a start: a solution that was not taken, and the distances of both from the guess.
struct OtherSolution {
  std::vector<std::pair<Quantity, double>> values;
  double distance = 0, distance_of_taken = 0;
};

struct LoopStatistics {
  std::int64_t solved = 0;      // times the loop was solved
  std::int64_t iterations = 0;  // of Newton, in all
  std::int64_t damped = 0;      // times the damped iteration was needed
  std::int64_t relaxed = 0;     // times the relaxation was enough
  std::int64_t factored = 0;    // times its matrix was
};

// The reference for the matrix of a loop on the branch of solutions that it follows.
struct LoopBranch {
  int sign = 0;               // of its determinant
  std::vector<double> units;  // of its rows: their largest entries
  double least_pivot = 0;     // in these units
};

class LoopSolver {
 public:
  // `equations` is the list of the problem that the Program solves. Expressions are built in the graph of the
  // system. `nominal` per variable.
  LoopSolver(System& system, const causal::EquationList& equations, const causal::Program& program,
             const causal::Block& block, std::span<const double> nominal);

  // Writes the unknowns of the block; a failure leaves them unchanged.
  std::optional<LoopFailure> Solve(Workspace& workspace);

  // For real time: at most this many Newton iterations, and no other attempts.
  void BoundIterations(int most) { most_iterations_ = most; }

  // The required accuracy of a loop that keeps its factors, in units of its unknowns.
  void AskFor(double accuracy) { accuracy_ = accuracy; }
  bool keeps_factors() const { return residual_.has_value(); }
  // For a loop that keeps its factors: the parameter that is the h of (1).
  void FollowStepSize(ParameterId h) { step_size_ = h; }
  // True if its factors may serve for another step size. Then a start near the solution pays, even for a
  // linear loop.
  bool outlives_steps() const { return keeps_factors() && factor_worth_ > 0; }

  // Searches another solution after the last one has ended.
  void AllowSearch(bool is_allowed) { may_search_ = is_allowed; }

  // For the start: searches solutions far from the guess, within these bounds, per variable of the system. Of
  // several it takes the one nearest to the guess, over the unknowns with given start values
  // (nonlinear/nearest_solution.h).
  void AllowLadder(std::span<const double> min, std::span<const double> max, std::span<const char> is_said);
  nonlinear::Rung rung() const { return rung_; }  // of the ladder, by which it was solved last
  const std::optional<OtherSolution>& other_solution() const { return other_; }  // likewise

  // For a loop that keeps its branch: forgets the root; or makes the last pivots the reference.
  bool keeps_branch() const { return keeps_branch_; }
  void ForgetBranch() { branch_.reset(); }
  // Time starts again: forgets earlier solutions.
  void ForgetJumps() { jumps_.Clear(); }
  void ConfirmBranch();
  // True if its solution may cross another one. Then its guesses must lead it to the right one behind the
  // crossing (ode_model.h).
  void PassFolds(bool may_pass) { may_pass_folds_ = may_pass; }
  // The determinant of a nonlinear loop at its solution (branch_watch.h); nullopt if it is singular, or the
  // loop is linear.
  std::optional<Determinant> FindDeterminant(const Workspace& workspace);
  bool is_linear() const { return is_linear_; }
  std::size_t size() const { return tearing_.size(); }  // the unknowns of the iteration

  const LoopStatistics& statistics() const { return statistics_; }
  // The first time when it kept values, if ever.
  const std::optional<Undetermined>& undetermined() const { return undetermined_; }
  // True if its last solution kept values.
  bool is_undetermined() const { return is_undetermined_; }
  // For the change to machine code.
  std::vector<codegen::Kernel*> kernels();

 private:
  struct Newton {
    Newton(codegen::KernelProgram outer_program, codegen::KernelProgram inner_program)
        : kernel(std::move(outer_program)), inner(std::move(inner_program)) {}
    codegen::Kernel kernel;  // residuals (absolute terms, where they are linear), then the entries of the
                             // Jacobian in pattern order
    codegen::Kernel inner;   // the inner unknowns, once the tearing variables are known
  };
  void BuildNewton(System& system, const causal::EquationList& equations, const causal::Program& program,
                   const causal::Block& block);
  void BuildRelaxation(System& system, const causal::EquationList& equations, const causal::Program& program,
                       const causal::Block& block);
  bool Relaxed(Workspace& workspace);
  bool Evaluate(Workspace& workspace);  // residuals and entries
  void AddProducts(const Workspace& workspace);
  linear::FactorStatus Factor();
  void SolveLinear(std::span<double> b);  // with the matrix factored last
  bool IsOnBranch(const Workspace& workspace);
  double LeastPivot(std::span<const double> units) const;
  bool FullSteps(Workspace& workspace);
  void Subtract(Workspace& workspace, std::span<const double> step);
  double SmallStep() const;
  bool IsSharp(const Workspace& workspace, std::span<const double> step, double ratio) const;
  void Sharpen(Workspace& workspace, double last_size, int most);
  // How the factors at hand serve: which part of a step is taken, and the rate that is expected of it.
  struct KeptUse {
    double share = 1, rate = 0;
  };
  std::optional<KeptUse> UseOfKept(const Workspace& workspace) const;
  bool KeptSteps(Workspace& workspace);
  bool IterateKept(Workspace& workspace, const std::optional<KeptUse>& use);
  bool RenewMatrix(Workspace& workspace);
  bool IsMatrixKnown(const Workspace& workspace) const;
  void NoteMatrix(const Workspace& workspace);
  bool SolveUntorn(Workspace& workspace);
  std::optional<LoopFailure> DampedSteps(Workspace& workspace);
  bool StepUndetermined(Workspace& workspace);
  bool SearchFurther(Workspace& workspace);
  bool MoveDamped(Workspace& workspace, double size);
  bool Climb(Workspace& workspace);
  void TakeNearest(Workspace& workspace);
  bool IsInnerWithin(Workspace& workspace, std::span<const double> z);
  void GuessInner(Workspace& workspace);
  void CheckDetermined(Workspace& workspace);
  nonlinear::NonlinearProblem ProblemAt(Workspace& workspace);
  void Set(Workspace& workspace, std::span<const double> z);
  double SizeOf(const Workspace& workspace, std::span<const double> step) const;
  std::optional<LoopFailure> Fold() const;
  LoopFailure NotFinite() const;
  LoopFailure Singular() const;
  LoopFailure NotInTime(Workspace& workspace);
  // Of the residuals at the workspace, in units of what changes of the unknowns by their own size would do.
  struct Worst {
    std::size_t row = 0;
    double size = 0;
  };
  Worst WorstResidual(const Workspace& workspace);
  void AssignInner(Workspace& workspace);
  std::span<double> residuals() { return {outputs_.data(), tearing_.size()}; }
  std::span<const double> entries() const {
    return {outputs_.data() + tearing_.size(), outputs_.size() - tearing_.size()};
  }

  bool is_linear_;
  int most_iterations_ = 0;  // 0: as many as it takes
  bool may_search_ = false;
  std::vector<Quantity> tearing_;
  Targets places_;  // of the tearing variables
  Targets inner_;
  std::vector<Quantity> inner_unknowns_;  // in its order
  std::vector<EquationId> rows_;
  std::vector<double> nominal_;  // of the tearing variables
  linear::SparsePattern pattern_;
  std::optional<Newton> newton_;
  FactoredMatrix solver_;
  std::optional<codegen::Kernel> residual_;  // the residuals alone; none: factors are not kept
  // What the entries consist of, where that is parameters alone, and their values when the matrix was
  // factored.
  std::optional<std::vector<ParameterId>> matrix_parameters_;
  std::vector<double> known_parameters_;
  std::optional<ParameterId> step_size_;
  double factored_step_ = 0;  // the step size of the factors
  double factor_worth_ =
      0;  // how many iterations a factorization is worth where factors outlive step sizes; 0: they do not
  double extra_ = 0;         // iterations that old factors have cost so far
  bool must_renew_ = false;  // a new matrix pays
  double accuracy_ = 1e-13;
  double rate_ = 1;                            // of the last kept steps; 1: not known
  double measured_at_ = 0;                     // the size of the first step then
  double pivot_ = 0;                           // of a matrix with a single entry, in place of the solver
  std::optional<codegen::Kernel> relaxation_;  // all unknowns, then pivots and scales in turn
  Targets relaxed_;
  Copied<LoopSolver> untorn_;  // the same block in all unknowns; empty if this one is untorn
  std::vector<double> outputs_, inner_values_, relaxed_values_, start_;
  std::vector<double> point_, step_, units_;  // of the damped iteration
  bool keeps_branch_;
  bool may_pass_folds_ = false;
  std::optional<LoopBranch> branch_;
  std::vector<double> pivots_;  // of a loop that keeps its branch: by rows
  int sign_ = 0;
  // Of FindDeterminant, which must leave the iteration alone.
  struct Watched {
    explicit Watched(const linear::SparsePattern& pattern) : solver(pattern) {}
    linear::CopyableSolver solver;
    std::vector<double> outputs, pivots;
  };
  std::optional<Watched> watched_;
  LoopStatistics statistics_;
  std::optional<Undetermined> undetermined_;
  bool is_undetermined_ = false;
  void TakeBackJumps(Workspace& workspace);
  void WatchJump(const Workspace& workspace, bool is_hard);
  RememberedJumps jumps_;
  std::optional<nonlinear::Bounds> bounds_;  // where the ladder is allowed
  nonlinear::Bounds inner_bounds_;           // of the inner unknowns
  std::vector<char> is_said_;                // per tearing variable: its start value was given
  nonlinear::Rung rung_ = nonlinear::Rung::kNone;
  std::optional<OtherSolution> other_;
};

}  // namespace daedalus::execute
