#include "problems/run_problem.h"

#include <optional>

#include "daedalus/integrate/roots.h"

namespace daedalus::problems {
namespace {

using integrate::Integrator;
using integrate::RootFinder;
using integrate::RootStatus;
using integrate::StepOutcome;
using integrate::StepStatus;

class Runner {
 public:
  Runner(const IvpProblem& problem, Integrator& integrator)
      : problem_(problem), integrator_(integrator), y_(problem.y0), yp_(problem.yp0) {
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
    while (outcome.status == StepStatus::kStepped) outcome = integrator_.Step(t_limit);
    return outcome;
  }

  StepOutcome RunWithEvents(double t_limit, int& events) {
    StepOutcome outcome = finder_->Start(integrator_);
    while (outcome.ok()) {
      const integrate::RootStep step = StepWithRoots(integrator_, *finder_, t_limit);
      if (step.status == RootStatus::kReachedLimit)
        return {.status = StepStatus::kReachedLimit, .t = t_limit};
      if (step.status == RootStatus::kFailed) return step.outcome;
      if (step.status == RootStatus::kAccumulation)
        return {.status = StepStatus::kFatal, .reason = "events do not end"};
      ++events;
      integrator_.Interpolate(step.event.time, y_, yp_);
      outcome = Restart(step.event.time, y_, yp_);
      if (outcome.ok()) outcome = finder_->Start(integrator_);
    }
    return outcome;
  }

  StepOutcome Restart(double t, std::span<const double> y, std::span<const double> yp) {
    std::vector<double> new_y(y.begin(), y.end()), new_yp(yp.begin(), yp.end());
    problem_.make_consistent(t, new_y, new_yp);
    return integrator_.Restart(t, new_y, new_yp);
  }

  const IvpProblem& problem_;
  Integrator& integrator_;
  std::optional<RootFinder> finder_;
  std::vector<double> y_, yp_;
};

}  // namespace

ProblemRun RunProblem(const IvpProblem& problem, Integrator& integrator) {
  return Runner(problem, integrator).Run();
}

}  // namespace daedalus::problems
