// Solves the equations of a model at an event of the residual form as the causal form does: block by block.
//
// An integrator of F(t, y, y') = 0 solves all equations together, from values that are near. After an event
// they are not near: a switch has closed, a flow has come to rest. One Newton iteration over everything then
// fails, but the blocks can be solved one after the other, each torn and with few unknowns (loop_solver.h).
// If nothing determines the unknowns of a block, they keep their values, and the following blocks are solved
// all the same. So events have the same results in both forms.
#pragma once

#include <atomic>
#include <span>

#include "daedalus/model/compile/compiled_choice.h"
#include "daedalus/programs/execute/program_runner.h"

namespace daedalus::simulate {

class EventBlocks {
 public:
  // `parameters` are those of an instance, and `held` is the place of its values between events. Both outlive
  // this object.
  EventBlocks(const compile::CompiledChoice& compiled, std::span<const double> parameters,
              std::span<const double> held, const std::atomic<bool>* cancelled);

  // Keeps the states in `quantities` and computes everything else, with the present values as first guesses.
  // False if a loop has no solution or a value is not finite; then `quantities` is unchanged.
  bool Solve(double t, std::span<double> quantities);
  // If a loop has no solution near the last one, another one is searched for (execute/loop_solver.h).
  void AllowSearch(bool is_allowed) { runner_.AllowSearch(is_allowed); }
  // True if nothing determined some of the unknowns in the last call of Solve.
  bool is_undetermined() const { return runner_.IsUndetermined(); }

 private:
  const compile::PreparedModel& model_;
  execute::ProgramRunner runner_;
  execute::Workspace workspace_;
};

}  // namespace daedalus::simulate
