// Robertson's chemical kinetics as F(t, y, y') = 0, with a conservation law in place of the third equation.
#include <cmath>
#include <cstdio>

#include "daedalus/numerics/integrate/own/own_methods.h"
#include "daedalus/version.h"

using namespace daedalus::integrate;

int main() {
  DaeProblem problem;
  problem.size = 3;
  problem.is_differential = {1, 1, 0};
  problem.residual = [](double, auto y, auto yp, auto r) {
    r[0] = yp[0] + 0.04 * y[0] - 1e4 * y[1] * y[2];
    r[1] = yp[1] - 0.04 * y[0] + 1e4 * y[1] * y[2] + 3e7 * y[1] * y[1];
    r[2] = y[0] + y[1] + y[2] - 1;
    return EvalOutcome::kOk;
  };
  auto integrator = MakeOwnIntegrator("radau5", problem, {1e-8, {1e-12}});
  if (!integrator) return std::puts(integrator.error().c_str()), 1;
  const double y0[] = {1, 0, 0}, yp0[] = {-0.04, 0.04, 0};
  StepOutcome outcome = (*integrator)->Initialize(0, y0, yp0);
  while (outcome.status == StepStatus::kStepped) outcome = (*integrator)->Step(40);
  if (!outcome.ok()) return std::puts(outcome.reason.c_str()), 1;
  std::printf("Daedalus %s: %.10f\n", DAEDALUS_VERSION_STRING, (*integrator)->y()[0]);
  // y1(40) of the literature (Hairer & Wanner's data, Robertson).
  return std::abs((*integrator)->y()[0] - 0.7158270687) < 1e-7 ? 0 : 1;
}
