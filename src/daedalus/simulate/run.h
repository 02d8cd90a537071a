// The run: an integrator steps from start to stop, and the output grid is read off its dense output.
//
// One turn of the loop:
//   1. step: the integrator makes one step of its own choosing, never past the stop time
//   2. output: every grid point that the step has passed is interpolated and handed out, in order
//   3. look around: progress is told, an interruption is noticed, another integrator may take over (other
//      states have become the better ones)
// The grid therefore costs no steps. After a failure or an interruption the last good point is handed out as
// well, so that the results end where the run ended.
#pragma once

#include <functional>
#include <optional>
#include <span>
#include <vector>

#include "daedalus/diagnostics/diagnostic.h"
#include "daedalus/integrate/integrator.h"
#include "daedalus/simulate/output_grid.h"

namespace daedalus::simulate {

struct RunHooks {
  // One point of the results; a failure (a full disk) ends the run.
  std::function<Result<Unit>(double t, std::span<const double> y, std::span<const double> yp)> output;
  // After each step; may be empty.
  std::function<void(double t)> after_step;
  // After each step, and with the outcome of one that failed: another integrator, at the same time, that goes
  // on in its place; null: none; an error ends the run. May be empty.
  std::function<Result<integrate::Integrator*>(const integrate::StepOutcome* failure)> relieve;
  // True ends the run; may be empty.
  std::function<bool()> interrupted;
};

struct RunOutcome {
  enum class Status { kDone, kInterrupted, kSolverFailed, kStopped };
  Status status = Status::kDone;
  double final_time = 0;
  std::optional<integrate::StepOutcome> failure;  // of kSolverFailed
  std::vector<Diagnostic> errors;                 // of kStopped: what a hook said
};

// Where the points of the grid come from: dense output inside the steps, or steps that end there, for methods
// whose dense output is poorer than their steps.
enum class PointsBy { kDenseOutput, kSteps };

// The integrator is initialized at grid.start.
RunOutcome Run(integrate::Integrator& integrator, const OutputGrid& grid, const RunHooks& hooks,
               PointsBy points = PointsBy::kDenseOutput);

}  // namespace daedalus::simulate
