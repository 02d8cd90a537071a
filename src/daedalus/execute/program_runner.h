// Executes a Program: from what is known to all its unknowns. In the causal form: from time and states to all
// derivatives and algebraic variables.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <variant>
#include <vector>

#include "daedalus/causal/square_problem.h"
#include "daedalus/execute/loop_solver.h"
#include "daedalus/execute/schedule.h"

namespace daedalus::execute {

struct ExecutionFailure {
  std::uint32_t block = 0;  // of the Program
  LoopFailure loop;
};

class ProgramRunner {
 public:
  // Expressions are built in the graph of the system. `nominal` per variable.
  ProgramRunner(System& system, const causal::SquareProblem& problem, const causal::Program& program,
                std::span<const double> nominal);

  // The derivatives, and what they need. An assignment that is not finite is no failure here: it shows in the
  // derivatives.
  std::optional<ExecutionFailure> RunForDerivatives(Workspace& workspace) { return Run(core_, workspace); }
  // The rest, after RunForDerivatives.
  std::optional<ExecutionFailure> RunForOutputs(Workspace& workspace) { return Run(outputs_, workspace); }

  // Of all loops that keep their branch (loop_solver.h).
  void ForgetBranches();
  void ConfirmBranches();

  std::vector<codegen::Kernel*> kernels();
  LoopStatistics loop_statistics() const;

 private:
  struct Assignments {
    std::unique_ptr<codegen::Kernel> kernel;
    std::vector<Quantity> targets;
    std::vector<double> values;
  };
  struct Loop {
    std::unique_ptr<LoopSolver> solver;
    std::uint32_t block = 0;
  };
  using Step = std::variant<Assignments, Loop>;

  static std::vector<Step> Compile(System& system, const causal::EquationList& equations,
                                   const causal::Program& program, std::span<const Stage> stages,
                                   std::span<const double> nominal);
  static std::optional<ExecutionFailure> Run(std::vector<Step>& steps, Workspace& workspace);

  std::vector<Step> core_, outputs_;
  std::vector<LoopSolver*> branches_;  // the loops among them that keep their branch
};

}  // namespace daedalus::execute
