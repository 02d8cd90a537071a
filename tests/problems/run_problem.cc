#include "problems/run_problem.h"

#include <algorithm>
#include <optional>

#include "daedalus/numerics/integrate/roots.h"

namespace daedalus::problems {
namespace {

using integrate::Integrator;
using integrate::RootFinder;
using integrate::StepOutcome;
using integrate::StepStatus;

class Runner {
 public:
  Runner(const IvpProblem& problem, Integrator& integrator, const OutputPoints& points)
      : problem_(problem),
        integrator_(integrator),
        points_(points),
        y_(problem.y0),
        yp_(problem.yp0),
        point_(y_.size()),
        point_slope_(y_.size()) {
    if (problem.dae.num_roots > 0) finder_.emplace(problem.dae);
  }

  ProblemRun Run() {
    ProblemRun run;
    if (problem_.make_consistent) problem_.make_consistent(0, y_, yp_);
    run.outcome = integrator_.Initialize(0, y_, yp_);
    for (std::size_t piece = 0; run.outcome.ok() && piece <= problem_.restarts.size(); ++piece) {
      const bool last = piece == problem_.restarts.size();
      const double t_limit = last ? problem_.t_end : problem_.restarts[piece];
      run.outcome = finder_ ? RunWithEvents(t_limit, run.events) : RunSmoothly(t_limit);
      if (run.outcome.ok() && !last) run.outcome = Restart(t_limit, integrator_.y(), integrator_.yp());
    }
    run.y.assign(integrator_.y().begin(), integrator_.y().end());
    run.statistics = integrator_.statistics();
    return run;
  }

 private:
  StepOutcome RunSmoothly(double t_limit) {
    StepOutcome outcome{.status = StepStatus::kStepped};
    while (outcome.status == StepStatus::kStepped) {
      const double to = LimitOf(t_limit);
      outcome = integrator_.Step(to);
      if (outcome.ok()) ReadPointsUpTo(integrator_.time());
      if (outcome.status == StepStatus::kReachedLimit && to < t_limit) outcome.status = StepStatus::kStepped;
    }
    return outcome;
  }

  double TimeOf(int point) const {
    return point >= points_.intervals ? problem_.t_end : problem_.t_end * point / points_.intervals;
  }
  double LimitOf(double t_limit) const {
    return points_.by_steps ? std::min(t_limit, TimeOf(next_point_)) : t_limit;
  }
  void ReadPointsUpTo(double t) {
    if (points_.intervals <= 1) return;
    for (; next_point_ <= points_.intervals && TimeOf(next_point_) <= t; ++next_point_)
      integrator_.Interpolate(TimeOf(next_point_), point_, point_slope_);
  }

  StepOutcome RunWithEvents(double t_limit, int& events) {
    StepOutcome outcome = finder_->Start(integrator_);
    while (outcome.ok()) {
      if (const integrate::RootEvent* event = finder_->Next(integrator_)) {
        if (finder_->is_accumulating()) return {.status = StepStatus::kFatal, .reason = "events do not end"};
        outcome = PassEvent(event->time);
        ++events;
        continue;
      }
      ReadPointsUpTo(integrator_.time());
      if (integrator_.time() >= t_limit) return {.status = StepStatus::kReachedLimit, .t = t_limit};
      outcome = integrator_.Step(LimitOf(t_limit));
      if (outcome.ok()) outcome = finder_->Scan(integrator_);
    }
    return outcome;
  }

  StepOutcome PassEvent(double t) {
    ReadPointsUpTo(t);
    integrator_.Interpolate(t, y_, yp_);
    const StepOutcome outcome = Restart(t, y_, yp_);
    return outcome.ok() ? finder_->Start(integrator_) : outcome;
  }

  StepOutcome Restart(double t, std::span<const double> y, std::span<const double> yp) {
    std::vector<double> new_y(y.begin(), y.end()), new_yp(yp.begin(), yp.end());
    problem_.make_consistent(t, new_y, new_yp);
    return integrator_.Restart(t, new_y, new_yp);
  }

  const IvpProblem& problem_;
  Integrator& integrator_;
  std::optional<RootFinder> finder_;
  OutputPoints points_;
  int next_point_ = 1;
  std::vector<double> y_, yp_, point_, point_slope_;
};

}  // namespace

ProblemRun RunProblem(const IvpProblem& problem, Integrator& integrator, const OutputPoints& points) {
  return Runner(problem, integrator, points).Run();
}

}  // namespace daedalus::problems
