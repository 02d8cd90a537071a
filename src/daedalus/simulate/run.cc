#include "daedalus/simulate/run.h"

namespace daedalus::simulate {
namespace {

using integrate::Integrator;
using Status = RunOutcome::Status;

class Runner {
 public:
  Runner(Integrator& integrator, const OutputGrid& grid, const RunHooks& hooks, PointsBy points)
      : integrator_(&integrator), grid_(grid), hooks_(hooks), points_(points) {}

  RunOutcome Run() {
    if (!Output(integrator_->time(), integrator_->y(), integrator_->yp())) return Finish(Status::kStopped);
    next_point_ = 1;
    while (next_point_ < grid_.num_points()) {
      const double limit = points_ == PointsBy::kSteps ? grid_.Time(next_point_) : grid_.stop;
      const integrate::StepOutcome step = integrator_->Step(limit);
      if (!step.ok()) {
        if (IsInterrupted()) return Stop(Status::kInterrupted);
        if (Relieve(&step)) continue;
        if (!outcome_.errors.empty()) return Stop(Status::kStopped);
        outcome_.failure = step;
        return Stop(Status::kSolverFailed);
      }
      if (!OutputPassedPoints()) return Finish(Status::kStopped);
      if (hooks_.after_step) hooks_.after_step(integrator_->time());
      if (IsInterrupted()) return Stop(Status::kInterrupted);
      Relieve(nullptr);
      if (!outcome_.errors.empty()) return Stop(Status::kStopped);
    }
    return Finish(Status::kDone);
  }

 private:
  bool Output(double t, std::span<const double> y, std::span<const double> yp) {
    last_output_ = t;
    auto written = hooks_.output(t, y, yp);
    if (!written) outcome_.errors = std::move(written).error();
    return outcome_.errors.empty();
  }

  bool IsInterrupted() const { return hooks_.interrupted && hooks_.interrupted(); }

  bool Relieve(const integrate::StepOutcome* failure) {
    if (!hooks_.relieve) return false;
    auto other = hooks_.relieve(failure);
    if (!other) outcome_.errors = std::move(other).error();
    if (!other || !*other) return false;
    integrator_ = *other;
    return true;
  }

  bool OutputPassedPoints() {
    y_.resize(integrator_->y().size());
    yp_.resize(integrator_->y().size());
    for (; next_point_ < grid_.num_points(); ++next_point_) {
      const double t = grid_.Time(next_point_);
      if (t > integrator_->time()) break;
      DAEDALUS_CHECK(integrator_->Interpolate(t, y_, yp_),
                     "a grid point that the step has passed lies in the step");
      if (!Output(t, y_, yp_)) return false;
    }
    return true;
  }

  RunOutcome Stop(Status status) {
    if (integrator_->time() > last_output_ &&
        !Output(integrator_->time(), integrator_->y(), integrator_->yp())) {
      status = Status::kStopped;
    }
    return Finish(status);
  }

  RunOutcome Finish(Status status) {
    outcome_.status = status;
    outcome_.final_time = integrator_->time();
    return std::move(outcome_);
  }

  Integrator* integrator_;
  const OutputGrid& grid_;
  const RunHooks& hooks_;
  PointsBy points_;
  std::vector<double> y_, yp_;
  std::int64_t next_point_ = 0;
  double last_output_ = 0;
  RunOutcome outcome_;
};

}  // namespace

RunOutcome Run(Integrator& integrator, const OutputGrid& grid, const RunHooks& hooks, PointsBy points) {
  return Runner(integrator, grid, hooks, points).Run();
}

}  // namespace daedalus::simulate
