// Solves one algebraic loop of a Program, again and again along a run.
//
// The unknowns of the iteration are the tearing variables; the inner assignments are substituted into the
// residual equations, and their derivatives come along by the chain rule (Cellier & Kofman (7.19), (7.31)),
// so that one kernel gives residuals and exact Jacobian together. A loop that is not torn is the same with
// nothing to substitute.
//
// Newton starts from the last solution, which along a run is near, and takes full steps; where that does not
// converge, the damped iteration of nonlinear/newton.h is tried from the same start. A linear loop takes one
// step. One with a relaxation (causal/relaxation.h) is computed without iteration, as long as the guards of
// its pivots hold.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "daedalus/causal/program.h"
#include "daedalus/causal/square_problem.h"
#include "daedalus/codegen/kernel.h"
#include "daedalus/execute/workspace.h"
#include "daedalus/linear/linear_solver.h"

namespace daedalus::execute {

struct LoopFailure {
  std::string reason;                       // a sentence fragment
  std::optional<EquationId> equation = {};  // the residual equation that is worst, or not finite
  std::optional<Quantity> unknown = {};     // the tearing variable without a pivot
};

struct LoopStatistics {
  std::int64_t solved = 0;      // times the loop was solved
  std::int64_t iterations = 0;  // of Newton, in all
  std::int64_t damped = 0;      // times the damped iteration was needed
  std::int64_t relaxed = 0;     // times the relaxation was enough
};

class LoopSolver {
 public:
  // `equations` is the list of the problem that the Program solves. Expressions are built in the graph of the
  // system. `nominal` per variable.
  LoopSolver(System& system, const causal::EquationList& equations, const causal::Program& program,
             const causal::Block& block, std::span<const double> nominal);

  // Writes the unknowns of the block; after a failure they are as before.
  std::optional<LoopFailure> Solve(Workspace& workspace);

  const LoopStatistics& statistics() const { return statistics_; }
  // For the change to machine code.
  std::vector<codegen::Kernel*> kernels();

 private:
  struct Newton {
    Newton(codegen::KernelProgram outer_program, codegen::KernelProgram inner_program)
        : kernel(std::move(outer_program)), inner(std::move(inner_program)) {}
    codegen::Kernel kernel;  // residuals, then the entries of the Jacobian in pattern order
    codegen::Kernel inner;   // the inner unknowns, once the tearing variables are known
  };
  void BuildNewton(System& system, const causal::EquationList& equations, const causal::Program& program,
                   const causal::Block& block);
  void BuildRelaxation(System& system, const causal::EquationList& equations, const causal::Program& program,
                       const causal::Block& block);
  bool Relaxed(Workspace& workspace);
  bool Evaluate(Workspace& workspace);
  bool FullSteps(Workspace& workspace);
  std::optional<LoopFailure> DampedSteps(Workspace& workspace);
  void AssignInner(Workspace& workspace);
  std::span<double> residuals() { return {outputs_.data(), tearing_.size()}; }
  std::span<double> entries() {
    return {outputs_.data() + tearing_.size(), outputs_.size() - tearing_.size()};
  }

  bool is_linear_;
  std::vector<Quantity> tearing_, inner_;
  std::vector<EquationId> rows_;
  std::vector<double> nominal_;  // of the tearing variables
  linear::SparsePattern pattern_;
  std::unique_ptr<Newton> newton_;
  std::unique_ptr<linear::LinearSolver> solver_;
  std::unique_ptr<codegen::Kernel> relaxation_;  // all unknowns, then pivots and scales in turn
  std::vector<Quantity> relaxed_;
  std::vector<double> outputs_, inner_values_, relaxed_values_, start_;
  LoopStatistics statistics_;
};

}  // namespace daedalus::execute
