#include "daedalus/model/simulate/run.h"

#include <algorithm>
#include <cmath>

namespace daedalus::simulate {
namespace {

using integrate::Integrator;
using Status = RunOutcome::Status;

// Relative to a time: nearer times are the same instant.
constexpr double kNear = 1e-12;

}  // namespace

std::optional<RunOutcome> Runner::AdvanceTo(double t, const std::function<bool()>& pauses) {
  if (next_point_ == 0) {
    if (!OutputStart()) return End(Status::kStopped);
    next_point_ = 1;
    while (next_point_ < grid_.num_points() - 1 && grid_.Time(next_point_) <= integrator_->time())
      ++next_point_;
  }
  while (next_point_ < grid_.num_points() && integrator_->time() < t) {
    if (auto over = StepOnce(t)) return over;
    if (pauses && pauses()) return std::nullopt;
  }
  // A run to the end of the grid handles what is due there in its last step.
  if (next_point_ == grid_.num_points()) return std::nullopt;
  if (!DueEvents()) return Stop(Status::kStopped);
  return is_terminated_ ? std::optional(End(Status::kTerminated)) : std::nullopt;
}

std::optional<RunOutcome> Runner::StepOnce(double t) {
  if (!DueEvents()) return Stop(Status::kStopped);
  if (is_terminated_) return End(Status::kTerminated);
  const integrate::StepOutcome step = integrator_->Step(Limit(t));
  if (!step.ok()) {
    if (IsInterrupted()) return Stop(Status::kInterrupted);
    if (Relieve(&step)) return std::nullopt;
    if (!outcome_.errors.empty()) return Stop(Status::kStopped);
    outcome_.failure = step;
    return Stop(Status::kSolverFailed);
  }
  if (!Advance()) return End(Status::kStopped);
  if (is_terminated_) return End(Status::kTerminated);
  if (hooks_.after_step) hooks_.after_step(integrator_->time());
  if (IsInterrupted()) return Stop(Status::kInterrupted);
  Relieve(nullptr);
  return outcome_.errors.empty() ? std::nullopt : std::optional(Stop(Status::kStopped));
}

RunOutcome Runner::Finish() {
  return FinishEvents() ? End(Status::kDone) : End(Status::kStopped);
}

double Runner::Limit(double t) const {
  const double limit =
      std::min(points_ == PointsBy::kSteps ? grid_.Time(next_point_) : grid_.stop, std::min(until_, t));
  if (!hooks_.events) return limit;
  const double instant = std::min(limit, hooks_.events->NextInstant());
  const double longest = hooks_.events->StepLimit(integrator_->time());
  // Avoids a step of a few ulps after one of the maximal length.
  return longest < instant - kNear * std::abs(instant) ? longest : instant;
}

template <class T>
bool Runner::Keep(Result<T> result, T& into) {
  if (!result) {
    outcome_.errors = std::move(result).error();
    return false;
  }
  into = std::move(*result);
  return true;
}

bool Runner::Output(double t, std::span<const double> y, std::span<const double> yp) {
  last_output_ = t;
  Unit written;
  return Keep(hooks_.output(t, y, yp), written);
}

// If the run begins with an event, as with a clock that ticks at once, the results begin after it.
bool Runner::OutputStart() {
  const double t = integrator_->time();
  last_output_ = t;
  // Without a step there is no event either.
  const bool is_event = grid_.num_points() > 1 && hooks_.events && hooks_.events->NextInstant() <= t;
  if (is_event) return true;
  return Output(t, integrator_->y(), integrator_->yp());
}

bool Runner::Relieve(const integrate::StepOutcome* failure) {
  if (!hooks_.relieve) return false;
  auto other = hooks_.relieve(failure);
  if (!other) {
    outcome_.errors = std::move(other).error();
    return false;
  }
  if (!other->integrator) return false;
  TakeOver(*other);
  Unit resumed;
  return !hooks_.events || Keep(hooks_.events->Resume(), resumed);
}

void Runner::TakeOver(const Relief& relief) {
  integrator_ = relief.integrator;
  points_ = relief.points;
  until_ = relief.until;
}

// After a step: hands out the grid points that it has passed, up to an event.
bool Runner::Advance() {
  if (!hooks_.events) return OutputPassedPoints(integrator_->time(), true);
  std::optional<double> event;
  if (!Keep(hooks_.events->FindInStep(), event)) return false;
  if (!event && hooks_.events->NextInstant() <= integrator_->time()) event = integrator_->time();
  if (!OutputPassedPoints(event.value_or(integrator_->time()), !event)) return false;
  if (event) return Event(*event);
  Unit ended;
  return Keep(hooks_.events->EndStep(), ended);
}

// Handles time events that are due before any step.
bool Runner::DueEvents() {
  while (hooks_.events && !is_terminated_ && hooks_.events->NextInstant() <= integrator_->time()) {
    if (!Event(integrator_->time())) return false;
  }
  return true;
}

// The results contain the points on both sides of the event.
bool Runner::Event(double t) {
  if (last_output_ < t) {
    if (!Interpolated(t)) return false;
  }
  EventSource::Handled handled;
  if (!Keep(hooks_.events->Handle(t), handled)) return false;
  is_terminated_ = handled.ends;
  if (handled.relief.integrator) {
    TakeOver(handled.relief);
  }
  // If a grid point differs from the event by rounding only, no further step is made to it.
  const double passed = t + kNear * std::abs(t);
  while (next_point_ < grid_.num_points() - 1 && grid_.Time(next_point_) <= passed) ++next_point_;
  while (next_point_ < grid_.num_points() && grid_.Time(next_point_) <= t) ++next_point_;
  return Output(t, integrator_->y(), integrator_->yp());
}

bool Runner::FinishEvents() {
  if (!hooks_.events) return true;
  const double t = integrator_->time();
  bool changed = false;
  if (!Keep(hooks_.events->Finish(t), changed)) return false;
  return !changed || Output(t, integrator_->y(), integrator_->yp());
}

bool Runner::Interpolated(double t) {
  y_.resize(integrator_->y().size());
  yp_.resize(integrator_->y().size());
  DAEDALUS_CHECK(integrator_->Interpolate(t, y_, yp_), "a point that the step has passed lies in the step");
  return Output(t, y_, yp_);
}

bool Runner::OutputPassedPoints(double end, bool inclusive) {
  for (; next_point_ < grid_.num_points(); ++next_point_) {
    const double t = grid_.Time(next_point_);
    if (inclusive ? t > end : t >= end) break;
    if (!Interpolated(t)) return false;
  }
  return true;
}

// The last point reached is part of the results, so that they end where the run ended.
RunOutcome Runner::Stop(Status status) {
  if (integrator_->time() > last_output_ &&
      !Output(integrator_->time(), integrator_->y(), integrator_->yp())) {
    status = Status::kStopped;
  }
  return End(status);
}

RunOutcome Runner::End(Status status) {
  outcome_.status = status;
  outcome_.final_time = integrator_->time();
  return std::move(outcome_);
}

RunOutcome Run(Integrator& integrator, const OutputGrid& grid, const RunHooks& hooks, PointsBy points) {
  Runner runner(integrator, grid, hooks, points);
  auto over = runner.AdvanceTo(std::numeric_limits<double>::infinity());
  return over ? *std::move(over) : runner.Finish();
}

}  // namespace daedalus::simulate
