// Executes a Program: from what is known to all its unknowns. In the causal form: from time and states to all
// derivatives and algebraic variables.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <variant>
#include <vector>

#include "daedalus/programs/causal/square_problem.h"
#include "daedalus/programs/execute/least_squares_loop.h"
#include "daedalus/programs/execute/loop_determinants.h"
#include "daedalus/programs/execute/loop_solver.h"
#include "daedalus/programs/execute/schedule.h"
#include "daedalus/programs/execute/targets.h"

namespace daedalus::execute {

struct ExecutionFailure {
  std::uint32_t block = 0;  // of the Program
  LoopFailure loop;
};

// A copy shares the code of the original, and nothing else.
class ProgramRunner {
 public:
  // Expressions are built in the graph of the system. `nominal` per variable. What is wanted first:
  // derivatives, unless said otherwise.
  ProgramRunner(
      System& system, const causal::SquareProblem& problem, const causal::Program& program,
      std::span<const double> nominal,
      const IsWanted& is_wanted = [](const Quantity& unknown) { return unknown.is_derivative(); });

  // The derivatives (or what else is wanted first), and what they need. An assignment that is not finite is
  // no failure here: it shows in the derivatives.
  std::optional<ExecutionFailure> RunForDerivatives(Workspace& workspace) {
    return Run(core_, core_places_, workspace);
  }
  // The rest, after RunForDerivatives.
  std::optional<ExecutionFailure> RunForOutputs(Workspace& workspace) {
    return Run(outputs_, output_places_, workspace);
  }

  // Of all loops that keep their branch, and of those that have jumped (loop_solver.h).
  void ForgetBranches();
  void ConfirmBranches();
  void PassFolds(bool may_pass);
  bool keeps_branches() const { return keeps_branches_; }  // some loop does

  // Of the nonlinear loops that were solved last at the time of the workspace.
  void FindDeterminants(const Workspace& workspace, std::vector<LoopDeterminant>& out);
  bool has_nonlinear_loops() const { return has_nonlinear_; }

  // Of every loop (loop_solver.h).
  void BoundIterations(int most);
  void AllowSearch(bool is_allowed);
  void AskFor(double accuracy);
  void FollowStepSize(ParameterId h);
  bool keeps_factors() const { return keeps_factors_; }  // some loop does
  bool outlives_steps() const { return outlives_steps_; }
  void AllowLadder(std::span<const double> min, std::span<const double> max, std::span<const char> is_said);

  std::vector<codegen::Kernel*> kernels();
  LoopStatistics loop_statistics() const;
  // What the clock of the workspaces has measured (Workspace::clock): one entry for each loop, and one for
  // each group of assignments that are computed together.
  struct StepCost {
    std::vector<std::uint32_t> blocks;  // of the Program
    std::size_t iterated = 0;           // unknowns of the iteration of a loop; 0: assignments
    LoopStatistics loop = {};
    WorkClock::Cost cost;
  };
  std::vector<StepCost> Costs(const WorkClock& clock) const;
  // How each loop was solved last.
  struct LoopRecord {
    std::uint32_t block = 0;  // of the Program
    nonlinear::Rung rung = nonlinear::Rung::kNone;
    std::int64_t iterations = 0;
    std::optional<OtherSolution> other = {};  // at a start
  };
  std::vector<LoopRecord> LoopRecords() const;
  // Of the first loop whose unknowns were not all determined (loop_solver.h).
  std::optional<Undetermined> FindUndetermined() const;
  // Whether there was one when everything was computed last.
  bool IsUndetermined() const;

 private:
  struct Assignments {
    codegen::Kernel kernel;
    Targets targets;
    std::vector<double> values;
    std::vector<std::uint32_t> blocks;
  };
  struct Loop {
    LoopSolver solver;
    std::uint32_t block = 0;
    std::optional<double> solved_at = {};  // the time, where it was solved last
  };
  // The block that takes the invariants of the system with it (causal::Block::takes_invariants).
  struct Overdetermined {
    LeastSquaresLoop solver;
    std::uint32_t block = 0;
  };
  using Step = std::variant<Assignments, Loop, Overdetermined>;
  template <class Visit>
  void ForEachLoop(Visit visit);
  template <class Visit>
  void ForEachOverdetermined(Visit visit);

  static std::vector<Step> Compile(System& system, const causal::EquationList& equations,
                                   const causal::Program& program, std::span<const Stage> stages,
                                   std::span<const double> nominal);
  static std::optional<ExecutionFailure> RunStep(Step& step, Workspace& workspace);
  using Places = std::vector<WorkClock::Place>;  // of the steps; empty where nothing was measured
  static std::optional<ExecutionFailure> Run(std::vector<Step>& steps, Places& places, Workspace& workspace);
  static std::optional<ExecutionFailure> RunMeasured(std::vector<Step>& steps, Places& places,
                                                     Workspace& workspace);

  std::vector<Step> core_, outputs_;
  Places core_places_, output_places_;
  bool keeps_branches_ = false, keeps_factors_ = false, outlives_steps_ = false,
       has_nonlinear_ = false;  // some loop among them does, or is
};

}  // namespace daedalus::execute
