// A loop that is solved without iteration: elimination in an order of its own, as a list of assignments
// (causal/relaxation.h), as long as the guards of its pivots hold.
#pragma once

#include <optional>
#include <vector>

#include "daedalus/programs/causal/program.h"
#include "daedalus/programs/causal/square_problem.h"
#include "daedalus/programs/codegen/kernel.h"
#include "daedalus/programs/execute/targets.h"
#include "daedalus/programs/execute/workspace.h"

namespace daedalus::execute {

class LoopRelaxation {
 public:
  // nullopt if the block has none. Expressions are built in the graph of the system.
  static std::optional<LoopRelaxation> Make(System& system, const causal::EquationList& equations,
                                            const causal::Program& program, const causal::Block& block);

  // Writes all unknowns of the block. False, and nothing is written, where a pivot is too small.
  bool Solve(Workspace& workspace);

  // For the change to machine code.
  codegen::Kernel* kernel() { return &kernel_; }

 private:
  LoopRelaxation(codegen::KernelProgram program, Targets unknowns, std::size_t num_outputs);

  codegen::Kernel kernel_;  // all unknowns, then pivots and scales in turn
  Targets unknowns_;
  std::vector<double> values_;
};

}  // namespace daedalus::execute
