#include "daedalus/integrate/multistep/runge_kutta_starter.h"

#include <utility>

#include "daedalus/integrate/implicit_runge_kutta.h"

namespace daedalus::integrate {
namespace {

constexpr double kShare = 0.25;

// The problem as the evaluator sees it, so that all evaluations are counted there.
DaeProblem CountedProblem(Evaluator& evaluator) {
  DaeProblem problem = evaluator.problem();
  problem.residual = [&evaluator](double t, auto y, auto yp, auto r) {
    return evaluator.Residual(t, y, yp, r);
  };
  if (problem.jacobian) {
    problem.jacobian = [&evaluator](double t, auto y, auto yp, auto dy, auto dyp) {
      return evaluator.JacobianParts(t, 1, y, yp, {}, dy, dyp);
    };
  }
  return problem;
}

}  // namespace

RungeKuttaStarter::RungeKuttaStarter(Evaluator& evaluator, Tolerances tolerances,
                                     const IntegratorOptions& options)
    : evaluator_(evaluator), tolerances_(std::move(tolerances)), options_(options) {
  options_.max_order = 0;
  options_.max_steps = 0;
}

bool RungeKuttaStarter::MakeSteps(double fixed_step, double t, std::span<const double> y,
                                  std::span<const double> yp) {
  options_.fixed_step = fixed_step;
  auto made = MakeRadau5(CountedProblem(evaluator_), tolerances_, options_);
  if (!made) return false;
  steps_ = *std::move(made);
  return steps_->Initialize(t, y, yp).ok();
}

bool RungeKuttaStarter::Begin(double t, std::span<const double> y, std::span<const double> yp,
                              double t_limit) {
  const double given = options_.fixed_step;
  double h = given;
  if (given == 0) {
    if (!MakeSteps(0, t, y, yp) || !Step(t_limit)) return false;
    h = kShare * (steps_->time() - t);
  }
  const bool is_made = MakeSteps(h, t, y, yp);
  options_.fixed_step = given;
  return is_made;
}

bool RungeKuttaStarter::Step(double t_limit) {
  return steps_->Step(t_limit).ok();
}

}  // namespace daedalus::integrate
