// A ball falls from one metre and loses a fifth of its speed at every bounce: events, restarts, and what to
// do when events accumulate. The exact time of rest is known.
#include <cmath>
#include <cstdio>
#include <vector>

#include "daedalus/numerics/integrate/roots.h"
#include "daedalus/numerics/integrate/suite/methods.h"

using namespace daedalus::integrate;

namespace {

constexpr double kGravity = 9.81;
constexpr double kRestitution = 0.8;

DaeProblem Ball() {
  DaeProblem problem;
  problem.size = 2;  // height, velocity
  problem.residual = [](double, auto y, auto yp, auto r) {
    r[0] = yp[0] - y[1];
    r[1] = yp[1] + kGravity;
    return EvalOutcome::kOk;
  };
  problem.num_roots = 1;
  problem.roots = [](double, auto y, auto, auto g) {
    g[0] = y[0];
    return EvalOutcome::kOk;
  };
  return problem;
}

}  // namespace

int main() {
  const DaeProblem problem = Ball();
  auto made = MakeIntegrator("ida", problem, {.relative = 1e-9, .absolute = {1e-9}});
  if (!made) return std::printf("%s\n", made.error().c_str()), 1;
  Integrator& integrator = **made;
  RootFinder finder(problem);

  std::vector<double> y = {1, 0}, yp = {0, -kGravity};
  integrator.Initialize(0, y, yp);
  finder.Start(integrator);
  RootStep step;
  int bounces = 0;
  while ((step = StepWithRoots(integrator, finder, 10.0)).status == RootStatus::kEvent) {
    integrator.Interpolate(step.event.time, y, yp);
    // Upwards whatever the sign: at the very end a flight is so low that the event may come before its top.
    y = {0, kRestitution * std::abs(y[1])};
    yp = {y[1], -kGravity};
    if (++bounces <= 5) std::printf("bounce %d at %.9f s with %.6f m/s\n", bounces, step.event.time, y[1]);
    integrator.Restart(step.event.time, y, yp);
    finder.Start(integrator);
  }
  if (step.status != RootStatus::kAccumulation) return std::printf("%s\n", step.outcome.reason.c_str()), 1;

  // t1 + 2 t1 (e + e^2 + ...) with the first contact t1 = sqrt(2 / g).
  const double rest = std::sqrt(2 / kGravity) * (1 + 2 * kRestitution / (1 - kRestitution));
  std::printf("%d bounces, at rest at %.9f s; exactly %.9f s\n", bounces, step.event.time, rest);
  return std::abs(step.event.time - rest) < 1e-5 ? 0 : 1;
}
