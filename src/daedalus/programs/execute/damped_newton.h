// Newton's iteration with damped steps, for a start from which full ones do not converge.
//
// Steps are damped by the natural monotonicity test ([Deu04] sec. 3.3): with the step d = J^-1 F the point
// moves by -lambda d, lambda = 1, 1/2, 1/4, ... until |J^-1 F(new point)| <= (1 - lambda / 4) |d|, which does
// not depend on the units of the equations. Points where the equations have no finite value are rejected in
// the same way. All iterations are bounded.
//
// If the matrix is singular and the equations do not contradict each other, the loop takes the solution
// nearest to the last one (linear/least_change.h), and records that.
//
// [Deu04] Deuflhard, Newton Methods for Nonlinear Problems, 2004.
#pragma once

#include <optional>
#include <vector>

#include "daedalus/programs/execute/loop_newton.h"

namespace daedalus::execute {

class DampedNewton {
 public:
  explicit DampedNewton(std::size_t size) : point_(size), step_(size) {}

  struct Outcome {
    std::optional<LoopFailure> failure = {};
    bool is_undetermined = false;  // some unknowns kept their values; LoopNewton::Singular says which
  };
  Outcome Solve(LoopNewton& newton, Workspace& workspace);

 private:
  // If some unknowns are undetermined: the step of least change.
  bool StepUndetermined(LoopNewton& newton, Workspace& workspace);
  // Goes from point_ to the first point along -step_ that passes the test, with the matrix of point_. `size`
  // is the size of step_.
  bool Move(LoopNewton& newton, Workspace& workspace, double size);

  std::vector<double> point_, step_, units_;
};

}  // namespace daedalus::execute
