// The equations of a model, solved at an event of the residual form as the causal form does it: block by
// block.
//
// An integrator of F(t, y, y') = 0 solves all equations together, from values that are near. After an event
// they are not: a switch has closed, a flow has come to rest. One Newton iteration over everything then fails
// where the blocks one after the other, each torn and with few unknowns, do not (loop_solver.h); a block
// whose unknowns nothing determines keeps theirs, and what follows is solved all the same. So events come out
// alike in both forms.
#pragma once

#include <atomic>
#include <span>

#include "daedalus/compile/compiled_choice.h"
#include "daedalus/execute/program_runner.h"

namespace daedalus::simulate {

class EventBlocks {
 public:
  // With the parameters of an instance and the place of what it holds between events, which outlive this
  // object.
  EventBlocks(const compile::CompiledChoice& compiled, std::span<const double> parameters,
              std::span<const double> held, const std::atomic<bool>* cancelled);

  // The states as they are in `quantities`, everything else anew, with what is there as first guess. False
  // where a loop has no solution, or something no finite value; then `quantities` is as before.
  bool Solve(double t, std::span<double> quantities);
  // Where a loop has no solution near the last one, another is looked for (execute/loop_solver.h).
  void AllowSearch(bool is_allowed) { runner_.AllowSearch(is_allowed); }
  // Whether nothing determined some of what was found last.
  bool is_undetermined() const { return runner_.IsUndetermined(); }

 private:
  const compile::PreparedModel& model_;
  execute::ProgramRunner runner_;
  execute::Workspace workspace_;
};

}  // namespace daedalus::simulate
