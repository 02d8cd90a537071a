#include "daedalus/numerics/integrate/multistep/starter.h"

#include <algorithm>
#include <utility>

#include "daedalus/numerics/integrate/implicit_runge_kutta.h"

namespace daedalus::integrate {
namespace {

std::vector<double> Copy(std::span<const double> values) {
  return {values.begin(), values.end()};
}

}  // namespace

EqualSteps RunEqualSteps(Integrator& integrator, double t0, std::span<const double> y0,
                         std::span<const double> yp0, double h, int m) {
  EqualSteps steps{.outcome = integrator.Initialize(t0, y0, yp0), .t0 = t0, .h = h, .y = {}, .yp = {}};
  for (int i = 0; steps.outcome.ok(); ++i) {
    steps.y.push_back(Copy(integrator.y()));
    steps.yp.push_back(Copy(integrator.yp()));
    if (i == m) break;
    do {
      steps.outcome = integrator.Step(t0 + (i + 1) * h);
    } while (steps.outcome.status == StepStatus::kStepped);
  }
  return steps;
}

double FindEasyStep(Integrator& integrator, double t0, std::span<const double> y0,
                    std::span<const double> yp0, double t_limit) {
  constexpr int kMaxSteps = 6;
  constexpr double kStillGrowing = 1.5;
  if (!integrator.Initialize(t0, y0, yp0).ok()) return 0;
  double largest = 0;
  for (int i = 0; i < kMaxSteps; ++i) {
    const StepOutcome outcome = integrator.Step(t_limit);
    if (!outcome.ok()) break;
    const double last = integrator.time() - integrator.previous_time();
    const bool settled = last <= kStillGrowing * largest;
    largest = std::max(largest, last);
    if (settled || outcome.status == StepStatus::kReachedLimit) break;
  }
  return largest;
}

std::unique_ptr<Integrator> MakeStarter(Evaluator& evaluator, const Tolerances& tolerances,
                                        linear::LinearSolverKind kind) {
  DaeProblem problem = evaluator.problem();
  problem.residual = [&evaluator](double t, auto y, auto yp, auto r) {
    return evaluator.Residual(t, y, yp, r);
  };
  if (problem.jacobian) {
    problem.jacobian = [&evaluator](double t, auto y, auto yp, auto dy, auto dyp) {
      return evaluator.JacobianParts(t, 0, y, yp, {}, dy, dyp);
    };
  }
  auto made = MakeRadau(std::move(problem), tolerances, {.linear_solver = kind});
  return made ? *std::move(made) : nullptr;
}

}  // namespace daedalus::integrate
