// The last resort of a loop at the start of a model, where the guess may be worthless: it searches solutions
// far from the guess, within bounds (nonlinear/block_solver.h). Of several solutions it takes the one nearest
// to the guess, over the unknowns with given start values (nonlinear/nearest_solution.h).
#pragma once

#include <optional>
#include <span>
#include <vector>

#include "daedalus/numerics/nonlinear/block_solver.h"
#include "daedalus/programs/execute/loop_newton.h"

namespace daedalus::execute {

class LoopLadder {
 public:
  // Bounds, and whether a start value was given, per variable of the system.
  LoopLadder(const LoopEquations& equations, std::span<const double> min, std::span<const double> max,
             std::span<const char> is_said);

  // Solves the loop from this start. The rung is kNone, and the unknowns stay, if that fails.
  nonlinear::Rung Climb(LoopNewton& newton, Workspace& workspace, std::span<const double> start) const;
  // If the solution at the workspace, which was hard to find, is one of many, or of two that meet there: an
  // unknown that it leaves open.
  std::optional<LoopFailure> FindUndetermined(LoopEquations& equations, Workspace& workspace) const;
  // Goes from the solution at the workspace to the one nearest to the guess. Returns another one, if there
  // is.
  std::optional<OtherSolution> TakeNearest(LoopNewton& newton, Workspace& workspace,
                                           std::span<const double> guess) const;

 private:
  // The inner unknowns of a solution must be within their bounds too.
  bool IsInnerWithin(LoopEquations& equations, Workspace& workspace, std::span<const double> z) const;

  nonlinear::Bounds bounds_, inner_bounds_;  // of the inner unknowns
  std::vector<char> is_said_;                // per unknown of the iteration: its start value was given
};

// At a start the inner unknowns have no guess of their own, for those that have are torn: what the tearing
// variables say is one.
void GuessInner(LoopEquations& equations, Workspace& workspace);

}  // namespace daedalus::execute
