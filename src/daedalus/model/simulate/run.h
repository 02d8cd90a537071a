// The run: an integrator steps from start to stop, and the output grid is read off its dense output.
//
// One turn of the loop:
//   1. step: the integrator makes one step of its own choice, never past the stop time
//   2. output: every grid point that the step has passed is interpolated and handed out, in order
//   3. watch: progress is reported, an interruption is noticed, and another integrator may take over because
//      other states have become much better
//
// With events (EventSource), no step goes past the next time event. After each step the first state event
// inside it is searched for. If there is one, only the points before it are handed out. Then follow the
// points just before and just after the event, at the same time, and the integrator continues from there. Of
// an event at the start only the point after it is handed out.
//
// So the grid costs no steps. After a failure or an interruption the last good point is handed out as well,
// so that the results end where the run ended.
#pragma once

#include <functional>
#include <limits>
#include <optional>
#include <span>
#include <vector>

#include "daedalus/base/diagnostics/diagnostic.h"
#include "daedalus/model/simulate/output_grid.h"
#include "daedalus/numerics/integrate/integrator.h"

namespace daedalus::simulate {

// The source of the grid points: dense output inside the steps; or steps that end there, for methods whose
// dense output is less accurate than their steps.
enum class PointsBy { kDenseOutput, kSteps };

// Another integrator, at the same time, that replaces the present one, and the source of grid points with it.
// Without an integrator the present one continues.
struct Relief {
  integrate::Integrator* integrator = nullptr;
  PointsBy points = PointsBy::kDenseOutput;
  double until = std::numeric_limits<double>::infinity();  // none of its steps goes beyond
};

// The events of a model, as a run sees them (events.h).
class EventSource {
 public:
  virtual ~EventSource() = default;
  // The next time event, or the present time if one is due at once.
  virtual double NextInstant() = 0;
  // No step may go beyond this time; infinite: no limit.
  virtual double StepLimit(double t) const = 0;
  // After a step: the time of the first state event in it. Dense output is accurate there.
  virtual Result<std::optional<double>> FindInStep() = 0;
  // After a step without an event, and after its points of the results: nothing is evaluated before its end
  // any more. An event may be due there afterwards.
  virtual Result<Unit> EndStep() { return Unit{}; }
  struct Handled {
    bool ends = false;  // the model ends the run
    Relief relief;      // if other states take over
  };
  // Handles the event at time t, which is the end of the last step or lies in it. Afterwards the integrator
  // stands at t.
  virtual Result<Handled> Handle(double t) = 0;
  // Call after another integrator has taken over.
  virtual Result<Unit> Resume() = 0;
  // The last event, at the end of the run. Returns true if something has changed.
  virtual Result<bool> Finish(double t) = 0;
};

struct RunHooks {
  // One point of the results; a failure (a full disk) ends the run.
  std::function<Result<Unit>(double t, std::span<const double> y, std::span<const double> yp)> output;
  // After each step; may be empty.
  std::function<void(double t)> after_step;
  // Called after each step, and with the outcome of a failed one. An error ends the run. May be empty.
  std::function<Result<Relief>(const integrate::StepOutcome* failure)> relieve;
  // Returns true to end the run; may be empty.
  std::function<bool()> interrupted;
  EventSource* events = nullptr;  // null: there are none
};

struct RunOutcome {
  enum class Status { kDone, kTerminated, kInterrupted, kSolverFailed, kStopped };
  Status status = Status::kDone;
  double final_time = 0;
  std::optional<integrate::StepOutcome> failure;  // if kSolverFailed
  std::vector<Diagnostic> errors;                 // if kStopped: messages of a hook
};

// A run that may pause. The integrator is initialized at grid.start, or at a later time; then earlier points
// of the grid are left out. All arguments outlive the runner.
class Runner {
 public:
  Runner(integrate::Integrator& integrator, const OutputGrid& grid, const RunHooks& hooks,
         PointsBy points = PointsBy::kDenseOutput)
      : integrator_(&integrator), grid_(grid), hooks_(hooks), points_(points) {}

  // Runs to `t`, where a step ends and the time events that are due happen, or to the end of the grid.
  // nullopt: the run can continue. Otherwise it is over, and no function may be called any more.
  // `pauses` is asked after each step and its event. If it returns true, the run pauses there, before `t`.
  std::optional<RunOutcome> AdvanceTo(double t, const std::function<bool()>& pauses = {});
  // Ends a run that could continue: events at the end happen (`terminal()`).
  RunOutcome Finish();
  // Call if the point was changed from outside: the integrator has begun again there.
  void TakeOver(const Relief& relief);

 private:
  template <class T>
  bool Keep(Result<T> result, T& into);
  double Limit(double t) const;
  bool Output(double t, std::span<const double> y, std::span<const double> yp);
  bool OutputStart();
  bool IsInterrupted() const { return hooks_.interrupted && hooks_.interrupted(); }
  bool Relieve(const integrate::StepOutcome* failure);
  std::optional<RunOutcome> StepOnce(double t);
  bool Advance();
  bool DueEvents();
  bool Event(double t);
  bool FinishEvents();
  bool Interpolated(double t);
  bool OutputPassedPoints(double end, bool inclusive);
  RunOutcome Stop(RunOutcome::Status status);
  RunOutcome End(RunOutcome::Status status);

  integrate::Integrator* integrator_;
  const OutputGrid& grid_;
  const RunHooks& hooks_;
  PointsBy points_;
  double until_ = std::numeric_limits<double>::infinity();  // no step goes beyond
  std::vector<double> y_, yp_;                              // work arrays
  std::int64_t next_point_ = 0;                             // of the grid; 0: nothing was handed out yet
  double last_output_ = 0;
  bool is_terminated_ = false;
  RunOutcome outcome_;
};

// The whole run at once.
RunOutcome Run(integrate::Integrator& integrator, const OutputGrid& grid, const RunHooks& hooks,
               PointsBy points = PointsBy::kDenseOutput);

}  // namespace daedalus::simulate
