#include <gtest/gtest.h>

#include <cstdio>

#include "integrate/convergence.h"

namespace daedalus::integrate {
namespace {

TEST(DenseOutput, Table) {
  const double parts[] = {1, 0.1, 0.3, 0.5, 0.8};
  for (const char* method : {"euler", "rk4", "dopri5", "backward-euler", "trapezoid", "sdirk4", "rodas", "rodas4", "radau3", "lobatto4", "radau5", "bdf"}) {
    for (int problem = 0; problem < 3; ++problem) {
      const SmoothProblem smooth = problem == 0 ? SmoothOde() : problem == 1 ? SmoothIndexOne() : ProtheroRobinson(1e6);
      if (problem > 0 && !FindMethod(std::string(method) == "rodas4" ? "rodas" : method)->implicit) continue;
      for (std::size_t i = 0; i < smooth.test.y0.size(); ++i) {
        std::printf("%-15s %d %zu", method, problem, i);
        for (const double inside : parts) {
          IntegratorOptions options;
          std::string name = method;
          if (name == "rodas4") name = "rodas", options.max_order = 4;
          const auto make = [&](DaeProblem p, Tolerances t, IntegratorOptions o) { return MakeIntegrator(name, std::move(p), std::move(t), o); };
          double e[2];
          for (int k = 0; k < 2; ++k) {
            double h = 0.1 / (1 + k);
            options.fixed_step = h;
            const auto integrator = make(smooth.test.dae, {1e-12, {1e-12}}, options);
            StepOutcome outcome = (*integrator)->Initialize(0, smooth.test.y0, smooth.test.yp0);
            std::vector<double> y(smooth.test.y0.size()), yp(y.size());
            double worst = 0;
            while (outcome.status == StepStatus::kStepped) {
              outcome = (*integrator)->Step(smooth.t_end);
              const double start = (*integrator)->previous_time();
              const double t = inside < 1 ? start + inside * ((*integrator)->time() - start) : (*integrator)->time();
              (*integrator)->Interpolate(t, y, yp);
              worst = std::max(worst, std::abs(y[i] - smooth.exact(t)[i]));
            }
            e[k] = worst;
          }
          std::printf("  %5.2f (%.1e)", std::log2(e[0] / e[1]), e[1]);
        }
        std::printf("\n");
      }
    }
  }
}

}  // namespace
}  // namespace daedalus::integrate
