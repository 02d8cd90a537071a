#include "problems/run_problem.h"

#include <algorithm>
#include <cmath>

namespace daedalus::problems {
namespace {

using integrate::Integrator;
using integrate::StepOutcome;
using integrate::StepStatus;

constexpr int kMaxEvents = 10'000;

class Runner {
 public:
  Runner(const IvpProblem& problem, Integrator& integrator)
      : problem_(problem),
        integrator_(integrator),
        y_(problem.y0),
        yp_(problem.yp0),
        before_(problem.dae.num_roots),
        after_(problem.dae.num_roots) {}

  ProblemRun Run() {
    ProblemRun run;
    if (problem_.make_consistent) problem_.make_consistent(0, y_, yp_);
    run.outcome = integrator_.Initialize(0, y_, yp_);
    for (std::size_t piece = 0; run.outcome.ok() && piece <= problem_.restarts.size(); ++piece) {
      const bool last = piece == problem_.restarts.size();
      const double t_limit = last ? problem_.t_end : problem_.restarts[piece];
      run.outcome = RunTo(t_limit, run.events);
      if (run.outcome.ok() && !last) run.outcome = RestartFrom(t_limit, integrator_.y(), integrator_.yp());
    }
    run.y.assign(integrator_.y().begin(), integrator_.y().end());
    run.statistics = integrator_.statistics();
    return run;
  }

 private:
  StepOutcome RunTo(double t_limit, int& events) {
    Roots(integrator_.time(), integrator_.y(), integrator_.yp(), before_);
    StepOutcome outcome{.status = StepStatus::kStepped};
    while (outcome.status == StepStatus::kStepped) {
      outcome = integrator_.Step(t_limit);
      if (!outcome.ok() || problem_.dae.num_roots == 0) continue;
      Roots(integrator_.time(), integrator_.y(), integrator_.yp(), after_);
      if (!SignsDiffer()) {
        before_ = after_;
        continue;
      }
      if (++events > kMaxEvents) return {.status = StepStatus::kFatal, .reason = "events do not end"};
      outcome = RestartFrom(IsolateEvent(), y_, yp_);
      Roots(integrator_.time(), integrator_.y(), integrator_.yp(), before_);
    }
    return outcome;
  }

  StepOutcome RestartFrom(double t, std::span<const double> y, std::span<const double> yp) {
    std::vector<double> new_y(y.begin(), y.end()), new_yp(yp.begin(), yp.end());
    problem_.make_consistent(t, new_y, new_yp);
    return integrator_.Restart(t, new_y, new_yp);
  }

  void Roots(double t, std::span<const double> y, std::span<const double> yp, std::span<double> g) const {
    if (problem_.dae.num_roots > 0) problem_.dae.roots(t, y, yp, g);
  }

  // A root function that is zero where a piece begins has no sign yet.
  bool SignsDiffer() const {
    for (std::size_t k = 0; k < before_.size(); ++k) {
      if (std::abs(before_[k]) > kZero && before_[k] * after_[k] < 0) return true;
    }
    return false;
  }

  // The end of the smallest interval of the last step at whose beginning no sign has changed.
  double IsolateEvent() {
    double low = integrator_.previous_time(), high = integrator_.time();
    while (true) {
      const double middle = low + (high - low) / 2;
      if (middle <= low || middle >= high) break;
      integrator_.Interpolate(middle, y_, yp_);
      Roots(middle, y_, yp_, after_);
      (SignsDiffer() ? high : low) = middle;
    }
    integrator_.Interpolate(high, y_, yp_);
    return high;
  }

  static constexpr double kZero = 1e-9;

  const IvpProblem& problem_;
  Integrator& integrator_;
  std::vector<double> y_, yp_;
  std::vector<double> before_, after_;  // root functions
};

}  // namespace

ProblemRun RunProblem(const IvpProblem& problem, Integrator& integrator) {
  return Runner(problem, integrator).Run();
}

}  // namespace daedalus::problems
