// x' = -x, 0 = z - x^2 from x = 1 to t = 1, in twenty lines. The argument names the method.
#include <cmath>
#include <cstdio>

#include "daedalus/numerics/integrate/suite/methods.h"

using namespace daedalus::integrate;

int main(int argc, char** argv) {
  DaeProblem problem;
  problem.size = 2;
  problem.is_differential = {1, 0};
  problem.residual = [](double, auto y, auto yp, auto r) {
    r[0] = yp[0] + y[0];
    r[1] = y[1] - y[0] * y[0];
    return EvalOutcome::kOk;
  };
  auto integrator = MakeIntegrator(argc > 1 ? argv[1] : "bdf", problem, {1e-8, {1e-10}});
  if (!integrator) return std::printf("%s\n", integrator.error().c_str()), 1;
  const double y0[] = {1, 1}, yp0[] = {-1, -2};
  StepOutcome outcome = (*integrator)->Initialize(0, y0, yp0);
  while (outcome.status == StepStatus::kStepped) {
    outcome = (*integrator)->Step(1.0);
    std::printf("%.6f %.9f %.9f\n", (*integrator)->time(), (*integrator)->y()[0], (*integrator)->y()[1]);
  }
  if (!outcome.ok()) return std::printf("%s\n", outcome.reason.c_str()), 1;
  return std::abs((*integrator)->y()[1] - std::exp(-2.0)) < 1e-6 ? 0 : 1;
}
